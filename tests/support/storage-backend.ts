import type { Services } from '#server/services.ts'

import { startBackend, type Backend, type BackendOptions } from './backend.ts'
import { openTestFiles } from './test-files.ts'

/** The whole server in this process, with its files where the project's database keeps them. */
export async function startStorageBackend({ env }: BackendOptions = {}): Promise<Backend> {
  const files = await openTestFiles()
  const backend = await startBackend({ env: { ...files.env, ...env } })
  return {
    ...backend,
    close: async () => {
      await backend.close()
      await files.close()
    },
  }
}

/** All files, finished or not, in order. */
export async function fileKeys({ files }: Services): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of files.list()) keys.push(key)
  for await (const { key } of files.parts.list()) keys.push(key)
  return keys.toSorted()
}
