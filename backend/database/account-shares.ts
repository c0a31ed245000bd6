import { networkKeyOf, unknownNetwork } from '#backend/http/network-of.ts'

import { queueFull, type Caller } from './database.ts'

/**
 * A share of the database's time: a signed-in account's within that of all accounts of its network, or that of a
 * network's anonymous callers.
 */
export interface AccountShare {
  /** Its id, or the network. */
  readonly account: string
  readonly isNetwork: boolean
  /** Whose accounts share one more limit, because accounts are free; null if unknown. */
  readonly network: string | null
  /** The same as `leftMs` and `isLast`, regardless of the network's other accounts. */
  readonly own: Pick<AccountShare, 'leftMs' | 'isLast'>
  /** Milliseconds until the account has used up its share; 0 when it has. */
  readonly leftMs: () => number
  /** Milliseconds that the account has used beyond its share. */
  readonly owedMs: () => number
  /** Whether other callers go first, taking into account this account's transactions that already run or wait. */
  readonly isLast: () => boolean
  readonly spend: (ms: number) => void
}

interface Account extends ShareLimits {
  usedMs: number
  /** When `usedMs` was computed. */
  atMs: number
  running: number
  /** Calls waiting for one of the account's running transactions to end. */
  readonly line: (() => void)[]
}

interface ShareLimits {
  readonly shareMs: number
  /** Fraction of the database's time that may be used continuously. */
  readonly refill: number
  readonly concurrent: number
  readonly concurrentSpent: number
}

export interface AccountSharesOptions {
  /** Transactions of one account at once; further ones wait in the account's own queue. */
  readonly concurrent: number
  /** The same for all accounts of one network. */
  readonly concurrentInNetwork: number
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
  readonly #limits: Readonly<Record<'account' | 'accounts' | 'anonymous', ShareLimits>>
  readonly #now: () => number

  constructor(options: AccountSharesOptions) {
    const { concurrent, concurrentInNetwork, concurrentAnonymous, concurrentSpent } = options
    this.#limits = {
      account: { ...oneShare, concurrent, concurrentSpent: concurrent },
      accounts: { ...accountsShare, concurrent: concurrentInNetwork, concurrentSpent: concurrent },
      anonymous: { ...oneShare, concurrent: concurrentAnonymous, concurrentSpent },
    }
    this.#now = options.now ?? (() => performance.now())
  }

  /** Runs a transaction in the caller's turn; `share` is null for the server's own. */
  async run<T>(caller: Caller | 'system', job: (share: AccountShare | null) => Promise<T>): Promise<T> {
    if (caller === 'system') return job(null)
    const network = networkOfCaller(caller)
    if (caller.role === 'anon') return network === null ? job(null) : this.#runInLine(network, 'anonymous', job)
    const id = caller.role === 'authenticated' ? caller.claims?.['sub'] : undefined
    if (typeof id !== 'string') return job(null)
    return this.#runInLine(id, 'account', (own) =>
      network === null
        ? job(own)
        : this.#runInLine(`accounts of ${network}`, 'accounts', (all) => job(shareWithin(own, all))),
    )
  }

  async #runInLine<T>(
    id: string,
    kind: 'account' | 'accounts' | 'anonymous',
    job: (share: AccountShare) => Promise<T>,
  ): Promise<T> {
    const account = this.#accountOf(id, this.#limits[kind])
    if (account.running < this.#concurrentOf(account)) account.running += 1
    else if (account.line.length >= lineMax) throw queueFull()
    else await new Promise<void>((resolve) => account.line.push(resolve))
    try {
      return await job(this.#shareOf(id, account, kind === 'anonymous'))
    } finally {
      account.running -= 1
      while (account.line.length > 0 && account.running < this.#concurrentOf(account)) {
        account.running += 1
        account.line.shift()?.()
      }
    }
  }

  #concurrentOf(account: Account): number {
    return this.#usedBy(account) < account.shareMs ? account.concurrent : account.concurrentSpent
  }

  #shareOf(id: string, account: Account, isNetwork: boolean): AccountShare {
    const { shareMs } = account
    const own = {
      leftMs: () => Math.max(0, shareMs - this.#usedBy(account)),
      isLast: () => shareMs - this.#usedBy(account) <= (account.running - 1) * assumedMs,
    }
    return {
      account: id,
      isNetwork,
      network: null,
      ...own,
      own,
      owedMs: () => Math.max(0, this.#usedBy(account) - shareMs),
      spend: (ms) => {
        account.usedMs = this.#usedBy(account) + ms
      },
    }
  }

  #accountOf(id: string, limits: ShareLimits): Account {
    const known = this.#accounts.get(id)
    if (known !== undefined) return known
    if (this.#accounts.size >= accountsKept) this.#forgetIdle()
    const account = { ...limits, usedMs: 0, atMs: this.#now(), running: 0, line: [] }
    this.#accounts.set(id, account)
    return account
  }

  #usedBy(account: Account): number {
    const now = this.#now()
    account.usedMs = Math.max(0, account.usedMs - (now - account.atMs) * account.refill)
    account.atMs = now
    return account.usedMs
  }

  #forgetIdle(): void {
    for (const [id, account] of this.#accounts) {
      if (account.running === 0 && this.#usedBy(account) === 0) this.#accounts.delete(id)
    }
  }
}

function shareWithin(own: AccountShare, all: AccountShare): AccountShare {
  return {
    ...own,
    network: all.account,
    leftMs: () => Math.min(own.leftMs(), all.leftMs()),
    owedMs: () => Math.max(own.owedMs(), all.owedMs()),
    isLast: () => own.isLast() || all.isLast(),
    spend: (ms) => {
      own.spend(ms)
      all.spend(ms)
    },
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

/** Null for the server's own calls, such as for a page. */
function networkOfCaller({ headers }: Caller): string | null {
  const network = headers['visitor network']
  return network === undefined || network === unknownNetwork ? null : networkKeyOf(network)
}

/** Database time beyond which an account's slow transactions, and all of a network's, make way for others. */
const oneShare = { shareMs: 2_000, refill: 0.1 }
/** Of all accounts of a network, such as an office's. */
const accountsShare = { shareMs: 4_000, refill: 0.2 }
const owedLongMs = 8_000
/** Assumed duration of a transaction that hasn't ended. */
const assumedMs = 200
const lineMax = 1_000
const accountsKept = 5_000
