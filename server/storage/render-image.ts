import { createHash } from 'node:crypto'
import { join } from 'node:path'

import type { Context } from 'hono'
import type { FitEnum, Sharp } from 'sharp'

import type { AppEnv, Services } from '#server/services.ts'

import { createImageCache } from './image-cache.ts'
import { parseObjectPath } from './object-path.ts'
import { matchesETag } from './object-read.ts'
import { findObject, type StoredObject } from './objects.ts'
import { detectFormat, openImage, type ImageFormat } from './safe-image.ts'
import { invalidRequest, noSuchObject, unavailable } from './storage-errors.ts'
import { createWorkLimit } from './work-limit.ts'

/**
 * GET /render/image/public/{bucket}/{path}: the image in the size asked for and, unless a format is named, in the best
 * one the browser takes. The same request is worked out once, and kept.
 */
export function renderImage(services: Services) {
  const cache = createImageCache(join(services.config.dataDir, 'cache', 'images'), cacheBytesMax)
  const limit = createWorkLimit({ concurrent: 2, waiting: 100 })
  const underWay = new Map<string, Promise<Uint8Array>>()

  return async (context: Context<AppEnv>): Promise<Response> => {
    const object = await findObject(services, 'public', parseObjectPath(context.req.url, '/render/image/public/'))
    if (object === null) throw noSuchObject()
    if (!object.mimeType.startsWith('image/')) throw invalidRequest('The requested object is not an image')
    const wish = parseWish(context)
    const key = createHash('sha256')
      .update(`${object.version} ${JSON.stringify(wish)}`)
      .digest('hex')
    const headers = new Headers({
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${key.slice(0, 32)}"`,
      vary: 'accept',
      'x-robots-tag': 'none',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (matchesETag(context.req.header('if-none-match'), `"${key.slice(0, 32)}"`)) {
      return new Response(null, { status: 304, headers })
    }
    const content = (await cache.get(key)) ?? (await render(object, wish, key))
    headers.set('content-type', `image/${detectFormat(content) ?? 'png'}`)
    headers.set('content-length', String(content.byteLength))
    return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(content), { headers })
  }

  function render(object: StoredObject, wish: Wish, key: string): Promise<Uint8Array> {
    const same = underWay.get(key)
    if (same !== undefined) return same
    const job = limit(async () => {
      const content = await draw(services, object, wish)
      await cache.put(key, content)
      return content
    })
    if (job === null) throw unavailable(new Error('Too many images wait to be rendered'))
    const settled = job.finally(() => underWay.delete(key))
    underWay.set(key, settled)
    return settled
  }
}

interface Wish {
  readonly width: number | null
  readonly height: number | null
  readonly fit: keyof FitEnum
  readonly quality: number | null
  /** `origin` keeps the format of the upload. */
  readonly format: 'origin' | 'avif' | 'webp'
}

const cacheBytesMax = 512 * 1024 * 1024
const pixelsMax = 4_096

function parseWish(context: Context<AppEnv>): Wish {
  const number = (name: string, least: number, most: number): number | null => {
    const text = context.req.query(name)
    if (text === undefined || text === '') return null
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw invalidRequest(`${name} must be a whole number from ${least} to ${most}`)
  }
  const resize = context.req.query('resize') ?? 'cover'
  const fit = resize === 'contain' ? 'inside' : resize
  if (fit !== 'cover' && fit !== 'inside' && fit !== 'fill')
    throw invalidRequest('resize must be cover, contain or fill')
  const named = context.req.query('format')
  if (named !== undefined && named !== 'origin' && named !== 'avif' && named !== 'webp') {
    throw invalidRequest('format must be origin, avif or webp')
  }
  return {
    width: number('width', 1, pixelsMax),
    height: number('height', 1, pixelsMax),
    fit,
    quality: number('quality', 20, 100),
    format: named ?? bestFormat(context.req.header('accept') ?? ''),
  }
}

/** A browser that names a format wants it; a bare wildcard could be anything, so it gets what was uploaded. */
function bestFormat(accept: string): Wish['format'] {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'origin'
}

async function draw(services: Services, object: StoredObject, wish: Wish): Promise<Uint8Array> {
  const stream = await services.files.get(object.version)
  if (stream === null) throw noSuchObject()
  const original = new Uint8Array(await new Response(stream).arrayBuffer())
  const image = openImage(original)
  if (wish.width !== null || wish.height !== null) {
    image.resize({
      ...(wish.width !== null && { width: wish.width }),
      ...(wish.height !== null && { height: wish.height }),
      fit: wish.fit,
      withoutEnlargement: true,
    })
  }
  const format = wish.format === 'origin' ? (detectFormat(original) ?? 'png') : wish.format
  return encode(image, format, wish.quality).toBuffer()
}

/** AVIF at quality 60 with little effort: a quarter of the PNG, sharp enough for text, ready within half a second. */
function encode(image: Sharp, format: ImageFormat, quality: number | null): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: quality ?? 60, effort: 2 })
    case 'webp':
      return image.webp({ quality: quality ?? 80, effort: 3 })
    case 'jpeg':
      return image.jpeg({ quality: quality ?? 80 })
    case 'gif':
      return image.gif()
    case 'png':
      return image.png()
  }
}
