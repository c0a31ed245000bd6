import type { CalendarAnswer } from '../calendar-answers.ts'
import { newConversation, type Conversation, type ConversationEvent, type Effect } from '../conversation.ts'
import { guardProposal } from '../guards.ts'
import { buildKnowledge } from '../knowledge.ts'
import { advance } from '../policy.ts'
import type { Proposal } from '../responder.ts'
import { createRuleResponder } from '../rule-responder.ts'
import type { OfferedSlot } from '../offered-slot.ts'
import { offeredSlots } from './offered-slots.ts'
import { plainAgent, reportingDemo } from './reporting-demo.ts'

/** A conversation with an instant calendar; `say` and `use` return the agent's reply. */
export function startTalk({
  takesMeetings = true,
  slots = offeredSlots,
  answers = [],
}: {
  takesMeetings?: boolean
  slots?: readonly OfferedSlot[] | null
  answers?: CalendarAnswer[]
} = {}) {
  const knowledge = buildKnowledge(reportingDemo, { ...plainAgent, takesMeetings })
  const responder = createRuleResponder(knowledge)
  const calendar: Effect[] = []
  const calls: Effect[] = []
  let conversation: Conversation = newConversation
  let screen: Effect | null = null
  let said = ''
  let at = 0

  function send(event: ConversationEvent): void {
    const result = advance(conversation, event, knowledge)
    conversation = result.conversation
    for (const effect of result.effects) {
      if (effect.type === 'say') said = `${said} ${effect.lines.map((line) => line.text).join(' ')}`.trim()
      if (effect.type === 'slots' || effect.type === 'form') screen = effect
      if (effect.type === 'call-back') calls.push(effect)
      if (effect.type === 'find-slots') {
        calendar.push(effect)
        send({ type: 'slots-found', at, slots })
      }
      if (effect.type === 'book-meeting' || effect.type === 'cancel-meeting') {
        calendar.push(effect)
        send({ type: 'meeting-answered', at, answer: answers.shift() ?? 'booked' })
      }
    }
  }
  function finish(): void {
    const { speaking } = conversation
    if (speaking !== null) send({ type: 'play-ended', at, turn: speaking.turn, seg: speaking.lines.length - 1 })
  }
  function act(event: (at: number) => ConversationEvent): string {
    at += 1_000
    said = ''
    send(event(at))
    const answer = said
    finish()
    return answer
  }
  send({ type: 'consented', at, mode: 'text', step: 1 })
  finish()
  return {
    say: (text: string) => {
      const proposal = responder.propose({ text, knowledge, step: conversation.step }, { aborted: false }) as Proposal
      return act((now) => ({ type: 'heard', at: now, proposal: guardProposal(proposal), text }))
    },
    use: (field: 'slot' | 'email' | 'name' | 'confirm', value: string) =>
      act((now) => ({ type: 'form', at: now, field, value })),
    nobodyThere: () => act((now) => ({ type: 'nobody-there', at: now })),
    wait: () => act((now) => ({ type: 'clock', at: now, id: conversation.clock?.id ?? 0 })),
    state: () => conversation,
    screen: () => screen,
    bookings: () => calendar.filter((effect) => effect.type === 'book-meeting'),
    calendar,
    calls: () => calls,
  }
}
