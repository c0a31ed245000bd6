import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openTestDatabase } from '#support/test-database.ts'

import type { Database } from '#server/database/database.ts'
import { describeDatabase } from '#server/database/database-suite.ts'

describeDatabase('the database', openTestDatabase)

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('PostgreSQL', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('is reached again after every connection was cut', async () => {
    const hold = () => database.transaction('system', [{ text: 'select pg_sleep(0.05)' }])
    await Promise.all([hold(), hold(), hold()])
    const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()'
    await expect(database.transaction('system', [{ text: cut }])).rejects.toMatchObject({ name: 'DatabaseError' })
    const answers = await Promise.all(
      [1, 2, 3].map((n) => database.transaction('system', [{ text: 'select $1::int as n', values: [n] }])),
    )
    expect(answers.map(([result]) => result?.rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  })
})
