import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends a connection that sends many requests without waiting for their answers. Node would start them all at once: a
 * single connection could fill every queue. Browsers and proxies wait for each answer.
 */
export function boundPipelining(answer: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    // The rest of a chunk that was already received.
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > unansweredMax) {
      socket.destroy()
      return
    }
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    answer(request, response)
  }
}

const unansweredMax = 16
