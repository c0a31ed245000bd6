import type { AgentLimits } from '#server/agent/agent-limits.ts'
import type { Ring } from '#server/agent/talk-state.ts'
import type { Services } from '#server/services.ts'

import type { LiveTalks } from './live-talks.ts'
import { mailMissedHandover } from './missed-handover-mail.ts'

interface TeamRingOptions {
  readonly services: Services
  readonly live: LiveTalks
  readonly limits: AgentLimits
  readonly conversationId: string
  readonly network: string
  readonly isTrial: boolean
}

/** Rings the team for one visitor, until somebody takes over or the time is up. */
export class TeamRing {
  readonly #options: TeamRingOptions
  readonly #events: { readonly onRinging: () => void; readonly onNobody: () => void }
  #ring: Ring | null = null
  #isAsking = false
  #isOver = false
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(options: TeamRingOptions, events: { readonly onRinging: () => void; readonly onNobody: () => void }) {
    this.#options = options
    this.#events = events
  }

  get ring(): Ring | null {
    return this.#ring
  }

  async start(reason: string): Promise<void> {
    const { services, live, limits, conversationId, network, isTrial } = this.#options
    if (this.#ring !== null || this.#isAsking) return
    this.#isAsking = true
    this.#isOver = false
    try {
      // After anything the agent says synchronously.
      const answer = isTrial
        ? nobody
        : await live.ring(conversationId, network, reason.toWellFormed(), limits.presentMs)
      // The mail below must not block a visitor's next request.
      this.#isAsking = false
      if (this.#isOver) return
      // The order to let the member in is already on its way.
      if (answer.state === 'joined') return
      if (answer.state === 'ringing' && answer.handoverId !== null) {
        this.goOn({ handoverId: answer.handoverId, until: services.now() + limits.ringMs })
        return this.#events.onRinging()
      }
      this.#events.onNobody()
      if (answer.handoverId !== null) await this.#mail(answer.handoverId)
    } catch (error) {
      services.log.warn({ err: error }, 'Could not ring the team')
      if (!this.#isOver) this.#events.onNobody()
    } finally {
      this.#isAsking = false
    }
  }

  async #mail(handoverId: string): Promise<void> {
    const { services, live } = this.#options
    try {
      await mailMissedHandover(services, live, handoverId)
    } catch (error) {
      services.log.warn({ err: error }, 'Could not tell the team about a missed ring')
    }
  }

  /** Waits for an answer to a ring, even one that another server started. */
  goOn(ring: Ring): void {
    this.#ring = ring
    this.#timer = setTimeout(() => void this.#miss(ring), Math.max(0, ring.until - this.#options.services.now()))
  }

  /** Somebody has answered, or the conversation is over. */
  stop(): void {
    this.#isOver = true
    this.#ring = null
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** The visitor no longer wants a person: stops ringing in the team's browsers, and sends no mail. */
  async withdraw(): Promise<void> {
    const ring = this.#ring
    this.stop()
    try {
      if (ring !== null) await this.#options.live.miss(ring.handoverId)
    } catch (error) {
      this.#options.services.log.warn({ err: error }, 'Could not withdraw a ring')
    }
  }

  async #miss({ handoverId }: Ring): Promise<void> {
    const { services, live } = this.#options
    try {
      if (!(await live.miss(handoverId))) return
      if (this.#ring?.handoverId === handoverId) {
        this.stop()
        this.#events.onNobody()
      }
      await this.#mail(handoverId)
    } catch (error) {
      services.log.warn({ err: error }, 'Could not end a ring')
    }
  }
}

const nobody = { state: 'nobody', handoverId: null } as const
