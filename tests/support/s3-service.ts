import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface S3Service {
  /** For STORAGE_URL. */
  readonly storageUrl: string
  readonly stop: () => Promise<void>
}

/**
 * A third-party S3 service (s3rver): checks signatures, joins multipart uploads and has its own errors. In a separate
 * process, because it patches globals.
 */
export async function startS3Service(): Promise<S3Service> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-s3-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 's3-service-process.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const ready = /ready on (\d+)/.exec(chunk.toString())
      if (ready?.[1] !== undefined) resolve(ready[1])
    })
    child.once('exit', (code) => reject(new Error(`The S3 service ended with code ${code}`)))
  })
  return {
    storageUrl: `s3://S3RVER:S3RVER@127.0.0.1:${port}/demos?tls=off`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
