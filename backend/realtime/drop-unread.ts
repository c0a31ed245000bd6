import { networkKeyOf } from '#backend/http/network-of.ts'

import type { RealtimeLimits } from './realtime-limits.ts'
import type { RealtimeSocket } from './realtime-socket.ts'

type Socket = Pick<RealtimeSocket, 'address' | 'unreadBytes' | 'terminate'>

interface Network {
  /** Those with the most to read last. */
  readonly sockets: Socket[]
  bytes: number
}

/**
 * Disconnects the sockets with the most to read of each network for which too much waits in memory, then of those with
 * the most, until little enough waits in total. Their clients reconnect, and read again.
 */
export function dropUnread(
  sockets: Iterable<Socket>,
  {
    waitingBytesPerNetwork,
    waitingBytesInTotal,
  }: Pick<RealtimeLimits, 'waitingBytesPerNetwork' | 'waitingBytesInTotal'>,
): void {
  const networks = new Map<string, Network>()
  let total = 0
  for (const socket of sockets) {
    const { unreadBytes } = socket
    if (unreadBytes === 0) continue
    const key = networkKeyOf(socket.address)
    const network = networks.get(key) ?? { sockets: [], bytes: 0 }
    networks.set(key, network)
    network.sockets.push(socket)
    network.bytes += unreadBytes
    total += unreadBytes
  }
  if (total <= Math.min(waitingBytesPerNetwork, waitingBytesInTotal)) return
  const fullest = [...networks.values()].toSorted((one, other) => other.bytes - one.bytes)
  for (const network of fullest) {
    network.sockets.sort((one, other) => one.unreadBytes - other.unreadBytes)
    while (network.bytes > waitingBytesPerNetwork || total > waitingBytesInTotal) {
      const socket = network.sockets.pop()
      if (socket === undefined) break
      network.bytes -= socket.unreadBytes
      total -= socket.unreadBytes
      socket.terminate()
    }
  }
}
