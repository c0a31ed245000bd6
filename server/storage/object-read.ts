import type { Context } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { parseByteRange } from './byte-range.ts'
import { parseObjectPath } from './object-path.ts'
import { findBucket, findObject, type StoredObject } from './objects.ts'
import { invalidToken, noSuchBucket, noSuchObject, rangeNotSatisfiable } from './storage-errors.ts'

/** GET and HEAD /object/public/{bucket}/{path}: for anybody who knows the path, whatever token they hold. */
export function readPublicObject(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const path = parseObjectPath(context.req.url, '/object/public/')
    const object = await findObject(services, 'public', path)
    if (object !== null) return serve(services, context, object)
    // A private bucket is not there for strangers.
    const bucket = await findBucket(services, path.bucket)
    throw bucket.isPublic ? noSuchObject() : noSuchBucket()
  }
}

/** GET and HEAD /object/{bucket}/{path} and /object/authenticated/…: what row-level security lets the caller see. */
export function readObject(services: Services, prefix: '/object/' | '/object/authenticated/') {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const problem = context.get('tokenProblem')
    if (problem !== null) throw invalidToken(problem)
    const object = await findObject(services, context.get('caller'), parseObjectPath(context.req.url, prefix))
    if (object === null) throw noSuchObject()
    return serve(services, context, object)
  }
}

async function serve(services: Services, context: Context<AppEnv>, object: StoredObject): Promise<Response> {
  const { req } = context
  const headers = new Headers({
    'content-type': object.mimeType,
    'cache-control': object.cacheControl,
    etag: object.eTag,
    'last-modified': new Date(object.updatedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    // Public objects share our origin: nothing in one may run, and any site may show one.
    'content-security-policy': `default-src 'none'; sandbox`,
    'cross-origin-resource-policy': 'cross-origin',
  })
  const download = req.query('download')
  if (download !== undefined) headers.set('content-disposition', contentDisposition(download))

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

export function matchesETag(header: string | undefined, eTag: string): boolean {
  return header !== undefined && header.split(',').some((each) => ['*', eTag].includes(each.trim().replace(/^W\//, '')))
}

function contentDisposition(fileName: string): string {
  if (fileName === '') return 'attachment;'
  const plain = fileName.replace(/[^\w.-]/g, '_')
  return `attachment; filename=${plain}; filename*=UTF-8''${encodeURIComponent(fileName)};`
}
