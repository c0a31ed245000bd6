import { networkOf, wideNetworkOf } from './network-of.ts'
import { createNetworkSeats } from './network-seats.ts'

/** Who may have a socket open: some for each network and account, and in a full room a place for who has fewer. */
export interface SocketRoom {
  /** `close` ends the socket when its place is needed. Null when there is no place for this network. */
  readonly enter: (address: string, close: () => void) => SocketSeat | null
}

export interface SocketSeat {
  /** The socket counts for this account from now on, and nobody's arrival closes it. False when the account has its own. */
  readonly signIn: (account: string) => boolean
  readonly leave: () => void
}

export interface SocketRoomOptions {
  readonly total: number
  /** Of strangers; those of accounts are counted by account. */
  readonly perNetwork: number
  readonly perAccount: number
}

interface Stranger {
  readonly group: string
  readonly release: () => void
  readonly evict: () => void
}

export function createSocketRoom({ total, perNetwork, perAccount }: SocketRoomOptions): SocketRoom {
  const seats = createNetworkSeats(perNetwork, wideFactor)
  /** The oldest first, by IPv4 address or IPv6 /48. */
  const strangers = new Map<string, Set<Stranger>>()
  const accounts = new Map<string, number>()
  let taken = 0

  return {
    enter: (address, close) => {
      const release = seats.take(address)
      if (release === null) return null
      const network = networkOf(address)
      const group = wideNetworkOf(network) ?? network
      if (taken >= total && !makeRoom(strangers.get(group)?.size ?? 0)) {
        release()
        return null
      }
      let account: string | null = null
      let isHere = true
      const leave = (): void => {
        if (!isHere) return
        isHere = false
        taken -= 1
        if (account === null) forget(stranger)
        else changeAccount(account, -1)
      }
      const stranger: Stranger = {
        group,
        release,
        evict: () => {
          leave()
          close()
        },
      }
      taken += 1
      strangers.set(group, (strangers.get(group) ?? new Set()).add(stranger))
      return {
        leave,
        signIn: (name) => {
          if (!isHere) return false
          if (name === account) return true
          if ((accounts.get(name) ?? 0) >= perAccount) return false
          if (account === null) forget(stranger)
          else changeAccount(account, -1)
          account = name
          changeAccount(name, 1)
          return true
        },
      }
    },
  }

  /** Closes the oldest stranger of the network that has most, if that is more than the newcomer's has. */
  function makeRoom(ownCount: number): boolean {
    let fullest: Set<Stranger> = new Set()
    for (const group of strangers.values()) if (group.size > fullest.size) fullest = group
    const [oldest] = fullest
    if (oldest === undefined || fullest.size <= ownCount + 1) return false
    oldest.evict()
    return true
  }

  function forget(stranger: Stranger): void {
    stranger.release()
    const group = strangers.get(stranger.group)
    group?.delete(stranger)
    if (group?.size === 0) strangers.delete(stranger.group)
  }

  function changeAccount(name: string, by: 1 | -1): void {
    const count = (accounts.get(name) ?? 0) + by
    if (count > 0) accounts.set(name, count)
    else accounts.delete(name)
  }
}

/** Each socket may hold megabytes. */
const wideFactor = 4
