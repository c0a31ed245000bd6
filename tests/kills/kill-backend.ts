import { startPostgresCluster } from '#support/postgres-cluster.ts'
import { startS3Service } from '#support/s3-service.ts'

export interface KillBackend {
  /** The server settings that select it. */
  readonly env: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** Where a killed server keeps its data: in its own folder, or in PostgreSQL with fsync and in S3. */
export async function openKillBackend(backend: string): Promise<KillBackend> {
  if (backend === 'pglite') return { env: {}, close: () => Promise.resolve() }
  if (backend !== 'postgres') throw new Error(`--backend must be pglite or postgres, but is "${backend}"`)
  const [cluster, s3] = await Promise.all([startPostgresCluster({ isDurable: true }), startS3Service()])
  return {
    env: { DATABASE_URL: cluster.urlOf('postgres'), STORAGE_URL: s3.storageUrl },
    close: async () => {
      await cluster.stop()
      await s3.stop()
    },
  }
}
