import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

import { networkOf, wideNetworkOf } from '#backend/http/network-of.ts'

export interface UnreadLimits {
  readonly addressOf: (request: IncomingMessage) => string
  readonly perNetwork?: number
  readonly total?: number
}

interface UnreadAnswer {
  readonly socket: Socket
  readonly bytes: number
}

interface Network {
  /** Oldest first. */
  readonly answers: Set<UnreadAnswer>
  bytes: number
}

/**
 * Limits the bytes of finished answers that wait in memory because their clients don't read them. Beyond the limit, a
 * network loses its oldest one; beyond the total, the network with the most does. A /48 counts as one network.
 */
export function boundUnreadAnswers(
  answer: RequestListener,
  { addressOf, perNetwork = 64 * mb, total = 256 * mb }: UnreadLimits,
): RequestListener {
  const networks = new Map<string, Network>()
  const all = { bytes: 0 }

  const forget = (name: string, network: Network, unread: UnreadAnswer): void => {
    if (!network.answers.delete(unread)) return
    network.bytes -= unread.bytes
    all.bytes -= unread.bytes
    if (network.answers.size === 0) networks.delete(name)
  }
  const dropOldest = (name: string, network: Network): void => {
    const [oldest] = network.answers
    if (oldest === undefined) return
    forget(name, network, oldest)
    oldest.socket.destroy()
  }
  const dropFromFullest = (): void => {
    const [fullest] = [...networks].toSorted(([, one], [, other]) => other.bytes - one.bytes)
    if (fullest !== undefined) dropOldest(...fullest)
  }

  return (request, response) => {
    // Emitted when the whole answer has been written to the socket.
    response.once('prefinish', () => {
      const { socket } = response
      const bytes = socket?.writableLength ?? 0
      if (socket === null || bytes < leastBytes) return
      const address = networkOf(addressOf(request))
      const name = wideNetworkOf(address) ?? address
      const network = networks.get(name) ?? { answers: new Set(), bytes: 0 }
      networks.set(name, network)
      const unread = { socket, bytes }
      network.answers.add(unread)
      network.bytes += bytes
      all.bytes += bytes
      response.once('close', () => forget(name, network, unread))
      while (network.bytes > perNetwork) dropOldest(name, network)
      while (all.bytes > total) dropFromFullest()
    })
    answer(request, response)
  }
}

const mb = 1024 * 1024
/** Smaller ones are limited by the number of connections. */
const leastBytes = 16 * 1024
