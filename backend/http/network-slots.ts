import { wideFactorUsual } from './network-limit.ts'
import { networkOf, wideNetworkOf } from './network-of.ts'

/** Limits what a network has open at once, such as conversations or sockets. */
export interface NetworkSlots {
  /** Returns a function that releases the slot; null when the network or its /48 has none left. */
  readonly take: (address: string) => (() => void) | null
  readonly taken: () => number
}

export function createNetworkSlots(perNetwork: number, wideFactor = wideFactorUsual): NetworkSlots {
  const counts = new Map<string, number>()
  let taken = 0
  const change = (key: string, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    taken: () => taken,
    take: (address) => {
      const network = networkOf(address)
      const around = wideNetworkOf(network)
      if ((counts.get(network) ?? 0) >= perNetwork) return null
      if (around !== null && (counts.get(around) ?? 0) >= perNetwork * wideFactor) return null
      const keys = around === null ? [network] : [network, around]
      for (const key of keys) change(key, 1)
      taken += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        taken -= 1
        for (const key of keys) change(key, -1)
      }
    },
  }
}
