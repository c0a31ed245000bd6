import { unknownNetwork, wideNetworkOf } from '#backend/http/network-of.ts'

import { queueFull, type Caller } from './database.ts'

/** A share of the database's time: a signed-in account's, or that of a network's anonymous callers. */
export interface AccountShare {
  /** Its id, or the network. */
  readonly account: string
  readonly isNetwork: boolean
  /** Milliseconds until the account has used up its share; 0 when it has. */
  readonly leftMs: () => number
  /** Milliseconds that the account has used beyond its share. */
  readonly owedMs: () => number
  /** Whether other callers go first, taking into account this account's transactions that already run or wait. */
  readonly isLast: () => boolean
  readonly spend: (ms: number) => void
}

interface Account {
  usedMs: number
  /** When `usedMs` was computed. */
  atMs: number
  running: number
  /** Calls waiting for one of the account's running transactions to end. */
  readonly line: (() => void)[]
}

export interface AccountSharesOptions {
  /** Transactions of one account at once; further ones wait in the account's own queue. */
  readonly concurrent: number
  /** The same for one network's anonymous callers. */
  readonly concurrentAnonymous: number
  /** The same once they have used up their share. */
  readonly concurrentSpent: number
  readonly now?: () => number
}

/**
 * Keeps one account's slow requests from holding up everybody else's. The timeout of a single transaction isn't enough:
 * many sent in parallel can each run until it expires.
 */
export class AccountShares {
  readonly #accounts = new Map<string, Account>()
  readonly #concurrent: number
  readonly #concurrentAnonymous: number
  readonly #concurrentSpent: number
  readonly #now: () => number

  constructor(options: AccountSharesOptions) {
    const { concurrent, concurrentAnonymous, concurrentSpent, now = () => performance.now() } = options
    this.#concurrent = concurrent
    this.#concurrentSpent = concurrentSpent
    this.#concurrentAnonymous = concurrentAnonymous
    this.#now = now
  }

  /** Runs a transaction in the caller's turn; `share` is null for the server's own. */
  async run<T>(caller: Caller | 'system', job: (share: AccountShare | null) => Promise<T>): Promise<T> {
    const network = anonymousNetworkOf(caller)
    if (network !== null) return this.#runInLine(network, true, job)
    const id = caller !== 'system' && caller.role === 'authenticated' ? caller.claims?.['sub'] : undefined
    return typeof id === 'string' ? this.#runInLine(id, false, job) : job(null)
  }

  async #runInLine<T>(id: string, isNetwork: boolean, job: (share: AccountShare) => Promise<T>): Promise<T> {
    const account = this.#accountOf(id)
    if (account.running < this.#concurrentOf(account, isNetwork)) account.running += 1
    else if (account.line.length >= lineMax) throw queueFull()
    else await new Promise<void>((resolve) => account.line.push(resolve))
    try {
      return await job(this.#shareOf(id, account, isNetwork))
    } finally {
      account.running -= 1
      while (account.line.length > 0 && account.running < this.#concurrentOf(account, isNetwork)) {
        account.running += 1
        account.line.shift()?.()
      }
    }
  }

  #concurrentOf(account: Account, isNetwork: boolean): number {
    if (!isNetwork) return this.#concurrent
    return this.#usedBy(account) < shareMs ? this.#concurrentAnonymous : this.#concurrentSpent
  }

  #shareOf(id: string, account: Account, isNetwork: boolean): AccountShare {
    return {
      account: id,
      isNetwork,
      leftMs: () => Math.max(0, shareMs - this.#usedBy(account)),
      owedMs: () => Math.max(0, this.#usedBy(account) - shareMs),
      isLast: () => shareMs - this.#usedBy(account) <= (account.running - 1) * assumedMs,
      spend: (ms) => {
        account.usedMs = this.#usedBy(account) + ms
      },
    }
  }

  #accountOf(id: string): Account {
    const known = this.#accounts.get(id)
    if (known !== undefined) return known
    if (this.#accounts.size >= accountsKept) this.#forgetIdle()
    const account = { usedMs: 0, atMs: this.#now(), running: 0, line: [] }
    this.#accounts.set(id, account)
    return account
  }

  #usedBy(account: Account): number {
    const now = this.#now()
    account.usedMs = Math.max(0, account.usedMs - (now - account.atMs) * refill)
    account.atMs = now
    return account.usedMs
  }

  #forgetIdle(): void {
    for (const [id, account] of this.#accounts) {
      if (account.running === 0 && this.#usedBy(account) === 0) this.#accounts.delete(id)
    }
  }
}

/**
 * After how many milliseconds an account's transaction makes way for others who wait, the first time and the second.
 * Long writes, such as deleting, must succeed; but not one after the other.
 */
export function accountYieldsAfterMs(share: AccountShare, isWrite: boolean, timesYielded: number): number {
  const isLong = isWrite && share.owedMs() < owedLongMs
  return Math.max(share.leftMs(), (isLong ? [1_000, 5_000] : [300, 1_000])[timesYielded] ?? 0)
}

/**
 * Null for the server's own calls, such as for a page, and for signed-in callers. A /48 counts as one network, because
 * its 65,536 networks usually belong to one customer.
 */
function anonymousNetworkOf(caller: Caller | 'system'): string | null {
  const network = caller !== 'system' && caller.role === 'anon' ? caller.headers['visitor network'] : undefined
  return network === undefined || network === unknownNetwork ? null : (wideNetworkOf(network) ?? network)
}

/** Database time beyond which an account's slow transactions, and all of a network's, make way for others. */
const shareMs = 2_000
const owedLongMs = 8_000
/** Assumed duration of a transaction that hasn't ended. */
const assumedMs = 200
/** Fraction of the database's time that an account may use continuously. */
const refill = 0.1
const lineMax = 1_000
const accountsKept = 5_000
