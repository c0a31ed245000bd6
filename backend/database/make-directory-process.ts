import process from 'node:process'

import { syncTree } from './durable-node-fs.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './open-pglite.ts'

/*
 * Builds a data directory with our schema in a separate process: it takes some 300 MB, which a long-running process
 * would keep.
 */

const [, , directory = '', durability = 'full'] = process.argv
// Not durable while building: the complete directory is synced once at the end.
const database = await openPglite({ directory, template: null, isDurable: false })
await migrate({
  runScript: async (sql) => {
    await database.transaction((transaction) => transaction.exec(sql))
  },
  transaction: (_, statements) =>
    Promise.all(
      statements.map(async ({ text }) => {
        const { rows } = await database.query<Readonly<Record<string, unknown>>>(text)
        return { rows, rowCount: rows.length }
      }),
    ),
})
await database.close()
if (durability === 'full') syncTree(directory)
