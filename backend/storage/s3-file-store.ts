import type { FileStore } from './file-store.ts'
import { createS3Client, filesPrefix, xmlText, type S3Options } from './s3-client.ts'
import type { S3Location } from './s3-location.ts'
import { createS3PartStore } from './s3-part-store.ts'

/** Keeps files in an S3 bucket, or a compatible service with path-style URLs. */
export function createS3FileStore(location: S3Location, options: S3Options = { retries: 3 }): FileStore {
  const client = createS3Client(location, options)
  const { send, addressOf } = client

  return {
    parts: createS3PartStore(client),
    put: async (key, content) => {
      const answer = await send(addressOf(key), { method: 'PUT', body: new Uint8Array(content) }, [200])
      await answer.body?.cancel()
    },
    get: async (key, range) => {
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
      const answer = await send(addressOf(key), { headers }, [200, 206, 404])
      if (answer.status !== 404) return answer.body ?? new Blob([]).stream()
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
    copy: async (from, to) => {
      const source = `/${client.bucket}/${filesPrefix}${encodeURIComponent(from)}`
      const init = { method: 'PUT', headers: { 'x-amz-copy-source': source } }
      const answer = await send(addressOf(to), init, [200, 404])
      await answer.body?.cancel()
      return answer.status === 200
    },
    delete: async (key) => {
      const answer = await send(addressOf(key), { method: 'DELETE' }, [200, 204, 404])
      await answer.body?.cancel()
    },
    list: async function* () {
      let token: string | null = null
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: filesPrefix })
        if (token !== null) query.set('continuation-token', token)
        const page = await (await send(`${client.root}?${query}`, {}, [200])).text()
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = (xmlText(entry, 'Key') ?? '').slice(filesPrefix.length)
          yield { key, modifiedAtMs: Date.parse(xmlText(entry, 'LastModified') ?? '') || 0 }
        }
        token = xmlText(page, 'NextContinuationToken')
      } while (token !== null)
    },
  }
}
