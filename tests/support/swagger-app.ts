import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'

import { listenOnLoopback } from './listen-on-loopback.ts'
import { bookingApi } from './swagger-api.ts'

export interface SwaggerApp {
  /** http://127.0.0.1:port */
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * A real third-party web app to record: swagger-ui with a booking API that answers its calls, and a plain page reached
 * by an ordinary link.
 */
export async function startSwaggerApp(): Promise<SwaggerApp> {
  const { origin, close } = await listenOnLoopback(createServer(answer))
  return { url: origin, stop: close }
}

const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/') return send(response, 'text/html; charset=utf-8', appPage)
  if (pathname === '/start.js') return send(response, 'text/javascript', startScript)
  if (pathname === '/openapi.json') return send(response, 'application/json', JSON.stringify(bookingApi))
  if (pathname === '/guide') return send(response, 'text/html; charset=utf-8', guidePage)
  if (pathname === '/framed') return send(response, 'text/html; charset=utf-8', framedPage(request))
  if (pathname === '/framed/inner') return send(response, 'text/html; charset=utf-8', innerPage)
  if (pathname.startsWith('/v1/')) return answerCall(request, response, pathname)
  if (/^\/swagger-ui[\w.-]*\.(css|js)$/.test(pathname)) {
    return send(response, types[extname(pathname)] ?? 'text/plain', readFileSync(join(files, pathname)))
  }
  response.writeHead(404).end()
}

/** The API itself, as far as "Try it out" goes. */
function answerCall(request: IncomingMessage, response: ServerResponse, pathname: string): void {
  if (request.headers['x-api-key'] === undefined) {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Send your key as X-Api-Key."}')
    return
  }
  const rooms = [
    { id: 'r-101', name: 'Garden room', seats: 6 },
    { id: 'r-202', name: 'Board room', seats: 14 },
  ]
  const body = pathname === '/v1/rooms' ? rooms : (rooms.find(({ id }) => pathname.endsWith(id)) ?? rooms[0])
  send(response, 'application/json', JSON.stringify(body))
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

const appPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Room booking API</title>
    <link rel="stylesheet" href="/swagger-ui.css">
    <style>body { margin: 0 } nav { padding: 12px 20px; font: 15px sans-serif; background: #eef }</style>
  </head>
  <body>
    <nav><a href="/guide">Getting started guide</a></nav>
    <div id="swagger-ui"></div>
    <script src="/swagger-ui-bundle.js"></script>
    <script src="/start.js"></script>
  </body>
</html>`

const startScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true })`

const guidePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Getting started guide</title>
    <style>
      body { margin: 0 auto; max-width: 700px; padding: 40px; font: 17px/1.6 serif; background: #fbf7ef }
      a { display: inline-block; margin-top: 24px }
    </style>
  </head>
  <body>
    <h1>Getting started</h1>
    <p>Ask your administrator for an API key. Authorize once; every call you try out is then sent with it.</p>
    <a href="/">Back to the API</a>
  </body>
</html>`

/** A page with a bordered cross-origin frame (the other loopback name). */
function framedPage(request: IncomingMessage): string {
  const port = request.headers.host?.split(':')[1] ?? '80'
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Page with a frame</title>
    <style>iframe { margin: 60px 0 0 90px; width: 500px; height: 400px; border: 7px solid teal }</style>
  </head>
  <body><iframe src="http://localhost:${port}/framed/inner" title="Inner"></iframe></body>
</html>`
}

const innerPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Inner</title>
    <style>
      iframe { margin: 20px; width: 300px; height: 120px; border: 3px solid coral }
    </style>
  </head>
  <body>
    <open-card><template shadowrootmode="open"><button style="margin: 10px 40px; height: 40px">Pay in the frame</button></template></open-card>
    <iframe title="Innermost" srcdoc="<button style='margin: 25px; height: 30px'>Deepest</button>"></iframe>
    <form>
      <label>Password <input type="password" name="password"></label>
      <label>Card number <input autocomplete="cc-number" name="card"></label>
      <label>Notes <textarea name="notes"></textarea></label>
    </form>
  </body>
</html>`
