import type { Conversation } from './conversation.ts'
import type { ConversationRun } from './conversation-run.ts'

/* Rolls back the answer to a remark that the visitor then continued. */

/** Whether the answer did something that can't be undone: a meeting, a call for a person, a goodbye. */
export function isCommitted(before: Conversation, now: Conversation): boolean {
  const { stage } = now.booking ?? {}
  return (
    now.hasMeeting !== before.hasMeeting ||
    now.meeting !== before.meeting ||
    now.person.stage !== before.person.stage ||
    now.ending !== before.ending ||
    stage === 'committing' ||
    stage === 'cancelling'
  )
}

/** Cuts off the answer to the last remark and forgets the remark. Keeps played sentences and the step on screen. */
export function rollBackTurn(run: ConversationRun, before: Conversation): void {
  run.cut()
  const { state, effects } = run
  const { speaking } = before
  const cutAt = speaking?.positions[speaking.playing?.index ?? 0] ?? speaking?.next ?? before.position
  run.state = {
    ...before,
    turn: state.turn,
    clocksSet: state.clocksSet,
    step: state.step,
    said: state.said,
    position: cutAt,
    speaking: null,
    clock: null,
    open: null,
  }
  if (before.facts !== state.facts) effects.push({ type: 'facts', facts: before.facts })
  if (before.qualification.evidence !== state.qualification.evidence) {
    const { score, evidence } = before.qualification
    effects.push({ type: 'qualified', score, evidence })
  }
  if (before.booking?.slots !== state.booking?.slots) {
    effects.push({ type: 'slots', slots: before.booking?.slots ?? [] })
  }
  if (before.phase !== state.phase) run.enter(before.phase, before.below)
}
