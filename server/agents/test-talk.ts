import { setImmediate as letOthersRun, setTimeout as wait } from 'node:timers/promises'

import {
  newConversation,
  type Conversation,
  type ConversationEvent,
  type Effect,
  type Outcome,
} from '#agent/conversation.ts'
import { guardProposal } from '#agent/guards.ts'
import type { Knowledge } from '#agent/knowledge.ts'
import { advance } from '#agent/policy.ts'
import type { Proposal, Responder } from '#agent/responder.ts'
import { toResponderInput } from '#agent/responder-input.ts'
import type { Citation } from '#protocol/agent-events.ts'
import { toOfferedSlot } from '#server/meetings/time-words.ts'

/** The agent's reaction to one remark. */
export interface TestReply {
  readonly said: string
  readonly outcomes: readonly Outcome[]
  readonly cites: readonly Citation[]
  /** Order of the steps it showed. */
  readonly shown: readonly number[]
  readonly hasRung: boolean
  readonly hasOfferedTimes: boolean
  readonly milliseconds: number
}

/**
 * A conversation with the agent's own policy and responder, in this process: nothing is stored, booked or sent. The
 * calendar always has times, and nobody answers a ring.
 */
export class TestTalk {
  readonly #knowledge: Knowledge
  readonly #responder: Responder
  readonly #now: number
  #conversation: Conversation = newConversation
  #at = 0
  #effects: Effect[] = []

  constructor(knowledge: Knowledge, responder: Responder, now: number) {
    this.#knowledge = knowledge
    this.#responder = responder
    this.#now = now
    this.#send({ type: 'consented', at: 0, mode: 'text', step: 1 })
    this.#hearOut()
  }

  /** The visitor has left an email address or phone number. */
  get hasAddress(): boolean {
    const { email, facts } = this.#conversation
    return email !== null || facts.some(({ field }) => field === 'email' || field === 'phone')
  }

  async say(text: string): Promise<TestReply> {
    for (let left = restMs(); left > 0; left = restMs()) {
      await wait(Math.ceil(left))
      await letOthersRun()
    }
    this.#effects = []
    const startedAt = performance.now()
    const input = toResponderInput(text, this.#knowledge, this.#conversation)
    const pending = withDeadline(this.#responder, input)
    const proposingMs = performance.now() - startedAt
    restFor(proposingMs)
    const proposal = await pending
    const answeredAt = performance.now()
    this.#at += 1_000
    this.#send({ type: 'heard', at: this.#at, proposal: guardProposal(proposal), text })
    const milliseconds = Math.round(performance.now() - startedAt)
    const reply = this.#reply(milliseconds)
    this.#hearOut()
    restFor(proposingMs + performance.now() - answeredAt)
    return reply
  }

  #reply(milliseconds: number): TestReply {
    const says = this.#effects.flatMap((effect) => (effect.type === 'say' ? [effect] : []))
    const lines = says.flatMap((effect) => effect.lines)
    const shows = this.#effects.flatMap((effect) => (effect.type === 'show' ? [effect.step] : []))
    return {
      said: lines.map((line) => line.text).join(' '),
      outcomes: says.map((effect) => effect.outcome),
      cites: lines.flatMap((line) => line.cite),
      shown: [...says.flatMap((effect) => (effect.show === null ? [] : [effect.show.step])), ...shows],
      hasRung: this.#effects.some((effect) => effect.type === 'ring-person'),
      hasOfferedTimes: this.#effects.some((effect) => effect.type === 'find-slots'),
      milliseconds,
    }
  }

  #send(event: ConversationEvent): void {
    const { conversation, effects } = advance(this.#conversation, event, this.#knowledge)
    this.#conversation = conversation
    for (const effect of effects) {
      this.#effects.push(effect)
      const at = this.#at
      if (effect.type === 'find-slots') this.#send({ type: 'slots-found', at, slots: this.#slots() })
      if (effect.type === 'book-meeting') this.#send({ type: 'meeting-answered', at, answer: 'booked' })
      if (effect.type === 'cancel-meeting') this.#send({ type: 'meeting-answered', at, answer: 'cancelled' })
    }
  }

  /** Plays every turn to its end. */
  #hearOut(): void {
    for (let turns = 0; this.#conversation.speaking !== null && turns < turnsMax; turns += 1) {
      const { turn, lines } = this.#conversation.speaking
      this.#at += 1_000
      this.#send({ type: 'play-ended', at: this.#at, turn, seg: lines.length - 1 })
    }
  }

  /** Half past nine and three in the afternoon, on the next three working days. */
  #slots() {
    const day = 86_400_000
    const midnight = this.#now - (this.#now % day)
    const days = [1, 2, 3, 4, 5]
      .map((index) => midnight + index * day)
      .filter((at) => ![0, 6].includes(new Date(at).getUTCDay()))
    return days.slice(0, 3).flatMap((at) =>
      [9.5, 15].map((hour) => {
        const startsAt = at + hour * 3_600_000
        return toOfferedSlot(`slot-${startsAt}`, startsAt, { timeZone: 'UTC', language: 'en', now: this.#now })
      }),
    )
  }
}

/* All test runs together leave half of the thread's time to conversations and requests. */
let restsUntil = 0

function restFor(ms: number): void {
  restsUntil = performance.now() + ms
}

function restMs(): number {
  return restsUntil - performance.now()
}

const turnsMax = 10
const answerMs = 20_000

async function withDeadline(responder: Responder, input: Parameters<Responder['propose']>[0]): Promise<Proposal> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The responder took too long')), answerMs)
  })
  try {
    return await Promise.race([responder.propose(input, abort.signal), late])
  } catch {
    return { intent: { type: 'question' }, answer: [], retrieved: [] }
  } finally {
    clearTimeout(timer)
    abort.abort()
  }
}
