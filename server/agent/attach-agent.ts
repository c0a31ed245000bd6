import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

import { WebSocketServer, type WebSocket } from 'ws'

import {
  agentPath,
  agentProtocolVersion,
  type ByeReason,
  type ClientEvent,
  type ServerEvent,
} from '#protocol/agent-events.ts'
import { parseClientEvent } from '#protocol/agent-client-events.ts'
import { createAddressReader } from '#backend/http/client-address.ts'
import { jsonProblem } from '#backend/http/json-problem.ts'
import { createSocketLimit, type SocketSlot } from '#backend/http/socket-limit.ts'
import { onUpgrade, refuseUpgrade } from '#backend/http/upgrade-router.ts'
import type { Services } from '#server/services.ts'

import type { AgentHub } from './agent-hub.ts'
import { isOwnOrigin } from './agent-origin.ts'
import type { AgentSession } from './agent-session.ts'
import type { EventSink } from './event-outbox.ts'
import type { TokenBearer } from './session-token.ts'

export interface AttachedAgent {
  /** Ends every conversation with a goodbye and stores all turns. Await this before closing the server. */
  readonly close: () => Promise<void>
}

/** Serves the agent's WebSocket on an HTTP server. Upgrades to other paths are refused. */
export function attachAgent(server: Server, services: Services, hub: AgentHub): AttachedAgent {
  const addressOf = createAddressReader(services.config.trustedProxies)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameBytesMax, maxFragments, clientTracking: true })
  const socketLimit = createSocketLimit({
    total: hub.limits.sockets,
    perNetwork: hub.limits.socketsPerNetwork,
    perAccount: socketsPerConversation,
  })
  let isClosing = false
  hub.start()

  const handleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { origin, host } = request.headers
    if (!isOwnOrigin(services.config, origin, host)) return refuseUpgrade(socket, '403 Forbidden')
    if (isClosing) return refuseUpgrade(socket, '503 Service Unavailable')
    const bearer: TokenBearer = {
      address: addressOf(request.socket.remoteAddress ?? '', String(request.headers['x-forwarded-for'] ?? '')),
      userAgent: request.headers['user-agent'] ?? '',
    }
    let close = (): void => void socket.destroy()
    const slot = socketLimit.enter(bearer.address, () => close())
    if (slot === null) return refuseUpgrade(socket, '429 Too Many Requests')
    socket.once('close', slot.leave)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      close = () => webSocket.close(1013)
      serveSocket(webSocket, { bearer, slot, hub, services })
    })
  }
  const detach = onUpgrade(server, agentPath, handleUpgrade)
  // Detects dead connections, such as a phone that lost its network.
  const heartbeat = setInterval(() => {
    for (const webSocket of sockets.clients) {
      if (silent.has(webSocket)) webSocket.terminate()
      silent.add(webSocket)
      webSocket.ping()
    }
  }, heartbeatMs)
  heartbeat.unref()

  return {
    async close() {
      isClosing = true
      clearInterval(heartbeat)
      await hub.close()
      detach()
      for (const webSocket of sockets.clients) webSocket.close(1001)
      const lost = setTimeout(() => {
        for (const webSocket of sockets.clients) webSocket.terminate()
      }, closeMs)
      await new Promise<void>((resolve) => sockets.close(() => resolve()))
      clearTimeout(lost)
    },
  }
}

const frameBytesMax = 64 * 1024
/** Each takes a hundred bytes of memory, however small it is. */
const maxFragments = 256
/** A newer connection replaces the previous one; closing connections still count. */
const socketsPerConversation = 4
const heartbeatMs = 20_000
const closeMs = 1_000
const silent = new WeakSet<WebSocket>()

function serveSocket(
  webSocket: WebSocket,
  {
    bearer,
    slot,
    hub,
    services,
  }: {
    readonly bearer: TokenBearer
    readonly slot: SocketSlot
    readonly hub: AgentHub
    readonly services: Services
  },
): void {
  const sink: EventSink = {
    send: (event) => {
      if (webSocket.bufferedAmount > hub.limits.waitingBytes) return webSocket.terminate()
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(JSON.stringify(event))
      if (event.t === 'bye') webSocket.close(1000)
    },
    close: () => webSocket.close(4000),
    audio: {
      send: (frame) => {
        if (webSocket.readyState === webSocket.OPEN) webSocket.send(frame)
      },
      waitingBytes: () => webSocket.bufferedAmount,
    },
  }
  let session: AgentSession | null = null
  let isOpening = false
  let waiting: string[] = []
  const events = countPerSecond(services.now)
  const sounds = countPerSecond(services.now)
  const helloDue = setTimeout(() => refuseSocket('protocol'), hub.limits.helloMs)

  const refuseSocket = (reason: ByeReason, text = ''): void => {
    sink.send(lonely({ t: 'bye', reason, text: text === '' ? (refusalSentences[reason] ?? '') : text }, services.now()))
  }

  const read = async (frame: string): Promise<void> => {
    const event = jsonProblem(frame) === null ? parseClientEvent(frame) : null
    if (event === null) return refuseSocket('protocol')
    if (session !== null) return session.receive(event)
    if (event.t === 'ping') return
    clearTimeout(helloDue)
    if (event.t === 'resume') return resume(event)
    if (event.t !== 'hello') return refuseSocket('protocol')
    isOpening = true
    const opened = await hub.open(event, bearer)
    isOpening = false
    if (!opened.ok) return refuseSocket(opened.problem, opened.text)
    session = opened.value
    slot.signIn(session.id)
    session.receive(event)
    if (webSocket.readyState !== webSocket.OPEN) return session.end('dropped')
    session.attach(sink, 0)
    session.start(event.step)
    readWaiting()
  }

  const resume = async (event: Extract<ClientEvent, { t: 'resume' }>): Promise<void> => {
    isOpening = true
    const found = await hub.resume(event.sid, event.token, bearer).catch((error: unknown) => {
      services.log.warn({ err: error }, 'Could not look for a conversation')
      return 'closing' as const
    })
    isOpening = false
    // The browser tries again, perhaps at another server.
    if (found === 'closing') return webSocket.close(1012)
    if (found === null || !slot.signIn(found.id)) return refuseSocket('dropped')
    session = found
    if (webSocket.readyState !== webSocket.OPEN) return
    session.attach(sink, event.lastSeq)
    readWaiting()
  }

  const readWaiting = (): void => {
    for (const each of waiting) void read(each)
    waiting = []
  }

  webSocket.on('message', (data, isBinary) => {
    silent.delete(webSocket)
    if (isBinary) {
      if (sounds() > hub.limits.framesPerSecond) return webSocket.close(1008)
      return session?.hear(data as Buffer)
    }
    if (events() > hub.limits.eventsPerSecond) return webSocket.close(1008)
    const frame = data.toString()
    if (isOpening) {
      if (waiting.length >= hub.limits.eventsPerSecond) return webSocket.close(1008)
      waiting.push(frame)
      return
    }
    read(frame).catch((error: unknown) => {
      services.log.error({ err: error }, 'A conversation failed')
      refuseSocket('failed')
    })
  })
  webSocket.on('pong', () => silent.delete(webSocket))
  webSocket.on('error', () => webSocket.terminate())
  webSocket.on('close', () => {
    clearTimeout(helloDue)
    session?.detach(sink)
  })
}

/** Counts calls within the current second. */
function countPerSecond(now: () => number): () => number {
  let startedAt = now()
  let count = 0
  return () => {
    if (Math.abs(now() - startedAt) >= 1_000) {
      startedAt = now()
      count = 0
    }
    count += 1
    return count
  }
}

const refusalSentences: Partial<Record<ByeReason, string>> = {
  dropped: 'This conversation has ended. You can start a new one.',
  protocol: 'The server did not understand a message.',
  failed: 'Something went wrong on our side. Please start again.',
  'server-closing': 'The server is being restarted. Please start again in a moment.',
}

/** An event that belongs to no conversation. */
function lonely(
  body: { readonly t: 'bye'; readonly reason: ByeReason; readonly text: string },
  ts: number,
): ServerEvent {
  return { v: agentProtocolVersion, sid: '', seq: 0, ts, ...body }
}
