/** Input of the liveness check (auth.require_session). */
export interface SessionCheck {
  readonly key: string
  readonly askedAtMs: number
  /**
   * The count of rights changes when the answer was found; `ask` requests the current count, and empty skips the costly
   * check.
   */
  readonly changes: string
  /** The cached answer, valid while that count stays the same. */
  readonly answer: string
}

/**
 * Caches session checks. An answer is only used if the database's count of changes to sessions, accounts and
 * memberships hasn't moved since. Changes by time alone (a session's or ban's end) are noticed at most a second late.
 */
export class LiveSessions {
  /** By session, user and assurance level; least recently used first. */
  readonly #known = new Map<string, SessionCheck>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  check(key: string): SessionCheck {
    const askedAtMs = this.#now()
    const known = this.#known.get(key)
    if (known === undefined || askedAtMs - known.askedAtMs > maxAgeMs) {
      // Rare callers get an uncached answer: checking for changes in progress costs more.
      const plain = { key, askedAtMs, changes: '', answer: '' }
      this.#store(plain)
      return plain
    }
    return known.answer === '' ? { ...known, askedAtMs, changes: 'ask' } : known
  }

  /** `answer` starts with the change count, or `-` when it must not be cached. */
  record(check: SessionCheck | null, answer: string | null): void {
    if (check === null || answer === null || check.changes === '' || answer === check.answer) return
    const [changes = ''] = answer.split(' ', 1)
    this.#store(changes === '-' ? { ...check, changes: '', answer: '' } : { ...check, changes, answer })
  }

  #store(known: SessionCheck): void {
    this.#known.delete(known.key)
    this.#known.set(known.key, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxSessions && oldest !== undefined) this.#known.delete(oldest)
  }
}

const maxAgeMs = 900
/** A few hundred bytes each. */
const maxSessions = 5000
