import { AwsClient } from 'aws4fetch'

import type { S3Location } from '#server/config.ts'

import { FileStoreError, type FileStore } from './file-store.ts'

/** Keeps files in an S3 bucket, or anything that speaks its protocol with path-style addresses. */
export function createS3FileStore(
  location: S3Location,
  options: { readonly retries: number } = { retries: 3 },
): FileStore {
  const client = new AwsClient({
    accessKeyId: location.accessKeyId,
    secretAccessKey: location.secretAccessKey,
    region: location.region,
    service: 's3',
    retries: options.retries,
    initRetryMs: 100,
  })
  const root = `${location.endpoint}/${location.bucket}`
  const addressOf = (key: string): string => `${root}/${prefix}${encodeURIComponent(key)}`

  async function send(address: string, init: RequestInit, accepted: readonly number[]): Promise<Response> {
    let answer: Response
    try {
      answer = await client.fetch(address, { ...init, signal: AbortSignal.timeout(requestTimeoutMs) })
    } catch (cause) {
      throw new FileStoreError('unavailable', 'The S3 service does not answer', cause)
    }
    if (accepted.includes(answer.status)) return answer
    await answer.body?.cancel()
    throw new FileStoreError(answer.status === 507 ? 'full' : 'unavailable', `The S3 service answered ${answer.status}`)
  }

  return {
    put: async (key, content) => {
      const answer = await send(addressOf(key), { method: 'PUT', body: new Uint8Array(content) }, [200])
      await answer.body?.cancel()
    },
    get: async (key, range) => {
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
      const answer = await send(addressOf(key), { headers }, [200, 206, 404])
      if (answer.status !== 404) return answer.body
      await answer.body?.cancel()
      return null
    },
    stat: async (key) => {
      const answer = await send(addressOf(key), { method: 'HEAD' }, [200, 404])
      if (answer.status === 404) return null
      return {
        size: Number(answer.headers.get('content-length')),
        modifiedAtMs: Date.parse(answer.headers.get('last-modified') ?? '') || 0,
      }
    },
    delete: async (key) => {
      const answer = await send(addressOf(key), { method: 'DELETE' }, [200, 204, 404])
      await answer.body?.cancel()
    },
    list: async function* () {
      let token: string | null = null
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (token !== null) query.set('continuation-token', token)
        const page = await (await send(`${root}?${query}`, {}, [200])).text()
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = decodeXml(element(entry, 'Key') ?? '').slice(prefix.length)
          yield { key, modifiedAtMs: Date.parse(element(entry, 'LastModified') ?? '') || 0 }
        }
        token = element(page, 'NextContinuationToken')
      } while (token !== null)
    },
  }
}

/** The bucket may hold other things too. */
const prefix = 'files/'
const requestTimeoutMs = 30_000

function element(xml: string, name: string): string | null {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null
}

function decodeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
