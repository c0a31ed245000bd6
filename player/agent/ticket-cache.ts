import type { AgentSessionTicket } from '#protocol/agent-events.ts'

import { requestTicket } from './request-ticket.ts'

/** A ticket, or a sentence that explains why there is none. */
export type RequestTicket = (demoId: string, languages?: readonly string[]) => Promise<AgentSessionTicket | string>

/** Keeps a ticket until it is used or expires, so that the notice and the start share one. */
export class TicketCache {
  #languages: readonly string[] | undefined
  readonly #request: () => Promise<AgentSessionTicket | string>
  #asked: Promise<AgentSessionTicket | string> | null = null
  #expiresAt = Number.POSITIVE_INFINITY

  constructor(demoId: string, request: RequestTicket = requestTicket) {
    this.#request = () => request(demoId, this.#languages)
  }

  async take(): Promise<AgentSessionTicket | string> {
    if (performance.now() > this.#expiresAt) this.spend()
    this.#asked ??= this.#request()
    const asked = this.#asked
    const ticket = await asked
    if (this.#asked !== asked) return ticket
    if (typeof ticket === 'string') this.spend()
    // A little early, because the request that opens the conversation takes time.
    else if (this.#expiresAt === Number.POSITIVE_INFINITY) {
      this.#expiresAt = performance.now() + ticket.expiresInMs - earlyMs
    }
    return ticket
  }

  /** Later tickets are for this language. */
  speak(language: string): void {
    this.#languages = [language]
    this.spend()
  }

  /** A ticket opens only one conversation. */
  spend(): void {
    this.#asked = null
    this.#expiresAt = Number.POSITIVE_INFINITY
  }
}

const earlyMs = 10_000
