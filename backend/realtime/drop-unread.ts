import { networkKeyOf } from '#backend/http/network-of.ts'

import type { RealtimeLimits } from './realtime-limits.ts'
import type { RealtimeSocket } from './realtime-socket.ts'

type Socket = Pick<RealtimeSocket, 'address' | 'unreadBytes' | 'unreadFrames' | 'terminate'>

interface Network {
  readonly sockets: Socket[]
  readonly unread: Unread
}

/** Data in memory that sockets haven't read; a frame that several sockets share counts once. */
class Unread {
  readonly #receivers = new Map<Uint8Array, number>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  add(socket: Socket): void {
    this.#bytes += ownBytes(socket)
    for (const frame of socket.unreadFrames) {
      const receivers = this.#receivers.get(frame) ?? 0
      if (receivers === 0) this.#bytes += frame.byteLength
      this.#receivers.set(frame, receivers + 1)
    }
  }

  remove(socket: Socket): void {
    this.#bytes -= ownBytes(socket)
    for (const frame of socket.unreadFrames) {
      const receivers = (this.#receivers.get(frame) ?? 0) - 1
      if (receivers === 0) this.#bytes -= frame.byteLength
      this.#receivers.set(frame, receivers)
    }
  }
}

function ownBytes({ unreadBytes, unreadFrames }: Socket): number {
  let bytes = unreadBytes
  for (const { byteLength } of unreadFrames) bytes -= byteLength
  return Math.max(0, bytes)
}

/**
 * Disconnects the sockets with the most unread data: first in each network above its limit, then in the networks with
 * the most, until the total is below the limit. Their clients reconnect and read again.
 */
export function dropUnread(
  sockets: Iterable<Socket>,
  {
    waitingBytesPerNetwork,
    waitingBytesInTotal,
  }: Pick<RealtimeLimits, 'waitingBytesPerNetwork' | 'waitingBytesInTotal'>,
): void {
  const networks = new Map<string, Network>()
  const total = new Unread()
  for (const socket of sockets) {
    if (socket.unreadBytes === 0) continue
    const key = networkKeyOf(socket.address)
    const network = networks.get(key) ?? { sockets: [], unread: new Unread() }
    networks.set(key, network)
    network.sockets.push(socket)
    network.unread.add(socket)
    total.add(socket)
  }
  if (total.bytes <= Math.min(waitingBytesPerNetwork, waitingBytesInTotal)) return
  const fullest = [...networks.values()].toSorted((one, other) => other.unread.bytes - one.unread.bytes)
  for (const { sockets: fewestFirst, unread } of fullest) {
    fewestFirst.sort((one, other) => one.unreadBytes - other.unreadBytes)
    while (unread.bytes > waitingBytesPerNetwork || total.bytes > waitingBytesInTotal) {
      const socket = fewestFirst.pop()
      if (socket === undefined) break
      unread.remove(socket)
      total.remove(socket)
      socket.terminate()
    }
  }
}
