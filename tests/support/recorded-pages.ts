import { createServer } from 'node:http'

import { listenOnLoopback } from './listen-on-loopback.ts'

export interface RecordedPages {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Pages to record: body content by path. */
export async function startRecordedPages(bodies: Readonly<Record<string, string>>): Promise<RecordedPages> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const body = bodies[pathname]
    if (body === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><head><title>App</title><style>body { margin: 0; font: 15px sans-serif }</style></head>
<body>${body}</body></html>`)
  })
  const { origin, close } = await listenOnLoopback(server)
  return { url: origin, stop: close }
}
