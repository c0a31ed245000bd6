/** What is sent along with the question whether a session is alive (auth.require_session). */
export interface SessionQuestion {
  readonly key: string
  readonly askedAtMs: number
  /** How many changes of rights there had been when the answer was found; `ask` to be told, nothing when it isn't worth it. */
  readonly changes: string
  /** The answer, which holds as long as that number does. */
  readonly answer: string
}

/**
 * What was found out about sessions a moment ago. It is never believed by itself: the database compares its count of all
 * changes to sessions, accounts and memberships with the one that the answer came with, and looks again if it has moved.
 * Of what comes by the clock alone (a session's end, a ban's) it is a second late at most.
 */
export class LiveSessions {
  /** By session, person and factors; the longest unasked first. */
  readonly #known = new Map<string, SessionQuestion>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  question(key: string): SessionQuestion {
    const askedAtMs = this.#now()
    const known = this.#known.get(key)
    if (known === undefined || askedAtMs - known.askedAtMs > longestMs) {
      // Who asks once in a while gets a plain answer: to make sure that nothing is just being changed costs more.
      const plain = { key, askedAtMs, changes: '', answer: '' }
      this.#keep(plain)
      return plain
    }
    return known.answer === '' ? { ...known, askedAtMs, changes: 'ask' } : known
  }

  /** `answer` begins with the number of changes, or with `-` where it must not be used again. */
  note(question: SessionQuestion | null, answer: string | null): void {
    if (question === null || answer === null || question.changes === '' || answer === question.answer) return
    const [changes = ''] = answer.split(' ', 1)
    this.#keep(changes === '-' ? { ...question, changes: '', answer: '' } : { ...question, changes, answer })
  }

  #keep(known: SessionQuestion): void {
    this.#known.delete(known.key)
    this.#known.set(known.key, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostSessions && oldest !== undefined) this.#known.delete(oldest)
  }
}

const longestMs = 900
/** Some hundred bytes each. */
const mostSessions = 5000
