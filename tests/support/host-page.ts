import { createServer } from 'node:http'

import { listenOnLoopback } from './listen-on-loopback.ts'

/** Another site: serves the given documents by path, each with its own headers. */
export interface HostSite {
  readonly origin: string
  readonly serve: (path: string, html: string, headers?: Readonly<Record<string, string>>) => string
  readonly servePicture: (path: string, png: Uint8Array) => string
  readonly close: () => Promise<void>
}

export async function startHostSite(): Promise<HostSite> {
  const pages = new Map<
    string,
    { readonly body: string | Uint8Array; readonly headers: Readonly<Record<string, string>> }
  >()
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '', 'http://host').pathname)
    if (page === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.body)
  })
  const { origin, close } = await listenOnLoopback(server)
  return {
    origin,
    serve: (path, html, headers = {}) => {
      pages.set(path, { body: `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${html}`, headers })
      return `${origin}${path}`
    },
    servePicture: (path, png) => {
      // Without a length, Chromium doesn't count a slow image as the largest paint.
      pages.set(path, { body: png, headers: { 'content-type': 'image/png', 'content-length': String(png.byteLength) } })
      return `${origin}${path}`
    },
    close,
  }
}
