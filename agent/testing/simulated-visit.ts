import type { ByeReason } from '#protocol/agent-events.ts'

import type { CalendarAnswer } from '../calendar-answers.ts'
import type { BookingForm } from '../booking-form.ts'
import { newConversation, type Conversation, type ConversationEvent, type Effect } from '../conversation.ts'
import { guardProposal } from '../guards.ts'
import type { Knowledge } from '../knowledge.ts'
import { advance } from '../policy.ts'
import type { Proposal } from '../responder.ts'
import { toResponderInput } from '../responder-input.ts'
import { createRuleResponder } from '../rule-responder.ts'
import { estimateSpeechMs } from '../turn.ts'
import { offeredSlots } from './offered-slots.ts'

export type Say = Extract<Effect, { type: 'say' }>

/** What the calendar was asked to book, and the visitor's input right before. */
export interface AskedBooking {
  readonly slotId: string
  readonly email: string
  readonly after: string
}

/** A simulated visitor's next action, on its turn or while the agent speaks. */
export type Move =
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'listen' }
  | { readonly type: 'page'; readonly step: number }
  | ({ readonly type: 'use' } & BookingForm)
  /** Interrupts the turn in line `seg` after `share` of it. */
  | {
      readonly type: 'interrupt'
      readonly seg: number
      readonly share: number
      readonly cause: 'stop' | 'typed' | 'step'
    }

/** Plays one visitor; called before (`speaking`) and after each agent turn. */
export type Visitor = (moment: {
  readonly when: 'speaking' | 'silent'
  readonly turn: Say
  readonly turns: number
}) => Move

/** What the team does when it rings. */
export type Team = 'joins' | 'nobody'

export interface Visit {
  readonly turns: readonly Say[]
  readonly truncated: readonly string[]
  readonly shown: readonly number[]
  readonly bookings: readonly AskedBooking[]
  /** Meetings cancelled, and call backs requested. */
  readonly cancelled: number
  readonly callBacks: readonly { readonly when: string; readonly reachAt: string }[]
  /** How often a member joined the conversation. */
  readonly joined: number
  /** Every value a fact has had. */
  readonly told: readonly string[]
  readonly conversation: Conversation
  readonly endedBy: ByeReason | null
  /** Every event handled; replaying them gives the same conversation. */
  readonly events: readonly ConversationEvent[]
  /** Set if neither side would ever act again. */
  readonly isStuck: boolean
}

/** Runs a whole conversation on a fake clock. Only the visitor is random. */
export function simulateVisit(
  knowledge: Knowledge,
  visitor: Visitor,
  options: {
    readonly mishear: (text: string) => string
    readonly turnsMax?: number
    readonly calendar?: () => CalendarAnswer
    readonly team?: Team
  },
): Visit {
  const responder = createRuleResponder(knowledge)
  const turns: Say[] = []
  const truncated: string[] = []
  const shown: number[] = []
  const bookings: AskedBooking[] = []
  const events: ConversationEvent[] = []
  const callBacks: { when: string; reachAt: string }[] = []
  const told = new Set<string>()
  let cancelled = 0
  let joined = 0
  let rung = 0
  let conversation = newConversation
  let endedBy: ByeReason | null = null
  let clock: { readonly id: number; readonly ms: number } | null = null
  let current: Say | null = null
  let at = 1_000

  function send(event: ConversationEvent): void {
    events.push(event)
    const result = advance(conversation, event, knowledge)
    conversation = result.conversation
    for (const effect of result.effects) {
      if (effect.type === 'say') {
        turns.push(effect)
        current = effect
        clock = null
      } else if (effect.type === 'clock') clock = effect
      else if (effect.type === 'truncated') truncated.push(effect.heard)
      else if (effect.type === 'show') shown.push(effect.step)
      else if (effect.type === 'end') endedBy = effect.reason
      else if (effect.type === 'facts') for (const { value } of effect.facts) told.add(value)
      else if (effect.type === 'call-back' && effect.isOff !== true) callBacks.push(effect)
      else if (effect.type === 'ring-person') rung += 1
      else if (effect.type === 'cancel-meeting') {
        cancelled += 1
        send({ type: 'meeting-answered', at, answer: 'cancelled' })
      } else if (effect.type === 'find-slots') send({ type: 'slots-found', at, slots: offeredSlots })
      else if (effect.type === 'book-meeting') {
        const after = event.type === 'heard' ? event.text : event.type === 'form' ? event.value : event.type
        bookings.push({ slotId: effect.slotId, email: effect.email, after })
        send({ type: 'meeting-answered', at, answer: options.calendar?.() ?? 'booked' })
      }
    }
  }

  function act(move: Move): void {
    if (move.type === 'say') {
      const text = options.mishear(move.text)
      const input = toResponderInput(text, knowledge, conversation)
      const proposal = responder.propose(input, { aborted: false })
      send({ type: 'heard', at, proposal: guardProposal(proposal as Proposal), text })
    } else if (move.type === 'use') {
      send({ type: 'form', at, field: move.field, value: move.value })
    } else if (move.type === 'page') {
      shown.push(move.step)
      send({ type: 'step-changed', at, step: move.step })
    }
  }

  /** The team answers once the agent has said that it is ringing. */
  function answerRing(): void {
    if (rung === 0) return
    rung = 0
    at += 2_000
    if (options.team !== 'joins') return send({ type: 'nobody-there', at })
    joined += 1
    send({ type: 'person-joined', at, name: 'Mia' })
    act({ type: 'say', text: 'Hello, are you a real person?' })
    at += 60_000
    send({ type: 'person-left', at })
  }

  send({ type: 'consented', at, mode: 'text', step: 1 })
  for (let rounds = 0; endedBy === null && rounds < 400 && turns.length < (options.turnsMax ?? 120); rounds += 1) {
    const turn: Say | null = current
    current = null
    if (turn !== null) {
      const move = visitor({ when: 'speaking', turn, turns: turns.length })
      const wasCut = play(turn, move)
      if (!wasCut) {
        answerRing()
        // A new turn of the agent gives the visitor another chance to act.
        if (current === null) act(visitor({ when: 'silent', turn, turns: turns.length }))
      }
      continue
    }
    const due = clock as { readonly id: number; readonly ms: number } | null
    if (due === null) return { ...visit(), isStuck: true }
    at += due.ms
    clock = null
    send({ type: 'clock', at, id: due.id })
  }

  function play(turn: Say, move: Move): boolean {
    for (const [seg, line] of turn.lines.entries()) {
      const segMs = estimateSpeechMs(line.text)
      send({ type: 'play-started', at, turn: turn.turn, seg })
      if (turn.show?.line === seg) shown.push(turn.show.step)
      if (move.type === 'interrupt' && move.seg === seg) {
        const playedMs = Math.round(segMs * move.share)
        at += playedMs
        send({ type: 'interrupted', at, turn: turn.turn, seg, playedMs, segMs, cause: move.cause })
        return true
      }
      if (seg === 0 && (move.type === 'say' || move.type === 'page' || move.type === 'use')) {
        at += Math.round(segMs / 2)
        act(move)
        // “Uh-huh” doesn't interrupt.
        if (conversation.speaking?.turn !== turn.turn) return true
      }
      at += segMs
      send({ type: 'play-ended', at, turn: turn.turn, seg })
    }
    return false
  }

  function visit(): Omit<Visit, 'isStuck'> {
    const known = { callBacks, told: [...told], cancelled, joined }
    return { turns, truncated, shown, bookings, conversation, endedBy, events, ...known }
  }

  return { ...visit(), isStuck: false }
}

const strayWords = 'the uh table river maybe blue seven it going there market on paper'.split(' ')

/** Simulates poor speech recognition: drops words, replaces them, or changes a letter. */
export function createMishearing(random: () => number, rate: number): (text: string) => string {
  return (text) =>
    text
      .split(' ')
      .flatMap((word) => {
        if (random() >= rate) return [word]
        const kind = random()
        if (kind < 0.34) return []
        if (kind < 0.67) return [strayWords[Math.floor(random() * strayWords.length)] ?? 'uh']
        const place = Math.floor(random() * word.length)
        return [`${word.slice(0, place)}${String.fromCharCode(97 + Math.floor(random() * 26))}${word.slice(place + 1)}`]
      })
      .join(' ')
}
