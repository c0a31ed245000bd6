import process from 'node:process'

import { syncTree } from './durable-node-fs.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './open-pglite.ts'

/*
 * Makes a PostgreSQL data directory with our tables in it, in a process of its own: what does that needs some 300 MB,
 * which a process that goes on afterwards would keep.
 */

const [, , directory = '', durability = 'full'] = process.argv
// Nobody sees the directory before it is whole, so it is brought to the disk once, at the end.
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
