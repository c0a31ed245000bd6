import { sentTooSoon } from './auth-errors.ts'

/** How many messages may leave in an hour, for everybody together. */
export interface SendBudget {
  readonly hasLeft: () => boolean
  readonly take: () => void
}

/** `perHour` null means without limit. */
export function createSendBudget(perHour: number | null, now: () => number): SendBudget {
  let left = perHour ?? 0
  let filledAt = now()
  const fill = (): void => {
    const at = now()
    left = Math.min(perHour ?? 0, left + ((at - filledAt) / hourMs) * (perHour ?? 0))
    filledAt = at
  }
  return {
    hasLeft: () => {
      fill()
      return perHour === null || left >= 1
    },
    take: () => {
      fill()
      left = Math.max(0, left - 1)
    },
  }
}

/** Makes addresses without an account wait as long between two requests as those that have one. */
export interface UnknownAddresses {
  /** Refuses an address that was noted less than `intervalSeconds` ago. */
  readonly check: (kind: string, address: string, by: 'email' | 'sms', intervalSeconds: number) => void
  readonly note: (kind: string, address: string) => void
}

export function createUnknownAddresses(now: () => number): UnknownAddresses {
  const notedAt = new Map<string, number>()
  return {
    check: (kind, address, by, intervalSeconds) => {
      const at = notedAt.get(`${kind} ${address}`)
      const leftMs = at === undefined ? 0 : at + intervalSeconds * 1000 - now()
      if (leftMs > 0) throw sentTooSoon(Math.ceil(leftMs / 1000), by)
    },
    note: (kind, address) => {
      const key = `${kind} ${address}`
      notedAt.delete(key)
      notedAt.set(key, now())
      if (notedAt.size <= addressesMax) return
      const [oldest] = notedAt.keys()
      if (oldest !== undefined) notedAt.delete(oldest)
    },
  }
}

const hourMs = 3_600_000
const addressesMax = 50_000
