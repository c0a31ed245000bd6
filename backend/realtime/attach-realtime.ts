import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'

import { WebSocketServer } from 'ws'

import { createAddressReader } from '#backend/http/client-address.ts'
import { createSocketLimit } from '#backend/http/socket-limit.ts'
import { onUpgrade, refuseUpgrade } from '#backend/http/upgrade-router.ts'

import type { ProtocolVersion } from './phoenix-frame.ts'
import type { RealtimeHub } from './realtime-hub.ts'
import { RealtimeSocket } from './realtime-socket.ts'
import { isRefusal } from './realtime-token.ts'
import { headersForPolicies } from './request-headers.ts'

export interface AttachedRealtime {
  /** Disconnects every client; await it before closing the server. */
  readonly close: () => Promise<void>
}

const realtimePath = '/realtime/v1/websocket'

export async function attachRealtime(server: Server, hub: RealtimeHub): Promise<AttachedRealtime> {
  await hub.start()
  const { limits, services } = hub
  const addressOf = createAddressReader(services.config.trustedProxies)
  const socketLimit = createSocketLimit({
    total: limits.sockets,
    perNetwork: limits.socketsPerNetwork,
    perAccount: limits.socketsPerAccount,
  })
  // Leaves room for names and framing around the payload.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.payloadBytes + 4_096,
    maxFragments,
    perMessageDeflate: false,
  })

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const token = query.get('apikey') ?? headerOf(request, 'x-api-key') ?? headerOf(request, 'apikey') ?? ''
    const version = versions.find((each) => each === (query.get('vsn') ?? '1.0.0'))
    if (hub.isClosing) return refuse(socket, 503, 'Realtime is restarting, please standby')
    if (version === undefined) return refuse(socket, 400, 'The protocol version is not supported')
    if (token === '') return refuse(socket, 401, 'API key is missing')
    const bearer = await hub.verify(token)
    if (isRefusal(bearer)) return refuse(socket, 401, bearer.message.replace(/^(Token has expired).*/, '$1'))
    const address = addressOf(request.socket.remoteAddress ?? '', String(request.headers['x-forwarded-for'] ?? ''))
    let close = (): void => void socket.destroy()
    const slot = socketLimit.enter(address, () => close())
    if (slot === null) return refuse(socket, 429, 'Too many connected users')
    socket.once('close', slot.leave)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const headers = headersForPolicies(request.headers)
      const apikey = { token, bearer }
      const opened = new RealtimeSocket(webSocket, socket, hub, { version, apikey, headers, slot, address })
      close = () => opened.close(1013, 'Too many connected users')
      hub.sockets.add(opened)
    })
  }
  const detach = onUpgrade(server, realtimePath, (request, socket, head) => {
    const destroy = () => socket.destroy()
    socket.on('error', destroy)
    accept(request, socket, head).then(
      () => socket.off('error', destroy),
      (error: unknown) => {
        services.log.error({ err: error }, 'A realtime connection could not be opened')
        destroy()
      },
    )
  })

  return {
    async close() {
      await hub.close()
      detach()
      const lost = setTimeout(() => {
        for (const socket of hub.sockets) socket.terminate()
      }, closeTimeoutMs)
      await new Promise<void>((resolve) => sockets.close(() => resolve()))
      clearTimeout(lost)
    },
  }
}

const versions: readonly ProtocolVersion[] = ['1.0.0', '2.0.0']
const closeTimeoutMs = 1_000
/** 3 kB each for the largest message; every one takes a hundred bytes of memory, however small it is. */
const maxFragments = 1_024

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function refuse(socket: Duplex, status: 400 | 401 | 429 | 503, error: string): void {
  refuseUpgrade(socket, `${status} ${STATUS_CODES[status] ?? ''}`, JSON.stringify({ error }))
}
