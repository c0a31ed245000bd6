import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether a password is one of those that are tried first, also with other capitals. Nothing leaves the machine. */
export async function isCommon(password: string): Promise<boolean> {
  common ??= readList()
  return (await common).has(password.toLowerCase())
}

let common: Promise<ReadonlySet<string>> | undefined

async function readList(): Promise<ReadonlySet<string>> {
  const lines = (await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')).split('\n')
  // Behind where the list is from.
  return new Set(lines.slice(2).filter((line) => line !== ''))
}
