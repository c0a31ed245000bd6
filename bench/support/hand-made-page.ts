import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

export interface HandMadePages {
  /** The image is a second request. */
  readonly secondRequestUrl: string
  /** The image is inlined in the document. */
  readonly insideUrl: string
  readonly close: () => void
}

/** The minimum for a step: a hand-written static page with a heading, an image and two links. */
export async function serveHandMadePages(avif: Buffer): Promise<HandMadePages> {
  const document = (image: string) =>
    brotliCompressSync(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Get paid with Ledgerly</title><style>body{margin:0;font:15px/1.5 system-ui;background:#f3f3f5}main{max-width:1030px;margin:auto;padding:20px}
img{display:block;width:100%;height:auto;border-radius:8px}nav{display:flex;gap:8px;justify-content:center;padding:14px}</style>
<main><h1>Get paid with Ledgerly</h1><img src="${image}" width="1440" height="900" alt="The overview">
<nav><a href="#">Previous</a>Step 1 of 3<a href="#2">Next</a></nav><p>This is where the day starts.</p></main></html>`,
    )
  const bodies = {
    '/second': { body: document('/step.avif'), type: 'text/html; charset=utf-8' },
    '/inside': {
      body: document(`data:image/avif;base64,${avif.toString('base64')}`),
      type: 'text/html; charset=utf-8',
    },
    '/step.avif': { body: avif, type: 'image/avif' },
  }
  const server = createServer((request, response) => {
    const found = Object.entries(bodies).find(([path]) => path === request.url)?.[1]
    if (found === undefined) return void response.writeHead(404).end()
    response.setHeader('content-type', found.type)
    if (found.type !== 'image/avif') response.setHeader('content-encoding', 'br')
    response.end(found.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return { secondRequestUrl: `${origin}/second`, insideUrl: `${origin}/inside`, close: () => server.close() }
}
