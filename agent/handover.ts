import { factOf } from './buyer-facts.ts'
import { askWhenToCall, callBackInstead, continueCallBack } from './call-back.ts'
import type { ConversationRun } from './conversation-run.ts'
import { wantsItNow } from './guessed-intent.ts'
import { mentionsTime } from './offered-slot.ts'
import { readPreferredTime } from './preferred-time.ts'
import { wantsPhone } from './prefers-phone.ts'

/* Handing the conversation to a member of the team: ringing, joining and leaving. */

/** Rings the team; the conversation continues meanwhile. */
export function callPerson(run: ConversationRun, reason: string): void {
  // “Call me at 602-555-0119” says where, and perhaps when.
  if (
    run.state.person.stage === 'none' &&
    wantsPhone(reason) &&
    !wantsItNow(reason) &&
    factOf(run.state.facts, 'phone') !== null
  )
    return callBackInstead(run, { text: mentionsTime(run.inEnglish(reason)) ? reason : '', when: null, said: reason })
  run.push()
  if (run.state.person.stage === 'ringing') {
    return run.say([run.worded(run.words.selling.stillRinging())], { outcome: 'human' })
  }
  // “Ring me tomorrow morning” and “today at 5” don't ask for a person now.
  const said = run.inEnglish(reason)
  const isToday = /\btoday\b/i.test(said) && readPreferredTime(said)?.at === null
  if (mentionsTime(said) && !isToday && !/\b(?:now|asap|immediately|right away|straight away)\b/i.test(said)) {
    run.state = { ...run.state, person: { stage: 'calling-back', name: null, when: null } }
    return continueCallBack(run, reason, [run.worded(run.words.selling.calledThen())])
  }
  run.state = { ...run.state, person: { stage: 'ringing', name: null, when: null } }
  run.effects.push({ type: 'ring-person', reason: reason.slice(0, 300) })
  run.say([run.worded(run.words.selling.ringing())], { outcome: 'human' })
}

/** Silences the agent, and keeps what it was doing on the stack (`below`). */
export function personJoined(run: ConversationRun, name: string): void {
  run.cut()
  const { phase, below } = run.state
  run.state = { ...run.state, person: { stage: 'joined', name, when: null }, isPersonOffered: false }
  if (phase !== 'person') run.enter('person', [...below, phase].slice(-3))
}

/** What the database calls a member without a first name. */
const nameless: ReadonlySet<string> = new Set(['', 'A colleague'])

/** Lets the agent continue where it was. */
export function personLeft(run: ConversationRun): void {
  if (run.state.phase !== 'person') return
  const { name } = run.state.person
  const { below } = run.state
  const phase = below.at(-1) ?? 'present'
  run.state = { ...run.state, person: { stage: 'none', name: null, when: null } }
  // The agent speaks first, so a presentation in progress waits for the visitor.
  const isBooking = phase === 'book' && run.state.booking !== null
  run.enter(
    isBooking ? 'book' : 'answer',
    phase === 'answer' || phase === 'book' ? below.slice(0, -1) : below.slice(-3),
  )
  const leaver = name === null || nameless.has(name) ? run.words.selling.colleague : name
  run.say([run.worded(run.words.selling.back(leaver)), run.resume()], { outcome: 'chat' })
}

/** Asks when to call back, because nobody answered; also asks where, unless that is known. */
export function nobodyThere(run: ConversationRun): void {
  if (run.state.person.stage !== 'ringing') return
  run.cut()
  askWhenToCall(run, [run.worded(run.words.selling.nobody())])
}
