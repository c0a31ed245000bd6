import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Answers the requests of a connection one after the other, and ends a connection that sends many without waiting for
 * answers. Node would start them all at once: a single connection could fill every queue. Browsers and proxies wait for
 * each answer.
 */
export function boundPipelining(answer: RequestListener): RequestListener {
  /** The next requests of connections with a running one. */
  const lines = new WeakMap<Socket, (() => void)[]>()

  return (request, response) => {
    const { socket } = request
    // The rest of a chunk that was already received.
    if (socket.destroyed) return
    const line = lines.get(socket)
    if (line === undefined) {
      lines.set(socket, [])
      start()
    } else if (line.length < waitingMax) line.push(start)
    else socket.destroy()

    function start(): void {
      response.once('close', () => {
        const next = lines.get(socket)?.shift()
        if (next === undefined || socket.destroyed) lines.delete(socket)
        else next()
      })
      answer(request, response)
    }
  }
}

const waitingMax = 15
