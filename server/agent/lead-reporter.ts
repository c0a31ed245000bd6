import type { Evidence } from '#agent/qualification.ts'
import { redactSecrets } from '#agent/redaction.ts'
import type { HeardFact } from '#agent/responder.ts'
import { isEmailAddress } from '#domain/email-address.ts'

import type { ConversationStore, TalkReport } from './conversation-store.ts'

interface LeadReporterOptions {
  /** Null for a trial, which creates no lead. */
  readonly store: ConversationStore | null
  readonly conversationId: string
  readonly network: string
  readonly now: () => number
  /** Called once a report is stored, because the team may need an email. */
  readonly onStored: () => void
}

/** Reports a visitor's facts whenever they change; the database derives the lead. */
export class LeadReporter {
  readonly #options: LeadReporterOptions
  #facts: readonly HeardFact[] | null = null
  #score: number | null = null
  #evidence: readonly Evidence[] | null = null
  #callBack: string | null = null
  readonly #callNotes: string[] = []
  #sessionId: string | null = null

  constructor(options: LeadReporterOptions) {
    this.#options = options
  }

  /** All known facts. */
  setFacts(facts: readonly HeardFact[]): void {
    this.#facts = facts.slice(0, factsMax).map(({ field, value }) => ({ field, value: toStored(value) }))
    this.#report()
  }

  setScore(score: number, evidence: readonly Evidence[]): void {
    this.#score = Math.max(0, Math.min(100, Math.round(score)))
    this.#evidence = evidence.slice(0, evidenceMax).map((each) => ({ ...each, quote: toStored(each.quote) }))
    this.#report()
  }

  /**
   * The visitor asked to be called back, or wants it no longer; `reachAt` is an email address or phone number, `note`
   * what else the caller should know.
   */
  setCallBack({
    when,
    reachAt,
    isOff = false,
    note = '',
  }: {
    when: string
    reachAt: string
    isOff?: boolean | undefined
    note?: string | undefined
  }): void {
    if (isOff) this.#callNotes.length = 0
    if (note !== '' && !this.#callNotes.includes(note)) this.#callNotes.push(note)
    // The newest first, because long texts are cut.
    const notes = this.#callNotes.slice(-callNotesMax).toReversed()
    this.#callBack = isOff ? noCall : toStored([when || 'Any time', ...notes.map((each) => `“${each}”`)].join('; '))
    const contact = toStored(reachAt)
    // After a change of servers, the contact is among the stored facts.
    if (contact !== '' && this.#facts !== null) {
      const field = isEmailAddress(contact) ? 'email' : 'phone'
      const others = this.#facts.filter((fact) => fact.field !== field)
      this.#facts = [...others, { field, value: contact }]
    }
    this.#report()
  }

  /** The tracker's session, which links the visit to the lead. */
  setVisit(sessionId: string): void {
    this.#sessionId = sessionId
    if (this.#facts !== null) this.#report()
  }

  #report(): void {
    const { store, conversationId, network, now, onStored } = this.#options
    if (store === null) return
    const report: TalkReport = {
      id: conversationId,
      as_of: new Date(now()).toISOString(),
      facts: this.#facts,
      score: this.#score,
      evidence: this.#evidence,
      call_back: this.#callBack,
      session_id: this.#sessionId,
      network,
    }
    void store.keepTalk(report).then((isStored) => {
      if (isStored) onStored()
    })
  }
}

/** Stored as the time of a call that the visitor no longer wants. */
export const noCall = 'No longer wanted'

const factsMax = 10
const callNotesMax = 3
const evidenceMax = 40
const storedMax = 300

function toStored(text: string): string {
  return redactSecrets(text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' '))
    .trim()
    .slice(0, storedMax)
    .toWellFormed()
}
