import { FileStoreError, type PartStore } from './file-store.ts'
import { filesPrefix, xmlText, type S3Client } from './s3-client.ts'

/** Unfinished files as S3 multipart uploads, which any process can resume. */
export function createS3PartStore({ send, addressOf, root }: S3Client): PartStore {
  return {
    begin: async (key) => {
      const answer = await send(`${addressOf(key)}?uploads=`, { method: 'POST' }, [200])
      const handle = xmlText(await answer.text(), 'UploadId')
      if (handle === null) throw new FileStoreError('unavailable', 'The S3 service returned no upload id')
      return handle
    },
    put: async (key, handle, number, content) => {
      const query = new URLSearchParams({ partNumber: String(number), uploadId: handle })
      const answer = await send(`${addressOf(key)}?${query}`, { method: 'PUT', body: new Uint8Array(content) }, [200])
      await answer.body?.cancel()
      const tag = answer.headers.get('etag')
      if (tag === null) throw new FileStoreError('unavailable', 'The S3 service returned no ETag for a part')
      return tag
    },
    finish: async (key, handle, tags) => {
      const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const headers = { 'content-type': 'application/xml' }
      const address = `${addressOf(key)}?${new URLSearchParams({ uploadId: handle })}`
      const answer = await send(address, { method: 'POST', body, headers }, [200, 404])
      // S3 may report a failure after the 200.
      const text = await answer.text()
      if (answer.status === 200 && !text.includes('<Error>')) return
      const there = await send(addressOf(key), { method: 'HEAD' }, [200, 404])
      if (there.status === 404) {
        throw new FileStoreError('unavailable', `The S3 service did not join the parts: ${xmlText(text, 'Code') ?? ''}`)
      }
    },
    abandon: async (key, handle) => {
      const address = `${addressOf(key)}?${new URLSearchParams({ uploadId: handle })}`
      // Some services lack this call and expire unfinished uploads by their own rule, or never.
      const answer = await send(address, { method: 'DELETE' }, [200, 204, 404, 405, 501])
      await answer.body?.cancel()
    },
    list: async function* () {
      let marker: URLSearchParams | null = new URLSearchParams()
      while (marker !== null) {
        const query = new URLSearchParams([['uploads', ''], ['prefix', filesPrefix], ...marker])
        const answer = await send(`${root}?${query}`, {}, [200, 405, 501])
        const page = await answer.text()
        if (answer.status !== 200) return
        for (const [, entry = ''] of page.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
          const key = (xmlText(entry, 'Key') ?? '').slice(filesPrefix.length)
          const startedAtMs = Date.parse(xmlText(entry, 'Initiated') ?? '') || 0
          yield { key, handle: xmlText(entry, 'UploadId') ?? '', startedAtMs }
        }
        const [keyMarker, uploadMarker] = [xmlText(page, 'NextKeyMarker'), xmlText(page, 'NextUploadIdMarker')]
        const isMore = xmlText(page, 'IsTruncated') === 'true' && keyMarker !== null
        marker = isMore
          ? new URLSearchParams({ 'key-marker': keyMarker, 'upload-id-marker': uploadMarker ?? '' })
          : null
      }
    },
  }
}
