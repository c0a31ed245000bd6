import { networkOf, wideNetworkOf } from './network-of.ts'
import { createNetworkSlots } from './network-slots.ts'

/** Limits open sockets by network and account; when full, evicts from the network with the most. */
export interface SocketLimit {
  /** `close` is called on eviction. Null when the network has no slot left. */
  readonly enter: (address: string, close: () => void) => SocketSlot | null
}

export interface SocketSlot {
  /** Counts the socket for this account and exempts it from eviction. False when the account has too many. */
  readonly signIn: (account: string) => boolean
  readonly leave: () => void
}

export interface SocketLimitOptions {
  readonly total: number
  /** Anonymous sockets; others are counted by account. */
  readonly perNetwork: number
  readonly perAccount: number
}

interface AnonymousSocket {
  readonly group: string
  readonly release: () => void
  readonly evict: () => void
}

export function createSocketLimit({ total, perNetwork, perAccount }: SocketLimitOptions): SocketLimit {
  const slots = createNetworkSlots(perNetwork, wideFactor)
  /** By IPv4 address or IPv6 /48, oldest first. */
  const socketsByGroup = new Map<string, Set<AnonymousSocket>>()
  const accounts = new Map<string, number>()
  let taken = 0

  return {
    enter: (address, close) => {
      const release = slots.take(address)
      if (release === null) return null
      const network = networkOf(address)
      const group = wideNetworkOf(network) ?? network
      if (taken >= total && !makeRoom(socketsByGroup.get(group)?.size ?? 0)) {
        release()
        return null
      }
      let account: string | null = null
      let isHere = true
      const leave = (): void => {
        if (!isHere) return
        isHere = false
        taken -= 1
        if (account === null) forget(socket)
        else changeAccount(account, -1)
      }
      const socket: AnonymousSocket = {
        group,
        release,
        evict: () => {
          leave()
          close()
        },
      }
      taken += 1
      socketsByGroup.set(group, (socketsByGroup.get(group) ?? new Set()).add(socket))
      return {
        leave,
        signIn: (name) => {
          if (!isHere) return false
          if (name === account) return true
          if ((accounts.get(name) ?? 0) >= perAccount) return false
          if (account === null) forget(socket)
          else changeAccount(account, -1)
          account = name
          changeAccount(name, 1)
          return true
        },
      }
    },
  }

  /** Closes the oldest socket of the network with the most, if that has more than the newcomer's. */
  function makeRoom(ownCount: number): boolean {
    let fullest: Set<AnonymousSocket> = new Set()
    for (const group of socketsByGroup.values()) if (group.size > fullest.size) fullest = group
    const [oldest] = fullest
    if (oldest === undefined || fullest.size <= ownCount + 1) return false
    oldest.evict()
    return true
  }

  function forget(socket: AnonymousSocket): void {
    socket.release()
    const group = socketsByGroup.get(socket.group)
    group?.delete(socket)
    if (group?.size === 0) socketsByGroup.delete(socket.group)
  }

  function changeAccount(name: string, by: 1 | -1): void {
    const count = (accounts.get(name) ?? 0) + by
    if (count > 0) accounts.set(name, count)
    else accounts.delete(name)
  }
}

/** Each socket may hold megabytes. */
const wideFactor = 4
