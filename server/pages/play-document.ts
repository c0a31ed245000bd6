import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { RenderedPage } from '#protocol/player-page.ts'
import type { Config } from '#server/settings/config.ts'

import { connectSources, hashSource } from './security-headers.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A response that can be sent any number of times. */
export interface PlayDocument {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  /** Provisional: the next render will be better. */
  readonly isProvisional: boolean
}

interface PlayDocumentOptions {
  /** A supported encoding the browser named. */
  readonly origin: string
  readonly encoding: Encoding
  readonly isProvisional?: boolean
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses a page and sets its own policy. Style and script are allowed by hash, not nonce, so that ETags work. */
export async function toPlayDocument(
  config: Config,
  page: RenderedPage,
  { origin, encoding, isProvisional = false }: PlayDocumentOptions,
): Promise<PlayDocument> {
  const html = Buffer.from(page.html)
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}-${encoding}"`
  return {
    body: new Uint8Array(await compress(html, encoding)),
    etag,
    isProvisional,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': playerPolicy(config, origin, { ...page, framedBy: '*' }),
      vary: 'accept, accept-encoding, sec-ch-ua-mobile',
      etag,
    },
  }
}

/** The smallest encoding the client accepts. */
export function encodingFor(acceptEncoding: string): Encoding {
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity'
}

async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return content
  if (encoding === 'gzip') return compressGzip(content)
  const params = content.byteLength > largeBytes ? fastCompression : smallWindowCompression
  return compressBrotli(content, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } })
}

/** The best compression of a page this large takes a second. */
const largeBytes = 1_000_000
const fastCompression = { [constants.BROTLI_PARAM_QUALITY]: 4 }
/** A larger window takes 33 MB and ten times as long for the same page, and blocks the main thread to free the memory. */
const smallWindowCompression = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 }

/** The player's CSP: its inline style and script are allowed by hash. */
export function playerPolicy(
  config: Config,
  origin: string,
  { style, script, framedBy }: { readonly style?: string; readonly script?: string; readonly framedBy: string },
): string {
  // Spec §3: a screenshot may be an absolute http(s) address.
  const images = config.publicUrl.startsWith('https:') ? 'https:' : 'https: http:'
  return [
    `default-src 'none'`,
    `script-src 'self'${hashSource(script)}`,
    `style-src 'self'${hashSource(style)}`,
    `img-src 'self' data: blob: ${images}`,
    // A media card loads videos from https URLs.
    `media-src 'self' blob: https:`,
    `font-src 'self'`,
    `connect-src 'self' ${connectSources(config, origin)}`,
    `worker-src 'self'`,
    // Captured pages, in frames without an origin.
    `frame-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}
