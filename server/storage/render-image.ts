import { createHash } from 'node:crypto'
import { join } from 'node:path'

import type { Context } from 'hono'
import type { Sharp } from 'sharp'

import { limits } from '#domain/limits.ts'

import type { AppEnv, Services } from '#server/services.ts'

import { createImageCache } from './image-cache.ts'
import { imageWishFromText, parseImageWish, type ImageWish } from './image-wish.ts'
import { parseObjectPath } from './object-path.ts'
import { findPublicObject } from './object-read.ts'
import { findObject, type StoredObject } from './objects.ts'
import { detectFormat, openImage, type ImageFormat } from './safe-image.ts'
import { contentDisposition, guardHeaders, matchesETag } from './serve-object.ts'
import { invalidRequest, noSuchObject, unavailable, unusableImage } from './storage-errors.ts'
import { isDecoded } from './upload-check.ts'
import { believedCaller } from './upload.ts'
import { verifyUrlToken } from './url-token.ts'
import { createWorkLimit } from './work-limit.ts'

/** /render/image/{public|authenticated|sign}/{bucket}/{path}. */
export interface ImageRenderer {
  readonly renderPublic: (context: Context<AppEnv>) => Promise<Response>
  readonly renderVisible: (context: Context<AppEnv>) => Promise<Response>
  readonly renderSigned: (context: Context<AppEnv>) => Promise<Response>
}

/**
 * Draws an image in the size asked for and, unless a format is named, in the best one the browser takes. The same
 * request is worked out once, and kept; who may see it is asked every time.
 */
export function createImageRenderer(services: Services): ImageRenderer {
  const cache = createImageCache(join(services.config.dataDir, 'cache', 'images'), cacheBytesMax)
  const limit = createWorkLimit({ concurrent: 2, waiting: 100 })
  const underWay = new Map<string, Promise<Uint8Array>>()

  return {
    renderPublic: async (context) => {
      const object = await findPublicObject(services, parseObjectPath(context.req.url, '/render/image/public/'))
      return serve(context, object, wishOfQuery(context))
    },
    renderVisible: async (context) => {
      const path = parseObjectPath(context.req.url, '/render/image/authenticated/')
      const object = await findObject(services, believedCaller(context), path)
      if (object === null) throw noSuchObject()
      return serve(context, object, wishOfQuery(context))
    },
    // The size is part of what was signed: a link to a small picture gives nobody the large one.
    renderSigned: async (context) => {
      const asked = parseObjectPath(context.req.url, '/render/image/sign/')
      const { path, claims } = await verifyUrlToken(services, 'read', context.req.query('token'), asked)
      const object = await findObject(services, 'signed', path)
      if (object === null) throw noSuchObject()
      return serve(context, object, imageWishFromText(claims['transformations']))
    },
  }

  async function serve(context: Context<AppEnv>, object: StoredObject, asked: ImageWish): Promise<Response> {
    if (!isDecoded(object.mimeType) && !mayBeImage(object)) throw notAnImage()
    const wish = { ...asked, format: asked.format ?? bestFormat(context.req.header('accept') ?? '') }
    const key = createHash('sha256')
      .update(`${object.version} ${JSON.stringify(wish)}`)
      .digest('hex')
    const headers = new Headers({
      // Kept for a year means that another picture will have another name.
      'cache-control': object.cacheControl.replace(/^max-age=31536000$/, '$&, immutable'),
      etag: `"${key.slice(0, 32)}"`,
      'last-modified': new Date(object.updatedAt).toUTCString(),
      vary: 'accept',
      ...guardHeaders,
    })
    const download = context.req.query('download')
    if (download !== undefined) headers.set('content-disposition', contentDisposition(download))
    if (matchesETag(context.req.header('if-none-match'), `"${key.slice(0, 32)}"`)) {
      return new Response(null, { status: 304, headers })
    }
    const content = (await cache.get(key)) ?? (await render(object, wish, key))
    headers.set('content-type', `image/${detectFormat(content) ?? 'png'}`)
    headers.set('content-length', String(content.byteLength))
    return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(content), { headers })
  }

  function render(object: StoredObject, wish: SettledWish, key: string): Promise<Uint8Array> {
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

type SettledWish = ImageWish & { readonly format: NonNullable<ImageWish['format']> }

/** Uploaded without a type, so what it is shows when it is opened. */
function mayBeImage({ mimeType, size }: StoredObject): boolean {
  return mimeType === 'application/octet-stream' && size <= limits.imageBytesMax
}

function notAnImage(): Error {
  return invalidRequest('The requested object is not an image')
}

const cacheBytesMax = 512 * 1024 * 1024

function wishOfQuery(context: Context<AppEnv>): ImageWish {
  return parseImageWish(new Map(Object.entries(context.req.query())))
}

/** A browser that names a format wants it; a bare wildcard could be anything, so it gets what was uploaded. */
function bestFormat(accept: string): SettledWish['format'] {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'origin'
}

async function draw(services: Services, object: StoredObject, wish: SettledWish): Promise<Uint8Array> {
  const stream = await services.files.get(object.version)
  if (stream === null) throw noSuchObject()
  const original = new Uint8Array(await new Response(stream).arrayBuffer())
  const isUnknown = !isDecoded(object.mimeType)
  if (isUnknown && detectFormat(original) === null) throw notAnImage()
  // One that was declared an image was turned upright when it came in.
  const image = isUnknown ? openImage(original).autoOrient() : openImage(original)
  if (wish.width !== null || wish.height !== null) {
    image.resize({
      ...(wish.width !== null && { width: wish.width }),
      ...(wish.height !== null && { height: wish.height }),
      fit: wish.resize === 'contain' ? 'inside' : wish.resize,
      withoutEnlargement: true,
    })
  }
  const format = wish.format === 'origin' ? (detectFormat(original) ?? 'png') : wish.format
  try {
    return await encode(image, format, wish.quality).toBuffer()
  } catch (cause) {
    throw isUnknown ? unusableImage('The image is broken and cannot be read', cause) : cause
  }
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
