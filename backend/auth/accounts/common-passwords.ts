import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether the password, ignoring case, is among those attackers try first. */
export async function isCommon(password: string): Promise<boolean> {
  common ??= readList()
  return (await common).has(password.toLowerCase())
}

let common: Promise<ReadonlySet<string>> | undefined

async function readList(): Promise<ReadonlySet<string>> {
  const lines = (await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')).split('\n')
  // Skips the source notice.
  return new Set(lines.slice(2).filter((line) => line !== ''))
}
