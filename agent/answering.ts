import { offerBooking } from './booking-steps.ts'
import { mayOfferMeeting, takeBooking } from './booking-turn.ts'
import { statesOwn } from './buyer-facts.ts'
import type { ConversationRun } from './conversation-run.ts'
import { asksSomething } from './fact-patterns.ts'
import type { ForeignLanguage } from './foreign-language.ts'
import type { Intent } from './intent.ts'
import { nameStep, quotesOf, toCitations, wasJustSaid } from './quoted-notes.ts'
import { foreignWording, switchWording } from './remark-wording.ts'
import type { Proposal, Topic } from './responder.ts'
import { splitQuestions } from './retrieval-question.ts'
import { acknowledgeFact, closing, mannerOf } from './selling.ts'
import { toTerms } from './terms.ts'
import { endsAsQuestion, turnWordsMax, withinWords, wordsOf, type Line } from './turn.ts'
import { sayNoMore } from './uncertain-answer.ts'

/* Answers to questions: from the notes, and about the agent itself. Remarks: remark-answer.ts. */

/** Answers from the notes in two sentences or three short ones, and shows the step they belong to. */
export function answer(run: ConversationRun, proposal: Proposal, question: string): void {
  const quotes = quotesOf(proposal)
  const sum = sumLine(proposal)
  if (sum.length > 0 && quotes.every(({ text }) => wasJustSaid(run, text))) return conclude(run, proposal, sum)
  // “Half my tenants don't know what a QR code is” isn't a question about the sentence before it.
  if (!asksSomething(question) && quotes.length > 0 && quotes.every(({ text }) => wasJustSaid(run, text)))
    return statesOwn(question) || question.split(/\s+/).length >= statementWords
      ? acknowledgeFact(run, { facts: proposal.facts ?? [] }, question)
      : sayNoMore(run)
  run.push()
  const manner = mannerOf(run)
  const { answers } = run.state
  run.state = {
    ...run.state,
    unknownCount: 0,
    answers: answers + 1,
    topic: proposal.topic ?? topicOf(proposal, run.state.topic),
  }
  const stepOrder = stepOf(quotes)
  const close = run.isOpen ? [] : closing(run, 'answer')
  // Only before some answers: before every answer it would sound repetitive.
  const acknowledgement =
    proposal.subject !== undefined
      ? [run.worded(run.words.remarks.closest(proposal.subject))]
      : answers % 3 === 0
        ? [run.optionalLine(manner.acknowledgements)]
        : []
  const untold = titleOnlyStep(run, quotes)
  if (untold !== null) {
    const text = run.words.plain.titleOnly(nameStep(run, untold))
    return run.say([{ text, cite: quotes[0]?.cite ?? [] }, ...close], { outcome: 'answered', show: untold })
  }
  const wantsAgain = asksAgain.test(question)
  const fresh = quotes.filter((line) => (wantsAgain || !run.wasSaid(line)) && !endsAsQuestion(line.text))
  const room = Math.min(manner.answerWords + wordsOf(acknowledgement), turnWordsMax - wordsOf([...sum, ...close]))
  const fitting = withinWords(focus(fresh, question, sentencesMax(run)), room - wordsOf(acknowledgement))
  const again = sayAgain(run, quotes[0], stepOrder)
  // Say a long sentence in its own turn. Only refer to a sentence that was already said twice.
  const [best] = quotes
  // If the best sentence was already said twice, the other sentences don't answer on their own.
  const isRest = best !== undefined && !fresh.includes(best) && splitQuestions(question).length === 0
  const lines = isRest
    ? withBeside(run, again, proposal, wantsAgain)
    : fitting.length > 0
      ? [...acknowledgement, ...fitting]
      : [fresh[0] ?? again]
  const isTooLong = sum.length > 0 && wordsOf([...lines, ...sum, ...close]) > turnWordsMax
  // “Group is priced on a call”: offer that call.
  if (
    run.language === 'en' &&
    asksToDeal.test(question) &&
    lines.some(({ text }) => pricedInTalk.test(text)) &&
    mayOfferMeeting(run)
  )
    return takeBooking(run, { ...offerBooking(run.state.email), outcome: 'answered' }, lines, stepOrder)
  const rest = proposal.offers ?? []
  const forRest = rest.length === 0 ? close : [run.optionalLine(run.words.plain.offersForRest())]
  run.say([...(isTooLong ? [] : lines), ...sum, ...forRest], { outcome: 'answered', show: stepOrder })
  if (rest.length > 0) run.effects.push({ type: 'offers', turn: run.state.turn, steps: rest })
  if (run.isOpen) run.state = { ...run.state, open: { turn: run.state.turn, rest: null } }
}

/** From this many words on, a remark that asks nothing is a statement, not a short question (“and the free plan”). */
const statementWords = 6

/** Asks for a price or a call, or mentions a large organisation (“branches”, “enterprise”). */
const asksToDeal =
  /\b(?:pric\w+|costs?|how much|quotes?|pay|talk|speak|contact|sites?|locations?|branches|group|enterprise|companies)\b/i
const pricedInTalk =
  /\b(?:pric\w+|quot\w+|offers?)\b.*\b(?:on a call|on request|by (?:phone|arrangement)|individual\w*|custom)\b|\b(?:talk|speak) to (?:us|sales|our (?:sales )?team)\b|\bcontact (?:us|sales)\b|\bcustom (?:pric\w+|quotes?)\b/i

/** The step of the quotes if it has only a title, which is no answer. */
function titleOnlyStep({ knowledge }: ConversationRun, quotes: readonly Line[]): number | null {
  const order = stepOf(quotes)
  const step = order === null ? undefined : knowledge.steps[order - 1]
  return step !== undefined && !step.hasNotes && quotes.every(({ text }) => step.sentences.includes(text))
    ? order
    : null
}

/** What follows from the quoted prices; nothing if a model worded the answer, which may then say it itself. */
function sumLine({ answer: said, retrieved, conclusion }: Proposal): readonly Line[] {
  const isQuoted = retrieved.some(({ text }) => said.some((sentence) => sentence.text === text))
  return conclusion === undefined || !isQuoted ? [] : [{ text: conclusion.text, cite: toCitations(conclusion.from) }]
}

/** “Over a year that comes to $348.”, without the price that was just said. */
function conclude(run: ConversationRun, proposal: Proposal, sum: readonly Line[]): void {
  run.push()
  const { answers } = run.state
  run.state = { ...run.state, unknownCount: 0, answers: answers + 1, topic: proposal.topic ?? run.state.topic }
  run.say([...sum, ...(run.isOpen ? [] : closing(run, 'answer'))], { outcome: 'answered', show: stepOf(sum) })
}

/** Repeats the answer for a different question that has the same one. */
function sayAgain(run: ConversationRun, quote: Line | undefined, stepOrder: number | null): Line {
  const cite = quote?.cite ?? []
  const quoted = quote === undefined || endsAsQuestion(quote.text) ? '' : run.words.plain.asSaid(quote.text)
  if (quoted !== '' && (run.state.said[quoted] ?? 0) === 0) return { text: quoted, cite }
  return { text: run.worded(run.words.plain.answerAgain(stepOrder)).text, cite }
}

/** A sentence that answers another question, too, and the step's next closest one, which may answer this one. */
function withBeside(
  run: ConversationRun,
  again: Line,
  { beside = [] }: Proposal,
  wantsAgain: boolean,
): readonly Line[] {
  const next = beside
    .map((item) => ({ text: item.text, cite: toCitations([item]) }))
    .find((line) => !run.wasSaid(line) && !endsAsQuestion(line.text))
  if (next === undefined || wantsAgain || run.state.isSlow) return [again]
  return wordsOf([again, next]) > turnWordsMax - closeWords ? [again] : [again, next]
}

/** Leaves room for a question at the end of the turn. */
const closeWords = 12

/** “What was the price again?” */
const asksAgain = /\b(?:again|once more|remind me|(?:did|have) you (?:say|said)|you (?:said|told me|mentioned))\b/i

/** Sentences of a turn. A visitor who asked for less at a time gets one. Searches and models have their own limits. */
export function sentencesMax(run: ConversationRun): number {
  return run.state.isSlow ? 1 : 2
}

/** Below this total, several short sentences take no longer to say than two normal ones. */
const shortWords = 26

/** The sentences that share most words with the question, in their original order. */
function focus(lines: readonly Line[], question: string, count: number): readonly Line[] {
  if (lines.length <= count || (count > 1 && wordsOf(lines) <= shortWords)) return lines
  const asked = new Set(toTerms(question).informative)
  const ranked = lines
    .map((line, index) => ({ index, shared: toTerms(line.text).informative.filter((term) => asked.has(term)).length }))
    .toSorted((a, b) => b.shared - a.shared || a.index - b.index)
  const kept = new Set(ranked.slice(0, count).map(({ index }) => index))
  return lines.filter((_, index) => kept.has(index))
}

function topicOf(proposal: Proposal, before: Topic | null): Topic | null {
  const itemIds = [...new Set(proposal.answer.flatMap(({ cites }) => cites))]
  return itemIds.length === 0 ? before : { question: before?.question ?? '', itemIds }
}

function stepOf(lines: readonly Line[]): number | null {
  return lines.flatMap((line) => line.cite).find((cite) => cite.stepOrder !== null)?.stepOrder ?? null
}

/** Says how the visitor can ask the author, or that the author has the visitor's address. */
export function reachAuthor(run: ConversationRun): Line {
  if (run.state.email === null) return run.optionalLine(run.words.plain.askAuthor())
  return run.optionalLine(run.words.remarks.authorHasAddress())
}

/** Answers questions about the agent or the conversation itself. */
export function chat(run: ConversationRun, intent: Exclude<Intent, { readonly type: 'remark' | 'human' }>): void {
  run.push()
  const close = closing(run)
  switch (intent.type) {
    case 'robot':
      return run.say([run.worded(run.words.plain.robot()), ...close], { outcome: 'chat' })
    case 'contact':
      return run.say([run.worded(run.words.plain.contact()), ...close], {
        outcome: 'contact',
      })
    case 'privacy':
      return run.say([run.optionalLine(run.words.plain.privacy()), ...close], { outcome: 'chat' })
    case 'commitment':
      return run.say([run.optionalLine(run.words.plain.commitment()), ...close], { outcome: 'declined' })
    case 'foreign':
      return run.say([nameLanguages(run, intent.language)], { outcome: 'unknown' })
    case 'thanks':
      return run.say([run.worded(mannerOf(run).thanks), ...close], {
        outcome: 'chat',
      })
    case 'hello':
      return run.say([run.worded(run.words.plain.hello()), ...close], { outcome: 'chat' })
    default:
      return run.say([run.optionalLine(run.words.plain.help()), ...close], { outcome: 'chat' })
  }
}

/** Says in the visitor's language which languages the agent speaks. */
function nameLanguages(run: ConversationRun, visitors: ForeignLanguage): Line {
  const switching = switchWording(visitors, run.language, run.knowledge.agent.languages ?? [])
  if (switching !== null) return run.optionalLine(switching)
  const language = visitors === 'other' ? run.language : visitors
  return run.worded(foreignWording(language, run.language), language)
}
