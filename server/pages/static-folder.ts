import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'

export interface StaticFolder {
  /** 404 for anything that isn't plainly a file of this folder. */
  readonly serve: (context: Context<AppEnv>, path: string, options?: ServeOptions) => Promise<Response>
  readonly has: (path: string) => Promise<boolean>
}

interface ServeOptions {
  /** Default: immutable if the name has a hash, otherwise revalidate. */
  readonly cacheControl?: string
  /** A script that other sites include. */
  readonly isForOtherSites?: boolean
}

/** Serves built files, compressed once and kept in memory. Detects a new build by size and mtime. */
export function createStaticFolder(folder: string): StaticFolder {
  const loaded = new Map<string, LoadedFile>()

  return {
    serve: async (context, path, options = {}) => {
      const file = await load(path)
      if (file === null) return context.text('Not found', 404)
      const encoding = file.isCompressible ? chooseEncoding(context.req.header('accept-encoding') ?? '') : 'identity'
      const eTag = `"${file.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
      const headers = new Headers({
        'content-type': file.contentType,
        'cache-control':
          options.cacheControl ?? (hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
        etag: eTag,
      })
      if (file.isCompressible) headers.set('vary', 'accept-encoding')
      if (options.isForOtherSites === true) {
        headers.set('cross-origin-resource-policy', 'cross-origin')
        // Module scripts, such as the tracker's chat, are fetched with CORS.
        headers.set('access-control-allow-origin', '*')
      }
      if (context.req.header('if-none-match')?.includes(eTag) === true)
        return new Response(null, { status: 304, headers })

      const content = await file.encoded(encoding)
      if (encoding !== 'identity') headers.set('content-encoding', encoding)
      headers.set('content-length', String(content.byteLength))
      return new Response(context.req.method === 'HEAD' ? null : content, { headers })
    },
    has: async (path) => (await load(path)) !== null,
  }

  async function load(path: string): Promise<LoadedFile | null> {
    const name = safePath(path)
    if (name === null) return null
    const found = await stat(join(folder, name)).catch(() => null)
    if (found === null || !found.isFile()) return null
    const state = `${found.size} ${found.mtimeMs}`
    const known = loaded.get(name)
    if (known?.state === state) return known
    const content = await readFile(join(folder, name)).catch(() => null)
    if (content === null) return null
    const file = toLoadedFile(name, state, content)
    loaded.set(name, file)
    return file
  }
}

type Encoding = 'br' | 'gzip' | 'identity'

/** Responses share them; each would otherwise hold a copy until its client has read it. */
type Bytes = Uint8Array<ArrayBuffer>

interface LoadedFile {
  readonly state: string
  readonly hash: string
  readonly contentType: string
  readonly isCompressible: boolean
  readonly encoded: (encoding: Encoding) => Promise<Bytes>
}

/** The hash bundlers append: eight or more characters before the extension. */
const hashedName = /[.-][\w-]{8,}\.\w+$|\.[\w-]{6}\.js$/
const compressible = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
}

/** A safe relative path: no dotfiles, no `..`, no odd characters. */
function safePath(path: string): string | null {
  let text: string
  try {
    text = decodeURIComponent(path)
  } catch {
    return null
  }
  const isPlain = text.split('/').every((segment) => /^[\w@~-][\w@~. -]*$/.test(segment) && !segment.includes('..'))
  return isPlain ? text : null
}

function toLoadedFile(name: string, state: string, content: Bytes): LoadedFile {
  const contentType = contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream'
  let brotli: Promise<Bytes> | null = null
  let gzipped: Promise<Bytes> | null = null
  return {
    state,
    hash: createHash('sha256').update(content).digest('base64url').slice(0, 22),
    contentType,
    isCompressible: compressible.test(contentType) && content.byteLength > 500,
    encoded: (encoding) => {
      switch (encoding) {
        case 'br':
          brotli ??= compressBrotliQuickly(content, (better) => (brotli = Promise.resolve(better)))
          return brotli
        case 'gzip':
          gzipped ??= compressGzip(content, { level: 9 })
          return gzipped
        case 'identity':
          return Promise.resolve(content)
      }
    },
  }
}

/** The first visitor gets fast compression, later ones the best. Both decompress to the same bytes. */
async function compressBrotliQuickly(content: Bytes, improve: (better: Bytes) => void): Promise<Bytes> {
  const quick = await compressBrotli(content, { params: brotliParams(content, 5) })
  void compressBrotli(content, { params: brotliParams(content, 11) }).then(improve)
  return quick
}

function brotliParams(content: Uint8Array, quality: number): Readonly<Record<number, number>> {
  return { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength }
}

function chooseEncoding(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}
