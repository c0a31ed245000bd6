import { inject } from 'vitest'

import { startS3Service } from './s3-service.ts'

export interface TestFiles {
  /** Server settings that select these files. */
  readonly env: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** Files as the project's database keeps them: on disk with PGlite, in S3 with PostgreSQL. */
export async function openTestFiles(): Promise<TestFiles> {
  if (inject('testDatabase').kind === 'pglite') return { env: {}, close: () => Promise.resolve() }
  const service = await startS3Service()
  return { env: { STORAGE_URL: service.storageUrl }, close: service.stop }
}
