import { Client } from 'pg'

/** Runs SQL over a connection of its own, as `create database` needs it. */
export async function runAsAdmin(adminUrl: string, sql: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}
