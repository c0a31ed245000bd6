import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { Context } from 'hono'

import type { AppEnv } from '#server/services.ts'

import { compress, encodingFor } from './play-document.ts'

const dist = new URL('../../dist/', import.meta.url)
const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const

interface CompressedFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
  readonly mtimeMs: number
}

const compressed = new Map<string, Promise<CompressedFile>>()

/** The player's chunks: their names change with their content, so they are kept for good. */
export function playerFile(context: Context<AppEnv>): Promise<Response> {
  return sendFile(context, `player/${context.req.param('file') ?? ''}`, 'public, max-age=31536000, immutable')
}

/** The embed script stands on other people's pages under one name, so it is kept for an hour only. */
export function embedScript(context: Context<AppEnv>): Promise<Response> {
  return sendFile(context, 'js/demo-player.js', 'public, max-age=3600, stale-while-revalidate=86400')
}

async function sendFile(context: Context<AppEnv>, name: string, cacheControl: string): Promise<Response> {
  const extension = /^(?:player|js)\/[\w-]+\.(js|css)$/.exec(name)?.[1] as keyof typeof types | undefined
  if (extension === undefined) return context.notFound()
  const path = fileURLToPath(new URL(name, dist))
  const found = await stat(path).catch(() => null)
  if (found === null) return context.notFound()
  const encoding = encodingFor(context.req.header('accept-encoding') ?? '')
  const key = `${encoding} ${found.mtimeMs} ${name}`
  const file = await (compressed.get(key) ?? remember(key, path, found.mtimeMs, encoding))
  const headers = new Headers({
    'content-type': types[extension],
    'cache-control': cacheControl,
    // Pages of any origin may load the embed script, also those that ask for isolation.
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'accept-encoding',
    etag: file.etag,
  })
  if (context.req.header('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(file.body, { headers })
}

function remember(
  key: string,
  path: string,
  mtimeMs: number,
  encoding: Parameters<typeof compress>[1],
): Promise<CompressedFile> {
  const reading = readFile(path).then(async (content) => ({
    body: new Uint8Array(await compress(content, encoding)),
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}-${encoding}"`,
    mtimeMs,
  }))
  if (compressed.size >= filesMax) compressed.clear()
  compressed.set(key, reading)
  reading.catch(() => compressed.delete(key))
  return reading
}

const filesMax = 100
