import { inject } from 'vitest'

import { startS3Service } from './s3-service.ts'

export interface TestFiles {
  /** What a server must be told to use them. */
  readonly env: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** Files as they are kept beside the database that the project asks for: on disk with PGlite, in S3 with PostgreSQL. */
export async function openTestFiles(): Promise<TestFiles> {
  if (inject('testDatabase').kind === 'pglite') return { env: {}, close: () => Promise.resolve() }
  const service = await startS3Service()
  return { env: { STORAGE_URL: service.storageUrl }, close: service.stop }
}
