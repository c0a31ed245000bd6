import type { IncomingMessage, RequestListener } from 'node:http'

import { networkOf, unknownNetwork, wideNetworkOf } from '#backend/http/network-of.ts'

export interface TurnOptions {
  readonly addressOf: (request: IncomingMessage) => string
  /** Requests of one network that count as running. */
  readonly running?: number
  /** A request that takes longer waits for something else, and no longer counts. */
  readonly holdMs?: number
  readonly waiting?: number
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Starts only some of a network's requests at a time, so that one with thousands of connections doesn't take all of the
 * thread's turns. A /48 counts as one network.
 */
export function takeTurns(
  answer: RequestListener,
  { addressOf, running = 32, holdMs = 150, waiting = 4_000 }: TurnOptions,
): RequestListener {
  const lines = new Map<string, Line>()

  return (request, response) => {
    const network = networkOf(addressOf(request))
    if (network === unknownNetwork) {
      answer(request, response)
      return
    }
    const key = wideNetworkOf(network) ?? network
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running < running) start()
    else if (line.waiting.length < waiting) line.waiting.push(start)
    else response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end()

    function start(): void {
      if (request.socket.destroyed) return
      line.running += 1
      let isOver = false
      const end = (): void => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        // In the next turn of the event loop; otherwise all requests that don't wait would be answered in this one.
        setImmediate(() => {
          line.running -= 1
          startWaiting()
        })
      }
      const timer = setTimeout(end, holdMs)
      timer.unref()
      response.once('close', end)
      answer(request, response)
    }

    function startWaiting(): void {
      while (line.running < running) {
        const next = line.waiting.shift()
        if (next === undefined) break
        next()
      }
      if (line.running === 0) lines.delete(key)
    }
  }
}
