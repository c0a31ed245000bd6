import { Client } from 'pg'

/** Runs SQL on a separate connection, as `create database` requires. */
export async function runAsAdmin(adminUrl: string, sql: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}
