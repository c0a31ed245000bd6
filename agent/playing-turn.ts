import type { Clock, ConversationEvent, Speaking } from './conversation.ts'
import { pauses, type ConversationRun } from './conversation-run.ts'
import { sayRest } from './open-answer.ts'
import { pause, present } from './presenting.ts'
import type { Line } from './turn.ts'

/* What happens while a turn is played: its sentences begin and end, the visitor interrupts or stays silent. */

export function interrupt(run: ConversationRun, event: Extract<ConversationEvent, { type: 'interrupted' }>): void {
  const { speaking } = run.state
  if (speaking !== null && speaking.turn === event.turn) {
    run.truncate(speaking, { index: event.seg, playedMs: event.playedMs, segmentMs: event.segMs })
  }
  if (run.state.ending !== null) return run.end(run.state.ending)
  if (event.cause === 'stop') return pause(run, [])
  if (run.state.speaking === null && event.cause !== 'closed') run.setClock('nudge-2', pauses.offerMs)
}

/** Continues the demo, or speaks to a silent visitor. */
export function breakSilence(run: ConversationRun, clock: Clock): void {
  run.state = { ...run.state, clock: null }
  switch (clock.purpose) {
    case 'advance':
      run.enter('present', [])
      return present(run)
    case 'nudge-1':
      return run.say([reprompt(run)], { outcome: 'nudged', nudge: 'nudge-2' })
    case 'nudge-2':
      return run.say([run.optionalLine(run.words.plain.offerText())], { outcome: 'nudged', nudge: 'nudge-3' })
    case 'nudge-3':
      return run.leave('no-input', run.words.plain.noInput())
  }
}

/** Offers to continue if an answer ended without a question. */
function reprompt(run: ConversationRun): Line {
  const isOpen = run.state.phase === 'answer' && run.floor === 'present' && !run.hasAsked
  return isOpen ? run.resume() : run.optionalLine(run.words.plain.reprompt())
}

export function handleTyping(run: ConversationRun): void {
  if (run.state.speaking !== null || run.state.clock === null) return
  const purpose = run.state.clock.purpose === 'advance' ? 'nudge-2' : run.state.clock.purpose
  run.setClock(purpose, pauses.offerMs)
}

export function startPlaying(run: ConversationRun, turn: number, seg: number): void {
  const { speaking } = run.state
  if (speaking?.turn !== turn || speaking.lines[seg] === undefined) return
  run.state = { ...run.state, speaking: { ...speaking, playing: { index: seg, at: run.at } } }
}

export function endPlaying(run: ConversationRun, turn: number, seg: number): void {
  const { speaking } = run.state
  if (speaking?.turn !== turn) return
  if (seg >= speaking.lines.length - 1) finishTurn(run, speaking)
}

export function finishTurn(run: ConversationRun, speaking: Speaking): void {
  run.finishSpeaking(speaking)
  sayRest(run)
}
