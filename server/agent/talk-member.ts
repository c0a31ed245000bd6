import type { LiveTalks, TalkOrder } from '#server/live/live-talks.ts'
import { TeamRing } from '#server/live/team-ring.ts'
import type { Services } from '#server/services.ts'

import type { AgentLimits } from './agent-limits.ts'
import type { EventOutbox } from './event-outbox.ts'
import { cameBackSentences } from './session-sentences.ts'
import type { TalkConversation } from './talk-conversation.ts'
import type { TalkLog } from './talk-log.ts'
import type { JoinedPerson, Ring } from './talk-state.ts'
import type { TalkTime } from './talk-time.ts'
import type { Transcript } from './transcript.ts'

export type MemberOrder = Exclude<TalkOrder, { readonly kind: 'client' }>

interface TalkMemberOptions {
  readonly services: Services
  readonly live: LiveTalks
  readonly limits: AgentLimits
  readonly conversationId: string
  /** The visitor's network. */
  readonly network: string
  readonly isTrial: boolean
  /** Whether the browser speaks the member's messages. */
  readonly isSpoken: boolean
  readonly conversation: TalkConversation
  readonly time: TalkTime
  readonly outbox: EventOutbox
  readonly transcript: Transcript
  readonly log: TalkLog
  readonly onJoin: () => void
}

/** A team member's part in a conversation: being rung, joining, talking in place of the agent, leaving. */
export class TalkMember {
  readonly #options: TalkMemberOptions
  readonly #ring: TeamRing
  #person: JoinedPerson | null

  constructor(options: TalkMemberOptions, person: JoinedPerson | null = null) {
    this.#options = options
    this.#person = person
    this.#ring = new TeamRing(options, {
      onRinging: () => this.#tell('ringing', null),
      onNobody: () => this.#hearNobody(),
    })
  }

  /** The member who has taken over from the agent. */
  get person(): JoinedPerson | null {
    return this.#person
  }

  get ring(): Ring | null {
    return this.#ring.ring
  }

  callTeam(reason: string): void {
    // The conversation must be stored first.
    void this.#options.log.settled().then(() => this.#ring.start(reason))
  }

  /** The visitor no longer wants to be called. */
  endCall(): void {
    void this.#ring.withdraw()
    this.#tell('left', null)
  }

  /** Continues to wait for the answer to another server's ring. */
  goOn(ring: Ring): void {
    this.#ring.goOn(ring)
  }

  order(order: MemberOrder): void {
    switch (order.kind) {
      case 'join':
        return this.#join(order.body.name)
      case 'say':
        return this.#say(order.body)
      case 'step':
        return this.#show(order.body.step)
      case 'leave':
        return this.#leave(order.body.isGone)
    }
  }

  /** The visitor opened a step, which the member sees. */
  follow(step: number): void {
    this.#options.conversation.moveTo(step)
    this.#options.log.touch()
  }

  stop(): void {
    this.#ring.stop()
  }

  #join(name: string): void {
    const { services, conversation, time, onJoin } = this.#options
    this.#ring.stop()
    onJoin()
    conversation.dispatch({ type: 'person-joined', at: services.now(), name })
    this.#person = { name, since: services.now() }
    time.pause()
    this.#tell('joined', name)
  }

  #say({ id, text, name }: { readonly id: string; readonly text: string; readonly name: string }): void {
    if (this.#person === null) return
    const { conversation, outbox, transcript, isSpoken } = this.#options
    const turn = conversation.addTurn()
    transcript.addPersonTurn(id, text, name, conversation.state.step)
    outbox.emit({ t: 'turn.start', turn, person: name })
    outbox.emit({ t: 'seg', turn, seg: 0, text, speak: isSpoken ? 'client' : 'none', cite: [] })
    outbox.emit({ t: 'turn.end', turn, outcome: 'person', metrics: { thinkMs: null } })
  }

  #show(step: number): void {
    const { conversation, outbox, log } = this.#options
    if (this.#person === null || !conversation.moveTo(step)) return log.touch()
    outbox.emit({ t: 'step.show', n: step })
  }

  #leave(isGone: boolean): void {
    const { services, conversation, time, outbox, log } = this.#options
    const person = this.#person
    if (person === null) return log.touch()
    this.#person = null
    time.resume()
    this.#tell('left', person.name)
    if (isGone) outbox.warn('person-gone', cameBackSentences.gone(person.name))
    conversation.dispatch({ type: 'person-left', at: services.now() })
  }

  #hearNobody(): void {
    const { services, conversation } = this.#options
    this.#tell('nobody', null)
    conversation.dispatch({ type: 'nobody-there', at: services.now() })
  }

  #tell(state: 'ringing' | 'joined' | 'left' | 'nobody', name: string | null): void {
    this.#options.outbox.emit({ t: 'person', state, name })
  }
}
