import { queueFull, type Caller } from './database.ts'

/** What one signed-in account has used of the database. */
export interface AccountShare {
  readonly account: string
  /** Milliseconds until the account has used up its share; 0 when it has. */
  readonly leftMs: () => number
  /** Whether the account's transactions make way for others, counting those that already run or wait. */
  readonly isLast: () => boolean
  readonly spend: (ms: number) => void
}

interface Account {
  usedMs: number
  /** When `usedMs` was computed. */
  atMs: number
  running: number
  /** Calls waiting for one of the account's own to end. */
  readonly line: (() => void)[]
}

export interface AccountSharesOptions {
  /** Transactions of one account at once; more wait in a line of their own. */
  readonly concurrent: number
  readonly now?: () => number
}

/**
 * Keeps one account's slow requests from holding up everybody else's. The limit on a single transaction doesn't: sent
 * in parallel, each uses up all of its time.
 */
export class AccountShares {
  readonly #accounts = new Map<string, Account>()
  readonly #concurrent: number
  readonly #now: () => number

  constructor({ concurrent, now = () => performance.now() }: AccountSharesOptions) {
    this.#concurrent = concurrent
    this.#now = now
  }

  /** Runs a transaction in the caller's turn; `share` is null for anonymous callers and the server's own. */
  async run<T>(caller: Caller | 'system', job: (share: AccountShare | null) => Promise<T>): Promise<T> {
    const id = caller !== 'system' && caller.role === 'authenticated' ? caller.claims?.['sub'] : undefined
    if (typeof id !== 'string') return job(null)
    const account = this.#accountOf(id)
    await this.#enter(account)
    try {
      return await job({
        account: id,
        leftMs: () => Math.max(0, shareMs - this.#usedBy(account)),
        isLast: () => shareMs - this.#usedBy(account) <= (account.running - 1) * assumedMs,
        spend: (ms) => {
          account.usedMs = this.#usedBy(account) + ms
        },
      })
    } finally {
      const next = account.line.shift()
      if (next === undefined) account.running -= 1
      else next()
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

  #enter(account: Account): Promise<void> {
    if (account.running < this.#concurrent) {
      account.running += 1
      return Promise.resolve()
    }
    if (account.line.length >= lineMax) return Promise.reject(queueFull())
    return new Promise((resolve) => account.line.push(resolve))
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

/** Of the database's time, beyond which an account's slow transactions make way for others. */
const shareMs = 2_000
/** What a transaction may turn out to take. */
const assumedMs = 200
/** What an account may use all the time. */
const refill = 0.1
const lineMax = 1_000
const accountsKept = 5_000
