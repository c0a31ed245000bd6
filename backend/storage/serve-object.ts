import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { parseByteRange } from './byte-range.ts'
import type { StoredObject } from './objects.ts'
import { noSuchObject, rangeNotSatisfiable } from './storage-errors.ts'

/** Streams an object's file with ranges, ETag and security headers. */
export async function serveObject(
  services: Services,
  context: Context<AppEnv>,
  object: StoredObject,
): Promise<Response> {
  const { req } = context
  const headers = new Headers({
    'content-type': object.mimeType,
    'cache-control': object.cacheControl,
    etag: object.eTag,
    'last-modified': new Date(object.updatedAt).toUTCString(),
    'accept-ranges': 'bytes',
    ...guardHeaders,
  })
  const download = req.query('download')
  if (download !== undefined) headers.set('content-disposition', contentDisposition(download))
  else if (!isInert(object.mimeType)) headers.set('content-disposition', 'attachment')

  if (matchesETag(req.header('if-none-match'), object.eTag)) return new Response(null, { status: 304, headers })

  const rangeHeader = req.header('range')
  const isRangeCurrent = [undefined, object.eTag].includes(req.header('if-range'))
  const range = rangeHeader !== undefined && isRangeCurrent ? parseByteRange(rangeHeader, object.size) : null
  if (range === 'unsatisfiable') {
    context.header('content-range', `bytes */${object.size}`)
    throw rangeNotSatisfiable()
  }
  headers.set('content-length', String(range === null ? object.size : range.end - range.start + 1))
  if (range !== null) headers.set('content-range', `bytes ${range.start}-${range.end}/${object.size}`)
  const status = range === null ? 200 : 206
  if (req.method === 'HEAD') return new Response(null, { status, headers })

  const stream = await services.files.get(object.version, range ?? undefined)
  if (stream === null) throw noSuchObject()
  return new Response(stream, { status, headers })
}

/** Objects share our origin: nothing in them may run, and any site may embed readable ones. */
export const guardHeaders = {
  'x-robots-tag': 'none',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; sandbox`,
  'cross-origin-resource-policy': 'cross-origin',
} as const

export function matchesETag(header: string | undefined, eTag: string): boolean {
  return header !== undefined && header.split(',').some((each) => ['*', eTag].includes(each.trim().replace(/^W\//, '')))
}

export function contentDisposition(fileName: string): string {
  if (fileName === '') return 'attachment;'
  const plain = fileName.replace(/[^\w.-]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename=${plain}; filename*=UTF-8''${encoded};`
}

/** Whether browsers may display it. Types that can hold script or markup are downloaded instead. */
function isInert(mimeType: string): boolean {
  return inert.test(mimeType.split(';')[0]?.trim().toLowerCase() ?? '')
}

const inert =
  /^(image\/(png|jpeg|webp|avif|gif)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|text\/csv|application\/json)$/
