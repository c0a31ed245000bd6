import { createHash } from 'node:crypto'
import { join } from 'node:path'

import type { Context } from 'hono'
import type { Sharp } from 'sharp'

import { limits } from '#domain/limits.ts'
import { imageWidths } from '#protocol/player-page.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { createFairQueue, QueueFull } from '#backend/http/fair-queue.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { visitorNetworkHeader } from '#backend/http/visitor-network.ts'

import { createImageCache, type ImageCache } from './image-cache.ts'
import { imageWishFromText, parseImageWish, type ImageWish } from './image-wish.ts'
import { parseObjectPath } from './object-path.ts'
import { findPublicObject } from './object-read.ts'
import { findObject, type StoredObject } from './objects.ts'
import { detectFormat, openImage, type ImageFormat } from './safe-image.ts'
import { contentDisposition, guardHeaders, matchesETag } from './serve-object.ts'
import { invalidRequest, noSuchObject, tooManyImages, unavailable, unusableImage } from './storage-errors.ts'
import { isDecoded } from './upload-check.ts'
import { believedCaller } from './upload.ts'
import { verifyUrlToken } from './url-token.ts'

/** /render/image/{public|authenticated|sign}/{bucket}/{path}. */
export interface ImageRenderer {
  readonly renderPublic: (context: Context<AppEnv>) => Promise<Response>
  readonly renderVisible: (context: Context<AppEnv>) => Promise<Response>
  readonly renderSigned: (context: Context<AppEnv>) => Promise<Response>
}

/**
 * Resizes an image and, unless a format is named, encodes it in the best one the browser accepts. Results are cached;
 * access is checked on every request.
 */
export function createImageRenderer(services: Services): ImageRenderer {
  const folder = join(services.config.dataDir, 'cache')
  // Separate caches, so that requests for unusual sizes can't evict the player's images.
  const caches = {
    usual: createImageCache(join(folder, 'images'), cacheBytesMax),
    other: createImageCache(join(folder, 'other-images'), otherCacheBytesMax),
  }
  const queue = createFairQueue({ concurrent: 2, waiting: 100, waitingPerNetwork: 30 })
  const drawn = createNetworkLimit({ burst: drawnAtOnce, refillMs: 600_000, now: services.now, wideFactor: 4 })
  const addressOf = createClientAddress(services.config.trustedProxies)
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
    // The size is signed too: a link to a thumbnail doesn't open the original.
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
      // A year means the name changes with the content.
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
    const cache = isUsual(wish) ? caches.usual : caches.other
    const content = (await cache.get(key)) ?? (await render(context, object, wish, { key, cache }))
    headers.set('content-type', `image/${detectFormat(content) ?? 'png'}`)
    headers.set('content-length', String(content.byteLength))
    return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(content), { headers })
  }

  function render(
    context: Context<AppEnv>,
    object: StoredObject,
    wish: SettledWish,
    { key, cache }: { readonly key: string; readonly cache: ImageCache },
  ): Promise<Uint8Array> {
    const same = underWay.get(key)
    if (same !== undefined) return same
    // Our own pages ask in process and name their visitor.
    const address = addressOf(context) ?? context.req.header(visitorNetworkHeader) ?? null
    if (address !== null && !drawn.take(address)) throw tooManyImages()
    const job = queue
      .run(address ?? '', async () => {
        const content = await draw(services, object, wish)
        await cache.put(key, content)
        return content
      })
      .catch((error: unknown) => {
        if (!(error instanceof QueueFull)) throw error
        throw error.isOwnLine ? tooManyImages() : unavailable(error)
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, job)
    return job
  }
}

type SettledWish = ImageWish & { readonly format: NonNullable<ImageWish['format']> }

/** Uploaded without a type; found out when opened. */
function mayBeImage({ mimeType, size }: StoredObject): boolean {
  return mimeType === 'application/octet-stream' && size <= limits.imageBytesMax
}

function notAnImage(): Error {
  return invalidRequest('The requested object is not an image')
}

const cacheBytesMax = 512 * 1024 * 1024
const otherCacheBytesMax = 128 * 1024 * 1024
/** A demo of 150 steps opened for the first time, in two widths. */
const drawnAtOnce = 300

/** The sizes and quality the player requests. */
function isUsual({ width, height, quality, resize }: SettledWish): boolean {
  return height === null && quality === null && resize === 'contain' && imageWidths.some((each) => each === width)
}

function wishOfQuery(context: Context<AppEnv>): ImageWish {
  return parseImageWish(new Map(Object.entries(context.req.query())))
}

/** Only an explicitly accepted format counts; a bare wildcard gets the upload's. */
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
  // Declared images were already rotated on upload.
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
  const isTooMuch = format === 'avif' && outputPixels(wish, await image.metadata()) > avifPixelsMax
  try {
    return await encode(image, isTooMuch ? 'webp' : format, wish.quality).toBuffer()
  } catch (cause) {
    throw isUnknown ? unusableImage('The image is broken and cannot be read', cause) : cause
  }
}

/** Twelve megapixels of AVIF take 0.5 GB and 10 s; WebP takes a third of both. */
const avifPixelsMax = 5_000_000

function outputPixels(
  { width, height, resize }: ImageWish,
  original: { readonly width: number; readonly height: number },
): number {
  if (resize !== 'contain' && width !== null && height !== null) {
    return Math.min(width, original.width) * Math.min(height, original.height)
  }
  const scale = Math.min(1, (width ?? Infinity) / original.width, (height ?? Infinity) / original.height)
  return original.width * original.height * scale ** 2
}

/** AVIF at quality 60 and low effort: a quarter of the PNG, sharp text, within half a second. */
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
