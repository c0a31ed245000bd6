import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import { createProxyCheck, plainAddress } from '#backend/http/client-address.ts'
import { networkOf, wideNetworkOf } from '#backend/http/network-of.ts'

export interface ConnectionLimits {
  /** All connections; when there are more, the network with the most loses its oldest. */
  readonly total: number
  /** A network with more loses its oldest. */
  readonly perNetwork: number
  /** A proxy's connections aren't counted: they belong to many visitors. */
  readonly trustedProxies: readonly string[]
}

/**
 * Keeps one network's open connections from using up the process's file descriptors, whether they send nothing, send
 * their headers slowly or don't read the answer. A /48 counts as one network. Sockets that were upgraded have limits of
 * their own.
 */
export function boundConnections(server: Server, { total, perNetwork, trustedProxies }: ConnectionLimits): void {
  const isProxy = createProxyCheck(trustedProxies)
  /** By network, oldest first. */
  const groups = new Map<string, Set<Socket>>()
  const groupOf = new WeakMap<Socket, string>()
  let count = 0

  const leave = (socket: Socket): void => {
    const name = groupOf.get(socket)
    if (name === undefined) return
    groupOf.delete(socket)
    count -= 1
    const group = groups.get(name)
    group?.delete(socket)
    if (group?.size === 0) groups.delete(name)
  }
  const dropOldest = (group: ReadonlySet<Socket>): void => {
    const [oldest] = group
    if (oldest === undefined) return
    leave(oldest)
    oldest.destroy()
  }
  const fullest = (): ReadonlySet<Socket> => {
    let most: ReadonlySet<Socket> = new Set()
    for (const group of groups.values()) if (group.size > most.size) most = group
    return most
  }

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === '' || isProxy(address)) return
    const network = networkOf(address)
    const name = wideNetworkOf(network) ?? network
    const group = groups.get(name) ?? new Set()
    groups.set(name, group.add(socket))
    groupOf.set(socket, name)
    count += 1
    socket.once('close', () => leave(socket))
    if (group.size > perNetwork) dropOldest(group)
    else if (count > total) dropOldest(fullest())
  })
  server.on('upgrade', (_request, socket) => {
    leave(socket as Socket)
    // While the server starts, nobody else would answer, and the connection would keep it from closing.
    if (server.listenerCount('upgrade') === 1) socket.destroy()
  })
}

/**
 * Closes connections after this time without progress in either direction: idle ones, and those whose client doesn't read
 * the answer. One whose answer is still being worked on stays open.
 */
export function closeStalled(server: Server, stalledMs: number): void {
  const working = new WeakSet<Socket>()
  server.on('request', ({ socket }, response) => {
    working.add(socket)
    response.once('close', () => working.delete(socket))
  })
  server.setTimeout(stalledMs, (socket) => {
    if (working.has(socket) && socket.writableLength === 0) socket.setTimeout(stalledMs)
    else socket.destroy()
  })
}
