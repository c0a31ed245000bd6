import { sentencesMax } from './answering.ts'
import { offerBooking } from './booking-steps.ts'
import { dropBooking, mayOfferMeeting, takeBooking } from './booking-turn.ts'
import type { Position } from './conversation.ts'
import { pauses, type ConversationRun } from './conversation-run.ts'
import { toPlainText } from './plain-text.ts'
import { splitSentences } from './sentences.ts'
import { endsAsQuestion, trimTurn, toLine, turnWordsMax, withinWords, wordsOf, type Line } from './turn.ts'
import type { Wordings } from './wordings.ts'

/* What the agent says about the demo unprompted, and its position in the demo. */

/** The greeting: the AI disclosure, even if the author's welcome omits it, and the offer to present the demo. */
export function greet(run: ConversationRun, step: number): void {
  const { agent, demoName } = run.knowledge
  const start = Math.max(1, Math.min(step, run.stepCount))
  run.state = { ...run.state, step: start, position: { step: start, sentence: 0 } }
  run.enter('greet', [])
  const welcome = splitSentences(toPlainText(agent.welcomeMessage ?? '')).map(toLine)
  const disclosesAi = welcome.some((line) => run.words.disclosesAi.test(line.text))
  const disclosure = disclosesAi ? [] : run.words.plain.disclosure(agent.name).map(toLine)
  const offer = run.words.plain.greeting(shorten(demoName, run.words), run.stepCount).map(toLine)
  const question = welcome.some((line) => endsAsQuestion(line.text))
    ? []
    : run.words.plain.mayStart().slice(0, 1).map(toLine)
  // The word limit never cuts off the disclosure.
  const rest = turnWordsMax - wordsOf([...disclosure, ...question])
  const fitting = withinWords(welcome, rest)
  const spare = withinWords(offer, rest - wordsOf(fitting))
  // The greeting comes before the disclosure: “Hello. I'm Leo, an AI assistant.”
  const greets = fitting.slice(0, greeting.test(fitting[0]?.text ?? '') ? 1 : 0)
  run.say([...greets, ...disclosure, ...fitting.slice(greets.length), ...spare, ...question], { outcome: 'greeted' })
}

/** A welcome's short first sentence. */
const greeting =
  /^(?:hello|hi|hey|welcome|good (?:morning|afternoon|evening|day)|hallo|guten|willkommen|bonjour|bienvenue|salut|hola|bienvenid\p{L}+|buen\p{L}+)(?!\p{L})\P{White_Space}*(?: \P{White_Space}+){0,5}$/iu

/** Says the next part of the current step: as many sentences as fit into one turn. */
export function present(run: ConversationRun): void {
  const { position } = run.state
  const script = run.knowledge.steps[position.step - 1]
  if (script === undefined) return finishPresentation(run)
  const lines: Line[] = []
  const positions: Position[] = []
  let next: Position = { step: position.step + 1, sentence: 0 }
  for (const [sentence, text] of [...script.sentences.entries()].slice(position.sentence)) {
    if (run.wasSaid({ text })) continue
    const line = { text, cite: [{ stepOrder: script.order, stepId: script.id }] }
    const isFull = lines.length >= sentencesMax(run)
    if (lines.length > 0 && (isFull || trimTurn([...lines, line], run.state.said).length <= lines.length)) {
      next = { step: position.step, sentence }
      break
    }
    lines.push(line)
    positions.push({ step: position.step, sentence })
  }
  if (lines.length === 0) {
    const again = run.worded(run.words.plain.stepAgain(script.order))
    lines.push({ ...again, cite: [{ stepOrder: script.order, stepId: script.id }] })
    positions.push({ step: position.step, sentence: script.sentences.length })
  }
  const completes = next.step > position.step
  const asks = completes && script.order % 3 === 0 && script.order < run.stepCount
  const check = asks ? [run.optionalLine(run.words.plain.check())] : []
  const all = trimTurn([...lines, ...check], run.state.said)
  const hasCheck = all.length > lines.length
  run.say(all, {
    outcome: 'presented',
    show: script.order,
    positions,
    next,
    afterMs: hasCheck ? pauses.afterCheckMs : pauses.betweenStepsMs,
  })
}

function finishPresentation(run: ConversationRun): void {
  run.state = { ...run.state, position: { step: run.stepCount + 1, sentence: 0 } }
  run.enter('wrap', [])
  const demo = shorten(run.knowledge.demoName, run.words)
  const over = run.optionalLine(run.words.plain.wrap(demo))
  if (run.state.buyingSignals > 0 && mayOfferMeeting(run)) {
    return takeBooking(run, offerBooking(run.state.email), [over])
  }
  run.say([over, run.optionalLine(run.words.plain.anythingElse())], { outcome: 'chat' })
}

/** Handles “no”: after “Anything else?” the conversation ends, otherwise the agent waits. */
export function handleNo(run: ConversationRun): void {
  if (run.floor === 'wrap') return run.leave('visitor', run.words.plain.bye())
  pause(run, [run.optionalLine(run.words.plain.declined())])
}

/** Presents from the current position. */
export function resumePresenting(run: ConversationRun): void {
  if (run.floor === 'wrap') {
    run.enter('wrap', [])
    return run.say([run.optionalLine(run.words.plain.anythingElse())], { outcome: 'chat' })
  }
  run.enter('present', [])
  present(run)
}

/** Presents from the start of an existing step. */
export function goTo(run: ConversationRun, step: number): void {
  run.state = { ...run.state, position: { step, sentence: 0 } }
  run.enter('present', [])
  present(run)
}

/** Goes to a step that the visitor named; says how many there are if it doesn't exist. */
export function goToNamedStep(run: ConversationRun, step: number): void {
  if (step <= run.stepCount) return goTo(run, step)
  run.push()
  run.say([run.optionalLine(run.words.plain.stepRange(run.stepCount)), run.resume()], {
    outcome: 'chat',
  })
}

/** Repeats the last turn, without sentences that were said too often. */
export function repeat(run: ConversationRun): void {
  // An introduction makes no sense without the sentence it introduces.
  const lines = trimTurn(run.state.lastLines, run.state.said).filter(
    ({ text }, index, all) => !text.endsWith(':') || index < all.length - 1,
  )
  const show = lines.flatMap((line) => line.cite).find((cite) => cite.stepOrder !== null)?.stepOrder ?? null
  run.push()
  if (lines.length > 0) return run.say(lines, { outcome: 'chat', show })
  run.say([run.worded(run.words.plain.nothingToRepeat())], { outcome: 'chat' })
}

/** Waits for the visitor, after saying `lines`. */
export function pause(run: ConversationRun, lines: readonly Line[]): void {
  if (run.state.booking?.stage === 'offered') dropBooking(run)
  run.enter('paused', run.floor === 'wrap' ? ['wrap'] : ['present'])
  if (lines.length > 0) return run.say(lines, { outcome: 'paused' })
  run.setClock('nudge-3', pauses.giveUpPausedMs)
}

/** Moves the presentation to the step that the visitor opened; it continues or waits there. */
export function followVisitor(run: ConversationRun, step: number): void {
  if (step < 1 || step > run.stepCount) return
  run.cut()
  run.state = { ...run.state, step, position: { step, sentence: 0 } }
  if (run.state.phase === 'paused') return pause(run, [])
  // Looking at a step while choosing a time doesn't end the choice.
  if (run.state.booking !== null && run.state.booking.stage !== 'offered') {
    return run.setClock('nudge-1', pauses.bookingMs)
  }
  if (run.state.booking !== null) dropBooking(run)
  run.enter('present', [])
  run.setClock('advance', pauses.afterVisitorStepMs)
}

/** A demo's name for use in a sentence. */
export function shorten(name: string, { plain }: Wordings): string {
  const words = name.split(' ')
  return words.length > 10 || name.length > 80 ? plain.thisDemo : name
}
