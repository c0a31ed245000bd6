import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Routes upgrades of one path to a handler and refuses unknown paths. Returns the stop function. */
export function onUpgrade(server: Server, path: string, handler: UpgradeHandler): () => void {
  const handlers = routers.get(server) ?? route(server)
  handlers.set(path, handler)
  return () => handlers.delete(path)
}

/** Answers an upgrade with an HTTP error and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: string, body = ''): void {
  socket.on('error', () => socket.destroy())
  const type = body === '' ? '' : 'Content-Type: application/json\r\n'
  // Otherwise the connection would last until the client closes its half.
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

const routers = new WeakMap<Server, Map<string, UpgradeHandler>>()

function route(server: Server): Map<string, UpgradeHandler> {
  const handlers = new Map<string, UpgradeHandler>()
  routers.set(server, handlers)
  server.on('upgrade', (request, socket, head) => {
    const path = URL.canParse(request.url ?? '/', 'http://localhost')
      ? new URL(request.url ?? '/', 'http://localhost').pathname
      : ''
    const handler = handlers.get(path)
    if (handler === undefined) return refuseUpgrade(socket, '404 Not Found')
    handler(request, socket, head)
  })
  return handlers
}
