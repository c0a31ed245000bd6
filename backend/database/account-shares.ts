import { networkKeyOf, unknownNetwork } from '#backend/http/network-of.ts'

import { queueFull, type Caller } from './database.ts'

/**
 * How much database time a caller may use. A signed-in account has its own share, within the share of all accounts of
 * its network; the anonymous callers of a network have one share together.
 */
export interface AccountShare {
  /** The account's id, or the network. */
  readonly account: string
  readonly isNetwork: boolean
  /** All accounts of this network share another limit, because anyone can create accounts; null if unknown. */
  readonly network: string | null
  /** For timeouts, which depend only on this account: colleagues in one office share a network. */
  readonly own: ShareLeft & {
    /** Milliseconds that the account has used beyond its share. */
    readonly owedMs: () => number
  }
  /** For the order of transactions: the account's share or its network's, whichever has less left. */
  readonly common: ShareLeft
  readonly spend: (ms: number) => void
}

interface ShareLeft {
  /** Milliseconds until the share is used up; 0 when it is. */
  readonly leftMs: () => number
  /** Whether other callers go first, taking into account the transactions that already run or wait. */
  readonly isLast: () => boolean
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

  /** Runs a transaction when it is the caller's turn; `share` is null for the server's own. */
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
      owedMs: () => Math.max(0, this.#usedBy(account) - shareMs),
    }
    return {
      account: id,
      isNetwork,
      network: null,
      own,
      common: own,
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
    common: {
      leftMs: () => Math.min(own.own.leftMs(), all.own.leftMs()),
      isLast: () => own.own.isLast() || all.own.isLast(),
    },
    spend: (ms) => {
      own.spend(ms)
      all.spend(ms)
    },
  }
}

/**
 * After how many milliseconds an account's transaction yields to waiting callers, the first time and the second. A long
 * write, such as deleting, must succeed, but an account can't run many in a row.
 */
export function accountYieldsAfterMs({ own }: AccountShare, isWrite: boolean, timesYielded: number): number {
  const isLong = isWrite && own.owedMs() < owedLongMs
  return Math.max(own.leftMs(), (isLong ? [1_000, 5_000] : [300, 1_000])[timesYielded] ?? 0)
}

/** Null for the server's own calls, such as for a page. */
function networkOfCaller({ headers }: Caller): string | null {
  const network = headers['visitor network']
  return network === undefined || network === unknownNetwork ? null : networkKeyOf(network)
}

/** Database time beyond which an account's slow transactions yield to others. */
const oneShare = { shareMs: 2_000, refill: 0.1 }
/** Database time beyond which fewer transactions of a network's accounts run at once, and others go first. */
const accountsShare = { shareMs: 4_000, refill: 0.2 }
const owedLongMs = 8_000
/** Assumed duration of a transaction that hasn't ended. */
const assumedMs = 200
const lineMax = 1_000
const accountsKept = 5_000
