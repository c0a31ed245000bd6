import { languageOf, type Knowledge } from '#agent/knowledge.ts'
import type { Proposal } from '#agent/responder.ts'
import { createRateLimit, type RateLimit } from '#backend/http/rate-limit.ts'
import type { AgentLanguage } from '#domain/agent-languages.ts'
import { factFields } from '#domain/sales-rules.ts'
import type { UiAction } from '#protocol/agent-events.ts'

import type { AgentLimits } from './agent-limits.ts'
import type { EventOutbox } from './event-outbox.ts'
import type { LeadReporter } from './lead-reporter.ts'
import { toStorable } from './storable-text.ts'
import type { TalkConversation } from './talk-conversation.ts'
import type { VisitorRemarks } from './visitor-remarks.ts'

interface VisitorControlsOptions {
  readonly now: () => number
  readonly limits: AgentLimits
  readonly knowledge: Knowledge
  readonly conversation: TalkConversation
  readonly remarks: VisitorRemarks
  readonly leads: LeadReporter
  readonly outbox: EventOutbox
  readonly isPersonTalking: () => boolean
}

/** The visitor's buttons and form fields. */
export class VisitorControls {
  readonly #options: VisitorControlsOptions
  readonly #presses: RateLimit
  #visit: string | null

  constructor(options: VisitorControlsOptions, visit: string | null = null) {
    this.#options = options
    const { limits, now } = options
    this.#presses = createRateLimit({ burst: limits.presses, refillMs: limits.presses * 1_000, now })
    this.#visit = visit
  }

  /** The tracker's session, sent by the browser when a meeting is booked. */
  get visit(): string | null {
    return this.#visit
  }

  press(action: Exclude<UiAction, 'end'>): void {
    const { now, conversation, remarks } = this.#options
    if (!this.#mayPress()) return
    remarks.close()
    conversation.dispatch({ type: 'heard', at: now(), proposal: this.#toProposal(action), text: '' })
  }

  submit(field: string, typed: string): void {
    if (!this.#mayPress()) return
    const { now, conversation, remarks, leads, isPersonTalking } = this.#options
    remarks.close()
    const value = toStorable(typed)
    const at = now()
    if (field === 'visit') {
      this.#visit = value
      return leads.setVisit(value)
    }
    const fact = factFields.find((each) => field === `fact.${each}`)
    if (fact !== undefined) return conversation.dispatch({ type: 'fact-edited', at, field: fact, value })
    if (isPersonTalking()) return
    if (field === 'callback') return conversation.dispatch({ type: 'form', at, field, value })
    if (field !== 'slot' && field !== 'email' && field !== 'name' && field !== 'confirm') return
    const { booking } = conversation.state
    if (booking === null && field !== 'email') return
    const [yes, no] = answers[languageOf(this.#options.knowledge)]
    const slot = booking?.slots.find(({ id }) => id === value)
    const text = { slot: slot?.label ?? '', email: value, name: '', confirm: value === 'yes' ? yes : no }[field]
    if (text !== '' && !remarks.addPressed(text, field === 'email' ? 'typed' : 'button')) return
    remarks.stopThinking()
    conversation.dispatch({ type: 'form', at, field, value })
  }

  /** Each press can create a turn, which is stored. */
  #mayPress(): boolean {
    if (this.#presses.take('')) return true
    this.#options.outbox.warn('too-fast', 'One at a time, please. Try again in a second.')
    return false
  }

  /** Without a calendar, “Book” means the visitor wants a person. */
  #toProposal(action: Exclude<UiAction, 'end'>): Proposal {
    const type = action === 'book' && !this.#options.knowledge.agent.takesMeetings ? 'human' : action
    return { intent: { type }, answer: [], retrieved: [] }
  }
}

/** The transcript's words for a pressed button. */
const answers: Readonly<Record<AgentLanguage, readonly [string, string]>> = {
  en: ['Yes', 'No'],
  de: ['Ja', 'Nein'],
  fr: ['Oui', 'Non'],
  es: ['Sí', 'No'],
}
