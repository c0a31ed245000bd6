import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { S3Location } from '#backend/storage/s3-location.ts'

import { loopbackMultipart } from './loopback-multipart.ts'

export interface LoopbackS3 {
  readonly location: S3Location
  /** Answers the next requests with these statuses; 0 drops the connection, `silence` never answers. */
  readonly failNext: (...statuses: readonly (number | 'silence')[]) => void
  readonly close: () => Promise<void>
}

/** An in-memory S3 server on 127.0.0.1 that checks signatures. */
export async function startLoopbackS3(): Promise<LoopbackS3> {
  const location = { bucket: 'demos', region: 'eu-test-1', accessKeyId: 'key', secretAccessKey: 'secret' }
  const objects = new Map<string, { readonly content: Buffer; readonly modified: Date }>()
  const multipart = loopbackMultipart((key, content) => objects.set(key, { content, modified: new Date() }))
  let failures: (number | 'silence')[] = []

  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const failure = failures.shift()
      if (failure === 'silence') return undefined
      if (failure === 0) return request.socket.destroy()
      if (failure !== undefined) return response.writeHead(failure).end('<Error/>')
      if (!isSigned(request, location))
        return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      const url = new URL(request.url ?? '/', 'http://s3')
      const key = decodeURIComponent(url.pathname.slice(location.bucket.length + 2))
      const ofParts = multipart.answer(request.method ?? '', key, url.searchParams, body)
      if (ofParts !== null) return response.writeHead(ofParts.status, ofParts.headers).end(ofParts.body)
      if (key === '') return response.end(list(url.searchParams))
      return answer(key, body)
    })

    function answer(key: string, body: Buffer) {
      const source = request.headers['x-amz-copy-source']
      if (request.method === 'PUT' && typeof source === 'string') {
        const original = objects.get(decodeURIComponent(source.slice(location.bucket.length + 2)))
        if (original === undefined) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
        objects.set(key, { ...original, modified: new Date() })
        return response.end('<CopyObjectResult/>')
      }
      if (request.method === 'PUT') {
        objects.set(key, { content: body, modified: new Date() })
        return response.end()
      }
      if (request.method === 'DELETE') {
        objects.delete(key)
        return response.writeHead(204).end()
      }
      const found = objects.get(key)
      if (found === undefined) return response.writeHead(404).end()
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      const content = range === null ? found.content : found.content.subarray(Number(range[1]), Number(range[2]) + 1)
      response.writeHead(range === null ? 200 : 206, {
        'content-length': content.byteLength,
        'last-modified': found.modified.toUTCString(),
      })
      return response.end(request.method === 'HEAD' ? undefined : content)
    }
  })

  /** Two per page, to make clients page. */
  function list(query: URLSearchParams): string {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    const start = Number(query.get('continuation-token') ?? 0)
    const entries = keys.slice(start, start + 2).map((key) => {
      const modified = objects.get(key)?.modified.toISOString() ?? ''
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified></Contents>`
    })
    const more = start + 2 < keys.length ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : ''
    return `<ListBucketResult>${entries.join('')}${more}</ListBucketResult>`
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    location: { ...location, endpoint: `http://127.0.0.1:${port}` },
    failNext: (...statuses) => {
      failures = [...statuses]
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Recomputes the AWS Signature Version 4. */
function isSigned(request: IncomingMessage, location: Omit<S3Location, 'endpoint'>): boolean {
  const authorization = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (authorization === null) return false
  const [, credential = '', signedHeaders = '', signature] = authorization
  const [accessKeyId, date = '', region = '', service = '', end] = credential.split('/')
  if (accessKeyId !== location.accessKeyId || region !== location.region || end !== 'aws4_request') return false
  const url = new URL(request.url ?? '/', 'http://s3')
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${location.secretAccessKey}`,
  )
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
