import type { RawData, WebSocket } from 'ws'

import { isObject } from '#domain/is-object.ts'
import { OutboundError } from '#backend/http/outbound-fetch.ts'
import { openOutboundSocket } from '#backend/http/outbound-socket.ts'
import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { readRetryAfter } from '#server/models/retry-after.ts'

import type { HearingWire, WireEvent } from './hearing-wire.ts'

/** `idle`: the provider closed a connection while no result was due. */
export type HearingProblem = 'refused' | 'busy' | 'unreachable' | 'slow' | 'broken' | 'closed' | 'idle'

export interface HearingListener {
  /** Replaces the last partial result. */
  readonly onPartial: (text: string) => void
  readonly onFinal: (text: string, confidence: number | null) => void
  /** Every message, as the provider sent it. */
  readonly onMessage?: (message: Readonly<Record<string, unknown>>) => void
  /** The last event; `sentence` is for the log, `retryAfterMs` how long the provider asks us to wait. */
  readonly onEnd: (problem: HearingProblem, sentence: string, retryAfterMs?: number) => void
}

/** One connection to a provider's recogniser. */
export interface HearingLine {
  /** PCM16 little-endian, 16 kHz, mono. */
  readonly send: (pcm: Buffer) => void
  /** The visitor started to speak; from now on a result is due. */
  readonly begin: () => void
  /** The visitor stopped speaking: the provider must finalise what was sent, or the line ends as slow. */
  readonly flush: () => void
  /** False while opening and after the end. */
  readonly isOpen: () => boolean
  /** Sends a message other than audio, in the provider's format. Call only once the line is open. */
  readonly write: (message: string) => void
  /** Ends the line; no event follows. */
  readonly close: () => void
}

export interface HearingDeadlines {
  readonly openMs: number
  /** From the end of speech to the first word. */
  readonly answerMs: number
  readonly keepAliveMs: number
}

export const hearingDeadlines: HearingDeadlines = { openMs: 2_500, answerMs: 2_500, keepAliveMs: 4_000 }

/** Opens a line; audio sent before that is buffered. Never throws: failures arrive as `onEnd`. */
export function openHearingLine(
  wire: HearingWire,
  options: HearingDeadlines & { readonly mayCallPrivateAddresses: boolean },
  listener: HearingListener,
): HearingLine {
  let isOver = false
  let waiting: Buffer[] = []
  let isFlushDue = false
  let hasAnswered = false
  /** A partial result awaits its final one. */
  let isPartial = false
  let answerDue: ReturnType<typeof setTimeout> | null = null
  let keepAlive: ReturnType<typeof setInterval> | null = null
  let socket: WebSocket | null = null

  const end = (problem: HearingProblem, sentence: string, retryAfterMs = 0): void => {
    if (isOver) return
    stop()
    listener.onEnd(problem, sentence, retryAfterMs)
  }
  const stop = (): void => {
    isOver = true
    waiting = []
    if (answerDue !== null) clearTimeout(answerDue)
    if (keepAlive !== null) clearInterval(keepAlive)
    if (socket?.readyState === socket?.OPEN && wire.goodbye !== null) socket?.send(wire.goodbye)
    socket?.close()
    // The provider didn't answer our closing message.
    setTimeout(() => socket?.terminate(), closeMs).unref()
  }
  const answer = (): void => {
    hasAnswered = true
    isPartial = false
    if (answerDue !== null) clearTimeout(answerDue)
    answerDue = null
  }
  const write = (data: Buffer | string): void => {
    if (socket === null) return
    if (socket.bufferedAmount > bufferedBytesMax) return end('slow', 'The provider does not take the audio in time.')
    socket.send(data)
  }
  const hear = (event: WireEvent): void => {
    switch (event.type) {
      case 'partial':
        hasAnswered = true
        isPartial = true
        return listener.onPartial(event.text)
      case 'final':
        answer()
        return listener.onFinal(event.text, event.confidence)
      case 'nothing':
        return answer()
      case 'failed':
        return end(event.problem, event.sentence)
    }
  }
  const flush = (): void => {
    if (isOver) return
    // Some recognisers send nothing if everything was already final.
    const isOwed = !hasAnswered || isPartial
    if (isOwed)
      answerDue ??= setTimeout(() => end('slow', 'The provider recognised nothing in time.'), options.answerMs)
    if (socket?.readyState !== socket?.OPEN) isFlushDue = true
    else write(wire.flush)
  }

  try {
    socket = openOutboundSocket(wire.url, {
      headers: wire.headers,
      mayCallPrivateAddresses: options.mayCallPrivateAddresses,
      openMs: options.openMs,
      bytesMax: messageBytesMax,
    })
  } catch (error) {
    // Listeners aren't attached yet.
    queueMicrotask(() => end('refused', error instanceof OutboundError ? error.message : 'The address is not allowed'))
    const idle = (): void => undefined
    return {
      send: idle,
      begin: idle,
      flush: idle,
      isOpen: () => false,
      write: idle,
      close: () => void (isOver = true),
    }
  }

  socket.on('open', () => {
    if (isOver) return
    for (const message of wire.begin) write(message)
    for (const pcm of waiting) write(wire.encode(pcm))
    waiting = []
    if (isFlushDue) write(wire.flush)
    const { keepAlive: message } = wire
    if (message !== null) keepAlive = setInterval(() => write(message), options.keepAliveMs)
  })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isOver) return
    const message = isBinary ? null : parse(data)
    if (message === null) return end('broken', 'The provider sent an unexpected response.')
    for (const event of wire.read(message)) if (!isOver) hear(event)
    if (!isOver) listener.onMessage?.(message)
  })
  socket.on('unexpected-response', (request, response) => {
    const status = response.statusCode ?? 0
    request.destroy()
    const retryAfterMs = readRetryAfter(response.headers['retry-after'], Date.now())
    end(problemOf(status), `The provider refused the connection (${status}).`, retryAfterMs)
  })
  socket.on('error', (error: Error & { readonly code?: string }) => {
    const isLate = error.message.includes('handshake has timed out')
    if (isLate) return end('slow', 'The provider did not answer in time.')
    end(isProtocolError(error) ? 'broken' : 'unreachable', `The connection to the provider failed (${error.message}).`)
  })
  socket.on('close', (code: number) => {
    end(answerDue === null && !isPartial ? 'idle' : 'closed', `The provider closed the connection (${code}).`)
  })

  return {
    send(pcm) {
      if (isOver) return
      if (socket.readyState === socket.OPEN) return write(wire.encode(pcm))
      // Connecting may take almost as long, during which the visitor's audio is buffered.
      if (waiting.length < waitingFramesMax) waiting.push(pcm)
    },
    begin: () => void (hasAnswered = false),
    flush,
    isOpen: () => !isOver && socket.readyState === socket.OPEN,
    write(message) {
      if (!isOver && socket.readyState === socket.OPEN) write(message)
    },
    close: () => void (isOver || stop()),
  }
}

/** Only JSON objects count. */
function parse(data: RawData): Readonly<Record<string, unknown>> | null {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
  const value = parseJsonOrUndefined(bytes)
  return isObject(value) ? value : null
}

function problemOf(status: number): HearingProblem {
  if (status === 429 || status >= 500) return 'busy'
  return 'refused'
}

function isProtocolError(error: Error & { readonly code?: string }): boolean {
  return error.code?.startsWith('WS_ERR') === true
}

/** Four seconds of audio in the largest encoding. */
const bufferedBytesMax = 256 * 1024
/** Half a minute of audio as base64 would be 2 MB; providers send far smaller pieces. */
const messageBytesMax = 512 * 1024
/** Three seconds. */
const waitingFramesMax = 150
const closeMs = 1_000
