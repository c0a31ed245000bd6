import { randomUUID } from 'node:crypto'
import process from 'node:process'
import type { Duplex } from 'node:stream'

import type { WebSocket } from 'ws'

import { createRateLimit, type RateLimit } from '#backend/http/rate-limit.ts'
import type { SocketSlot } from '#backend/http/socket-limit.ts'

import { answerFrame } from './answer-frame.ts'
import {
  aroundPayload,
  parseBinaryFrame,
  parseTextFrame,
  textFrame,
  type EncodedFrame,
  type IncomingFrame,
  type Message,
  type ProtocolVersion,
} from './phoenix-frame.ts'
import type { RealtimeChannel } from './realtime-channel.ts'
import type { RealtimeHub } from './realtime-hub.ts'
import { filterBurstSeconds, frameBytesMin, freeBytes } from './realtime-limits.ts'
import type { Bearer } from './realtime-token.ts'

/** One connection. Handles frames one at a time, in order. */
export class RealtimeSocket {
  readonly version: ProtocolVersion
  readonly apikey: { readonly token: string; readonly bearer: Bearer }
  readonly headers: Readonly<Record<string, string>>
  readonly slot: SocketSlot
  readonly address: string
  readonly openedAtMs: number
  hasJoined = false
  readonly channels = new Map<string, RealtimeChannel>()
  /** Large frames that the client hasn't read yet; other sockets may share them. */
  readonly unreadFrames = new Set<Uint8Array>()
  readonly #webSocket: WebSocket
  readonly #stream: Duplex
  readonly #hub: RealtimeHub
  readonly #events: RateLimit
  readonly #joins: RateLimit
  readonly #presenceCalls: RateLimit
  readonly #filterSteps: RateLimit
  #waiting: { readonly frame: IncomingFrame; readonly bytes: number }[] = []
  #waitingBytes = 0
  #isSignedIn = false
  #isService = false
  #isWorking = false
  #isGathering = false
  #lastFrameAtMs: number

  /** `stream` is the WebSocket's underlying stream. */
  constructor(
    webSocket: WebSocket,
    stream: Duplex,
    hub: RealtimeHub,
    fields: Pick<RealtimeSocket, 'version' | 'apikey' | 'headers' | 'slot' | 'address'>,
  ) {
    this.#webSocket = webSocket
    this.#stream = stream
    this.#hub = hub
    this.version = fields.version
    this.apikey = fields.apikey
    this.headers = fields.headers
    this.slot = fields.slot
    this.address = fields.address
    const { limits, now } = hub
    this.#events = createRateLimit({ burst: limits.eventsPerSecond, refillMs: 1_000, now })
    this.#joins = createRateLimit({ burst: limits.joinsPerSecond, refillMs: 1_000, now })
    this.#presenceCalls = createRateLimit({ burst: limits.presenceCalls, refillMs: limits.presenceWindowMs, now })
    const burst = limits.filterStepsPerSecond * filterBurstSeconds
    this.#filterSteps = createRateLimit({ burst, refillMs: filterBurstSeconds * 1_000, now })
    this.#lastFrameAtMs = now()
    this.openedAtMs = this.#lastFrameAtMs
    this.mayStay(fields.apikey.bearer)
    webSocket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary))
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => hub.removeSocket(this))
  }

  get isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN
  }

  /** Bytes that the client hasn't read yet. */
  get unreadBytes(): number {
    return this.#webSocket.bufferedAmount
  }

  get lastFrameAtMs(): number {
    return this.#lastFrameAtMs
  }

  /** Counts the socket for its account; false when that has too many. */
  mayStay({ role, userId }: Bearer): boolean {
    if (role === 'anon') return true
    // The operator's own programs aren't limited.
    this.#isService ||= role === 'service_role'
    this.#isSignedIn ||= this.slot.signIn(role === 'service_role' ? `service ${randomUUID()}` : (userId ?? ''))
    return this.#isSignedIn
  }

  mayJoin(): boolean {
    return this.#joins.take('') && (this.#isService || this.#hub.mayJoin(this.address, this.#isSignedIn))
  }

  /** Charges the evaluation of filters, in steps of 25 ns; false when the socket or its network has used too many. */
  mayFilter({ role }: Bearer, steps: number): boolean {
    // The operator's own programs aren't limited.
    if (role === 'service_role' || steps === 0) return true
    return this.#filterSteps.take('', steps) && this.#hub.mayFilter(this.address, steps)
  }

  closeChannel(channel: RealtimeChannel, message: string): void {
    this.#hub.closeChannel(channel, message)
  }

  maySendEvent(): boolean {
    return this.#events.take('')
  }

  /** False when the socket's channels would exceed its memory limit. */
  mayTrack(channel: RealtimeChannel, bytes: number): boolean {
    let total = bytes
    for (const other of this.channels.values()) if (other !== channel) total += other.tracked?.text.length ?? 0
    const { presenceBytes, anonPresenceBytes } = this.#hub.limits
    return total <= (this.#isSignedIn ? presenceBytes : anonPresenceBytes)
  }

  mayChangePresence(topic: string): boolean {
    return this.#presenceCalls.take(topic)
  }

  reply(
    { joinRef, ref, topic }: Pick<Message, 'joinRef' | 'ref' | 'topic'>,
    status: 'ok' | 'error',
    response: object = {},
  ): void {
    this.sendText({ joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response }))
  }

  sendText(fields: Omit<Message, 'payload'>, payloadText: string): void {
    this.#send(textFrame(this.version, fields, payloadText))
  }

  /** Frames may be shared between sockets, so that a large one is in memory once. */
  sendFrame({ bytes, isBinary }: EncodedFrame): void {
    this.#send(bytes, isBinary)
  }

  /** Sends a text frame. A large payload is a fragment of its own, so that all sockets share its memory. */
  sendShared(fields: Omit<Message, 'payload'>, payload: Uint8Array): void {
    if (payload.byteLength <= freeBytes) return this.sendText(fields, Buffer.from(payload).toString())
    if (!this.#mayBuffer()) return
    const [before, after] = aroundPayload(this.version, fields)
    this.#webSocket.send(before, { binary: false, fin: false })
    this.#sendLarge(payload, { binary: false, fin: false })
    this.#webSocket.send(after, { binary: false, fin: true })
  }

  close(code: number, reason = ''): void {
    this.#webSocket.close(code, reason)
  }

  /** Closes without a handshake. */
  terminate(): void {
    this.#webSocket.terminate()
  }

  #send(frame: string | Uint8Array, isBinary = false): void {
    if (!this.#mayBuffer()) return
    if (typeof frame === 'string' || frame.byteLength <= freeBytes) this.#webSocket.send(frame, { binary: isBinary })
    else this.#sendLarge(frame, { binary: isBinary, fin: true })
  }

  #sendLarge(frame: Uint8Array, options: { readonly binary: boolean; readonly fin: boolean }): void {
    this.unreadFrames.add(frame)
    this.#webSocket.send(frame, options, () => this.unreadFrames.delete(frame))
  }

  /** False when the socket is closed; a slow client's is, because its backlog would fill memory. */
  #mayBuffer(): boolean {
    if (!this.isOpen) return false
    const { waitingBytes, anonWaitingBytes } = this.#hub.limits
    const bytesMax = this.#isSignedIn ? waitingBytes : Math.min(waitingBytes, anonWaitingBytes)
    if (this.#webSocket.bufferedAmount > bytesMax) {
      this.terminate()
      return false
    }
    this.#gather()
    return true
  }

  /** Corks the stream so that frames sent together share one system call. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.#stream.uncork()
    })
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#lastFrameAtMs = this.#hub.now()
    if (!this.#hub.mayRead(this.address, Math.max(data.byteLength, frameBytesMin))) {
      return this.close(1008, 'Too much data per second')
    }
    const frame = isBinary ? parseBinaryFrame(this.version, data) : parseTextFrame(this.version, data.toString())
    // Phoenix closes on undecodable frames too.
    if (frame === null) return this.close(1011, 'malformed frame')
    this.#waiting.push({ frame, bytes: data.byteLength })
    this.#waitingBytes += data.byteLength
    if (this.#isFull()) this.#webSocket.pause()
    if (!this.#isWorking) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    for (let next = this.#waiting.shift(); next !== undefined && this.isOpen; next = this.#waiting.shift()) {
      await answerFrame(this.#hub, this, next.frame)
      this.#waitingBytes -= next.bytes
      if (!this.#isFull()) this.#webSocket.resume()
    }
    this.#isWorking = false
  }

  #isFull(): boolean {
    return this.#waiting.length >= waitingFramesMax || this.#waitingBytes >= waitingFrameBytesMax
  }
}

/** Queued frames before backpressure stops reading. */
const waitingFramesMax = 32
const waitingFrameBytesMax = 256 * 1024
