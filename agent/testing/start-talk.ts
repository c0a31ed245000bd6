import { newConversation, type Conversation, type ConversationEvent, type Effect } from '../conversation.ts'
import { guardProposal } from '../guards.ts'
import { buildKnowledge, type PresentedDemo } from '../knowledge.ts'
import { advance } from '../policy.ts'
import type { Proposal } from '../responder.ts'
import { toResponderInput } from '../responder-input.ts'
import { createRuleResponder } from '../rule-responder.ts'
import { offeredSlots } from './offered-slots.ts'
import { plainAgent, reportingDemo } from './reporting-demo.ts'

/** A conversation driven by a test; `say`, `finish` and `wait` return the effects of the last event. */
export function startTalk(demo: PresentedDemo = reportingDemo, agent = plainAgent) {
  const knowledge = buildKnowledge(demo, agent)
  const responder = createRuleResponder(knowledge)
  let conversation: Conversation = newConversation
  let at = 0
  let effects: readonly Effect[] = []

  function send(event: ConversationEvent): readonly Effect[] {
    const result = advance(conversation, event, knowledge)
    conversation = result.conversation
    effects = result.effects
    return effects
  }
  send({ type: 'consented', at, mode: 'text', step: 1 })
  const talk = {
    send,
    state: () => conversation,
    effects: () => effects,
    text: () =>
      effects.flatMap((effect) => (effect.type === 'say' ? effect.lines.map((line) => line.text) : [])).join(' '),
    turn: () => effects.find((effect) => effect.type === 'say'),
    say: (text: string) => {
      at += 1_000
      const input = toResponderInput(text, knowledge, conversation)
      const proposal = responder.propose(input, { aborted: false }) as Proposal
      send({ type: 'heard', at, proposal: guardProposal(proposal), text })
      const asksCalendar = effects.some((effect) => effect.type === 'find-slots')
      return asksCalendar ? send({ type: 'slots-found', at, slots: offeredSlots }) : effects
    },
    finish: () => {
      const speaking = conversation.speaking
      if (speaking === null) throw new Error('Nobody speaks')
      at += 1_000
      return send({ type: 'play-ended', at, turn: speaking.turn, seg: speaking.lines.length - 1 })
    },
    wait: () => {
      if (conversation.clock === null) throw new Error('No clock is set')
      return send({ type: 'clock', at, id: conversation.clock.id })
    },
  }
  return talk
}
