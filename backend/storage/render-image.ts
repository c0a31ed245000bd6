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

import { createImageCache, renderingFolders, renderingKey, type ImageCache } from './image-cache.ts'
import { imageTransformFromText, parseImageTransform, type ImageTransform } from './image-transform.ts'
import { parseObjectPath } from './object-path.ts'
import { findPublicObject } from './object-read.ts'
import { findObject, type StoredObject } from './objects.ts'
import { detectFormat, openImage, withImageMemory, type ImageFormat } from './safe-image.ts'
import { contentDisposition, guardHeaders, matchesETag } from './serve-object.ts'
import { signerOf } from './signer.ts'
import { invalidRequest, noSuchObject, tooManyImages, unavailable, unusableImage } from './storage-errors.ts'
import { isDecoded } from './upload-check.ts'
import { verifiedCaller } from './upload.ts'
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
  const folders = renderingFolders(services.config.dataDir)
  // Separate caches, so that requests for unusual sizes can't evict the player's images.
  const caches = {
    usual: createImageCache(folders.usual, cacheBytesMax),
    other: createImageCache(folders.other, otherCacheBytesMax),
  }
  const queue = createFairQueue({ concurrent: 2, waiting: 100, waitingPerKey: 30 })
  const drawn = createNetworkLimit({ burst: renderBurst, refillMs: 600_000, now: services.now, wideFactor: 4 })
  const addressOf = createClientAddress(services.config.trustedProxies)
  const rendering = new Map<string, Promise<Uint8Array>>()

  return {
    renderPublic: async (context) => {
      const object = await findPublicObject(services, parseObjectPath(context.req.url, '/render/image/public/'))
      return serve(context, object, transformOfQuery(context))
    },
    renderVisible: async (context) => {
      const path = parseObjectPath(context.req.url, '/render/image/authenticated/')
      const object = await findObject(services, verifiedCaller(context), path)
      if (object === null) throw noSuchObject()
      return serve(context, object, transformOfQuery(context))
    },
    // The size is signed too: a link to a thumbnail doesn't open the original.
    renderSigned: async (context) => {
      const asked = parseObjectPath(context.req.url, '/render/image/sign/')
      const { path, claims } = await verifyUrlToken(services, 'read', context.req.query('token'), asked)
      const object = await findObject(services, signerOf(context, claims), path)
      if (object === null) throw noSuchObject()
      return serve(context, object, imageTransformFromText(claims['transformations']))
    },
  }

  async function serve(context: Context<AppEnv>, object: StoredObject, asked: ImageTransform): Promise<Response> {
    if (!isDecoded(object.mimeType) && !mayBeImage(object)) throw notAnImage()
    const transform = { ...asked, format: asked.format ?? bestFormat(context.req.header('accept') ?? '') }
    const key = renderingKey(object.version, JSON.stringify(transform))
    const eTag = `"${key.slice(-32)}"`
    const headers = imageHeaders(object, eTag, context.req.query('download'))
    if (matchesETag(context.req.header('if-none-match'), eTag)) {
      return new Response(null, { status: 304, headers })
    }
    const cache = isPlayerSize(transform) ? caches.usual : caches.other
    const content = (await cache.get(key)) ?? (await render(context, object, transform, { key, cache }))
    headers.set('content-type', `image/${detectFormat(content) ?? 'png'}`)
    headers.set('content-length', String(content.byteLength))
    return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(content), { headers })
  }

  function render(
    context: Context<AppEnv>,
    object: StoredObject,
    transform: ResolvedTransform,
    { key, cache }: { readonly key: string; readonly cache: ImageCache },
  ): Promise<Uint8Array> {
    const same = rendering.get(key)
    if (same !== undefined) return same
    // Our own pages ask in process and name their visitor.
    const address = addressOf(context) ?? context.req.header(visitorNetworkHeader) ?? null
    if (address !== null && !drawn.take(address)) throw tooManyImages()
    const job = queue
      .run(address ?? '', async () => {
        const content = await renderImage(services, object, transform)
        await cache.put(key, content)
        return content
      })
      .catch((error: unknown) => {
        if (!(error instanceof QueueFull)) throw error
        throw error.isOwnLine ? tooManyImages() : unavailable(error)
      })
      .finally(() => rendering.delete(key))
    rendering.set(key, job)
    return job
  }
}

type ResolvedTransform = ImageTransform & { readonly format: NonNullable<ImageTransform['format']> }

/** Uploaded without a type, which is detected on opening. */
function mayBeImage({ mimeType, size }: StoredObject): boolean {
  return mimeType === 'application/octet-stream' && size <= limits.imageBytesMax
}

function notAnImage(): Error {
  return invalidRequest('The requested object is not an image')
}

const cacheBytesMax = 512 * 1024 * 1024
const otherCacheBytesMax = 128 * 1024 * 1024
/** A demo of 150 steps opened for the first time, in two widths. */
const renderBurst = 300

/** The sizes and quality the player requests. */
function isPlayerSize({ width, height, quality, resize }: ResolvedTransform): boolean {
  return height === null && quality === null && resize === 'contain' && imageWidths.some((each) => each === width)
}

function imageHeaders(object: StoredObject, eTag: string, download: string | undefined): Headers {
  return new Headers({
    // A year means the name changes with the content.
    'cache-control': object.cacheControl.replace(/^max-age=31536000$/, '$&, immutable'),
    etag: eTag,
    'last-modified': new Date(object.updatedAt).toUTCString(),
    vary: 'accept',
    ...guardHeaders,
    ...(download !== undefined && { 'content-disposition': contentDisposition(download) }),
  })
}

function transformOfQuery(context: Context<AppEnv>): ImageTransform {
  return parseImageTransform(new Map(Object.entries(context.req.query())))
}

/** Only an explicitly accepted format counts; a bare wildcard gets the upload's. */
function bestFormat(accept: string): ResolvedTransform['format'] {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'origin'
}

async function renderImage(
  services: Services,
  object: StoredObject,
  transform: ResolvedTransform,
): Promise<Uint8Array> {
  const stream = await services.files.get(object.version)
  if (stream === null) throw noSuchObject()
  const original = new Uint8Array(await new Response(stream).arrayBuffer())
  return withImageMemory('visitors', original, () => resizeImage(object, original, transform))
}

async function resizeImage(
  object: StoredObject,
  original: Uint8Array,
  transform: ResolvedTransform,
): Promise<Uint8Array> {
  const isUnknown = !isDecoded(object.mimeType)
  if (isUnknown && detectFormat(original) === null) throw notAnImage()
  // Declared images were already rotated on upload.
  const image = isUnknown ? openImage(original).autoOrient() : openImage(original)
  if (transform.width !== null || transform.height !== null) {
    image.resize({
      ...(transform.width !== null && { width: transform.width }),
      ...(transform.height !== null && { height: transform.height }),
      fit: transform.resize === 'contain' ? 'inside' : transform.resize,
      withoutEnlargement: true,
    })
  }
  const format = transform.format === 'origin' ? (detectFormat(original) ?? 'png') : transform.format
  const isTooMuch = format === 'avif' && outputPixels(transform, await image.metadata()) > avifPixelsMax
  try {
    return await encode(image, isTooMuch ? 'webp' : format, transform.quality).toBuffer()
  } catch (cause) {
    throw isUnknown ? unusableImage('The image is broken and cannot be read', cause) : cause
  }
}

/** Twelve megapixels of AVIF take 0.5 GB and 10 s; WebP takes a third of both. */
const avifPixelsMax = 5_000_000

function outputPixels(
  { width, height, resize }: ImageTransform,
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
