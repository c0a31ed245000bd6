import { AwsClient } from 'aws4fetch'

import { FileStoreError } from './file-store.ts'
import type { S3Location } from './s3-location.ts'

/** Sends signed requests to an S3 bucket with path-style URLs. */
export interface S3Client {
  /** Rejects with FileStoreError unless the status is in `accepted`; callers must cancel unread bodies. */
  readonly send: (address: string, init: RequestInit, accepted: readonly number[]) => Promise<Response>
  readonly addressOf: (key: string) => string
  readonly root: string
  readonly bucket: string
}

export interface S3Options {
  readonly retries: number
  /** How long to wait for response headers, over all attempts. */
  readonly timeoutMs?: number
}

export function createS3Client(location: S3Location, options: S3Options): S3Client {
  const client = new AwsClient({
    accessKeyId: location.accessKeyId,
    secretAccessKey: location.secretAccessKey,
    region: location.region,
    service: 's3',
    retries: options.retries,
    initRetryMs: 100,
  })
  const root = `${location.endpoint}/${location.bucket}`

  return {
    root,
    bucket: location.bucket,
    addressOf: (key) => `${root}/${filesPrefix}${encodeURIComponent(key)}`,
    send: async (address, init, accepted) => {
      let answer: Response
      // Headers only: a slow reader may take longer over a large body.
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), options.timeoutMs ?? requestTimeoutMs)
      try {
        answer = await client.fetch(address, { ...init, signal: deadline.signal })
      } catch (cause) {
        throw new FileStoreError('unavailable', 'The S3 service does not answer', cause)
      } finally {
        clearTimeout(timer)
      }
      if (accepted.includes(answer.status)) return answer
      await answer.body?.cancel()
      const problem = answer.status === 507 ? 'full' : 'unavailable'
      throw new FileStoreError(problem, `The S3 service answered ${answer.status}`)
    },
  }
}

/** The bucket may be shared. */
export const filesPrefix = 'files/'
const requestTimeoutMs = 60_000

/** The text of the first element of this name; S3's answers are flat enough. */
export function xmlText(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? null : decodeXml(text)
}

function decodeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
