import { createHash, randomUUID } from 'node:crypto'

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Unfinished {
  readonly key: string
  readonly initiated: Date
  readonly parts: Map<number, { readonly content: Buffer; readonly tag: string }>
}

export interface LoopbackMultipart {
  /** Null for requests about whole objects. */
  readonly answer: (method: string, key: string, query: URLSearchParams, body: Buffer) => Answer | null
}

/** Multipart uploads of the S3 test server; `keep` receives the finished objects. */
export function loopbackMultipart(keep: (key: string, content: Buffer) => void): LoopbackMultipart {
  const uploads = new Map<string, Unfinished>()

  return {
    answer: (method, key, query, body) => {
      if (query.has('uploads')) {
        if (method === 'GET') return { status: 200, body: list(query) }
        const id = randomUUID()
        uploads.set(id, { key, initiated: new Date(), parts: new Map() })
        return {
          status: 200,
          body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        }
      }
      const id = query.get('uploadId')
      if (id === null) return null
      const upload = uploads.get(id)
      if (upload?.key !== key) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
      if (method === 'PUT') return put(upload, Number(query.get('partNumber')), body)
      if (method === 'POST') return finish(id, upload, body.toString())
      uploads.delete(id)
      return { status: 204 }
    },
  }

  function put(upload: Unfinished, number: number, content: Buffer): Answer {
    const tag = `"${createHash('md5').update(content).digest('hex')}"`
    upload.parts.set(number, { content, tag })
    return { status: 200, headers: { etag: tag } }
  }

  function finish(id: string, upload: Unfinished, body: string): Answer {
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
    const parts = named.map(([, number, tag]) => {
      const part = upload.parts.get(Number(number))
      return part?.tag === tag ? part?.content : undefined
    })
    const contents = parts.filter((content) => content !== undefined)
    // As in S3, errors while joining the parts come after the 200.
    if (contents.length !== parts.length) return { status: 200, body: '<Error><Code>InvalidPart</Code></Error>' }
    if (contents.slice(0, -1).some((content) => content.byteLength < minPartBytes)) {
      return { status: 200, body: '<Error><Code>EntityTooSmall</Code></Error>' }
    }
    keep(upload.key, Buffer.concat(contents))
    uploads.delete(id)
    return { status: 200, body: '<CompleteMultipartUploadResult/>' }
  }

  /** One per page, to make clients page. */
  function list(query: URLSearchParams): string {
    const found = [...uploads]
      .filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
      .toSorted(([one, { key: a }], [other, { key: b }]) => (a === b ? order(one, other) : order(a, b)))
    const [marker, idMarker] = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? '']
    const rest = found.filter(([id, { key }]) => key > marker || (key === marker && id > idMarker))
    const [first] = rest
    if (first === undefined)
      return '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>'
    const [id, { key, initiated }] = first
    const entry = `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`
    const next = `<NextKeyMarker>${key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`
    const pages = `<IsTruncated>${rest.length > 1}</IsTruncated>${rest.length > 1 ? next : ''}`
    return `<ListMultipartUploadsResult>${pages}${entry}</ListMultipartUploadsResult>`
  }
}

const minPartBytes = 5 * 1024 * 1024

function order(one: string, other: string): number {
  return one < other ? -1 : 1
}
