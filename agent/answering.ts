import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { Citation, OfferedStep } from '#protocol/agent-events.ts'

import { offerBooking } from './booking-steps.ts'
import { mayOfferMeeting, takeBooking } from './booking-turn.ts'
import { statesOwn } from './buyer-facts.ts'
import { asksSomething } from './fact-patterns.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Intent } from './intent.ts'
import type { KnowledgeItem } from './knowledge.ts'
import type { Proposal, Topic } from './responder.ts'
import { splitQuestions } from './retrieval-question.ts'
import { foreignWording } from './remark-wording.ts'
import { acknowledgeFact, closing, mannerOf } from './selling.ts'
import { toTerms } from './terms.ts'
import { countWords } from './sentences.ts'
import { closestWordsMax } from './offered-step.ts'
import { endsAsQuestion, turnWordsMax, withinWords, wordsOf, type Line } from './turn.ts'

/* Answers to questions and remarks. */

/** Answers from the notes in at most two sentences, and shows the step they belong to. */
export function answer(run: ConversationRun, proposal: Proposal, question: string): void {
  const quotes = quotesOf(proposal)
  const sum = sumLine(proposal)
  if (sum.length > 0 && quotes.every(({ text }) => wasJustSaid(run, text))) return conclude(run, proposal, sum)
  // “Half my tenants don't know what a QR code is” is no question about the sentence before it.
  if (!asksSomething(question) && quotes.length > 0 && quotes.every(({ text }) => wasJustSaid(run, text)))
    return statesOwn(question) ? acknowledgeFact(run, { facts: proposal.facts ?? [] }) : sayNoMore(run)
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
        ? [run.line(manner.acknowledgements)]
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
  // What is left of an answer that was given twice doesn't answer on its own.
  const isRest = best !== undefined && !fresh.includes(best) && splitQuestions(question).length === 0
  const lines = isRest ? [again] : fitting.length > 0 ? [...acknowledgement, ...fitting] : [fresh[0] ?? again]
  const isTooLong = sum.length > 0 && wordsOf([...lines, ...sum, ...close]) > turnWordsMax
  // “Group is priced on a call”: offer that call.
  if (
    run.language === 'en' &&
    asksToDeal.test(question) &&
    lines.some(({ text }) => pricedInTalk.test(text)) &&
    mayOfferMeeting(run)
  )
    return takeBooking(run, { ...offerBooking([], run.state.email), outcome: 'answered' }, lines, stepOrder)
  const rest = proposal.offers ?? []
  const forRest = rest.length === 0 ? close : [run.line(run.words.plain.offersForRest())]
  run.say([...(isTooLong ? [] : lines), ...sum, ...forRest], { outcome: 'answered', show: stepOrder })
  if (rest.length > 0) run.effects.push({ type: 'offers', turn: run.state.turn, steps: rest })
  if (run.isOpen) run.state = { ...run.state, open: { turn: run.state.turn, rest: null } }
}

/** Asks for a price, or comes from somebody large. */
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
  return { text: run.choose(run.words.plain.answerAgain(stepOrder), run.words.plain.answerAgainCounted), cite }
}

/** “What was the price again?” */
const asksAgain = /\b(?:again|once more|remind me|(?:did|have) you (?:say|said)|you (?:said|told me|mentioned))\b/i

/** Whether the last turn said or quoted the sentence. */
function wasJustSaid(run: ConversationRun, text: string): boolean {
  const quoted = withoutQuotes(text)
  return run.state.lastLines.some((line) => withoutQuotes(line.text).includes(quoted))
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/["“”„«»]/g, "'")
}

/** Says that the notes have no more on the subject, and keeps the question for the team. */
function sayNoMore(
  run: ConversationRun,
  offers: readonly OfferedStep[] = [],
  again: readonly Line[] = [],
  missing?: string,
): void {
  const { plain } = run.words
  run.push()
  const noMore = missing === undefined ? plain.noMore() : plain.lacks(missing)
  const line = run.line(noMore, plain.noMoreCounted)
  const lines = missing === undefined ? [...again, line] : [line, ...again]
  run.say([...lines, ...keptForTeam(run), ...backToBooking(run)], {
    outcome: offers.length > 0 ? 'unsure' : 'unknown',
  })
  if (offers.length > 0) run.effects.push({ type: 'offers', turn: run.state.turn, steps: offers })
}

/** Says that the team will see the question, only the first times. */
function keptForTeam(run: ConversationRun): readonly Line[] {
  const texts = run.words.plain.unknownNoted(run.state.email !== null)
  return run.timesSaid(texts) < keptTimesMax ? [run.line(texts)] : []
}

const keptTimesMax = 2

function withoutLines(offer: OfferedStep, quoted: readonly string[]): OfferedStep {
  return { ...offer, lines: offer.lines.filter((text) => !quoted.includes(text)) }
}

/** A visitor who asked for less at a time gets one sentence. */
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

/** The proposed sentences with their steps. */
export function quotesOf(proposal: Proposal): readonly Line[] {
  const items = new Map(proposal.retrieved.map((item) => [item.id, item]))
  // Notes in another language are quoted only in a model's translation.
  const sayable = proposal.answer.filter(({ language }) => proposal.notesIn === undefined || language !== undefined)
  return sayable.map((sentence) => ({
    text: sentence.text,
    cite: toCitations(sentence.cites.map((id) => items.get(id))),
  }))
}

/** Says how the visitor can ask the author, or that the author has the visitor's address. */
export function reachAuthor(run: ConversationRun): Line {
  if (run.state.email === null) return run.line(run.words.plain.askAuthor())
  return run.worded(run.words.remarks.authorHasAddress())
}

/**
 * Uncertain: offers the closest steps. Without any, says that it doesn't know and stores the question for the author.
 */
export function admit(run: ConversationRun, proposal: Proposal): void {
  run.push()
  const offers = (proposal.offers ?? []).slice(0, 3)
  const [best] = offers
  if (best !== undefined && proposal.notesIn !== undefined)
    return offerForeignNotes(run, proposal.notesIn, offers, best)
  if (best !== undefined) return offerSteps(run, offers, best, proposal)
  const unknownCount = run.state.unknownCount + 1
  run.state = { ...run.state, unknownCount }
  const { missing } = proposal
  const texts = missing === undefined ? run.words.plain.unknown() : run.words.plain.lacks(missing)
  const unknown = { texts, counted: run.words.plain.unknownCounted }
  if (unknownCount >= 2 && mayOfferMeeting(run)) {
    const offer = offerBooking([unknown], run.state.email)
    return takeBooking(run, { ...offer, outcome: 'unknown' })
  }
  if (unknownCount >= 2 && unknownCount % 2 === 0 && run.state.booking === null && run.state.person.stage === 'none') {
    run.say([run.worded(unknown), run.worded(run.words.selling.offerPerson())], { outcome: 'unknown' })
    run.state = { ...run.state, isPersonOffered: true }
    return
  }
  run.say([run.worded(unknown), ...keptForTeam(run), ...backToBooking(run)], { outcome: 'unknown' })
}

/** Says why it can't quote the notes, and still offers steps. */
function offerForeignNotes(
  run: ConversationRun,
  notesIn: AgentLanguage,
  offers: readonly OfferedStep[],
  best: OfferedStep,
): void {
  const language = new Intl.DisplayNames(run.language, { type: 'language' }).of(notesIn) ?? notesIn
  const step = run.words.plain.stepNamed(best.stepOrder, best.title)
  run.say([run.worded(run.words.remarks.notesIn(language, step)), ...backToBooking(run)], { outcome: 'unsure' })
  const untranslated = offers.map((offer) => ({ ...offer, lines: [] }))
  run.effects.push({ type: 'offers', turn: run.state.turn, steps: untranslated })
}

/** The closest sentence of the best step; undefined if it is long or was said before. */
function closestNote(run: ConversationRun, { retrieved }: Proposal, best: OfferedStep): KnowledgeItem | undefined {
  const item = retrieved.find(({ stepId }) => stepId === best.stepId)
  if (item === undefined || countWords(item.text) > closestWordsMax) return undefined
  return item
}

function offerSteps(run: ConversationRun, offers: readonly OfferedStep[], best: OfferedStep, proposal: Proposal): void {
  const before = run.state.topic
  run.state = { ...run.state, unknownCount: 0, topic: proposal.topic ?? before }
  const isFar = proposal.isFar === true
  const closest = isFar ? undefined : closestNote(run, proposal, best)
  // What was only said beside another sentence may be the answer now.
  const isSaid =
    closest !== undefined && wasJustSaid(run, closest.text) && before?.itemIds.includes(closest.id) === true
  if (isSaid) {
    const others = offers.map((offer) => withoutLines(offer, [closest.text]))
    const asSaid = { text: run.words.plain.asSaid(withoutQuotes(closest.text)), cite: toCitations([closest]) }
    const again = proposal.isLikely === true || proposal.missing !== undefined ? [asSaid] : []
    return sayNoMore(run, others, again, proposal.missing)
  }
  const templates = proposal.isLikely === true ? run.words.plain.likely : run.words.plain.nearest
  const cited = closest === undefined ? [] : [closest, ...ofOtherQuestion(run, closest, proposal)]
  const added = closest === undefined || cited.length > 1 ? [] : nextClosest(run, closest, best)
  const quoted = [...cited.map(({ text }) => text), ...added]
  const note = closest === undefined ? null : quoteUnsure(run, quoted.join(' '), cited, templates)
  const closestLines = isFar ? sayFar(run, offers.length) : (note ?? sayUnsure(run, best, offers.length))
  const lines = proposal.missing === undefined ? closestLines : withMissing(run, proposal.missing, closestLines, isFar)
  run.say([...lines, ...backToBooking(run)], { outcome: 'unsure' })
  const steps = offers.map((offer) => withoutLines(offer, quoted))
  run.effects.push({ type: 'offers', turn: run.state.turn, steps })
}

/** The step's second closest sentence, if both are short: every eighth time, it is the one that answers. */
function nextClosest(run: ConversationRun, closest: KnowledgeItem, { lines }: OfferedStep): readonly string[] {
  const next = lines.find((text) => text !== closest.text)
  return next !== undefined && isShortWith(run, closest, next) ? [next] : []
}

/** Leaves room for the words around the quote. */
const quotedWordsMax = turnWordsMax - 10

/** The closest sentence to the second of two questions. */
function ofOtherQuestion(
  run: ConversationRun,
  closest: KnowledgeItem,
  { retrieved }: Proposal,
): readonly KnowledgeItem[] {
  const other = retrieved.find(({ id }) => id !== closest.id)
  return other !== undefined && isShortWith(run, closest, other.text) ? [other] : []
}

/** Whether both can be quoted in one turn. */
function isShortWith(run: ConversationRun, { text }: KnowledgeItem, next: string): boolean {
  if (run.state.booking !== null || run.state.isSlow) return false
  return countWords(text) + countWords(next) <= quotedWordsMax && !endsAsQuestion(next) && !wasJustSaid(run, next)
}

/** “My notes don't mention Etsy.”, before the closest that they have. */
function withMissing(run: ConversationRun, name: string, closest: readonly Line[], isFar: boolean): readonly Line[] {
  const { plain } = run.words
  const lacks = run.line(plain.lacks(name), plain.unknownCounted)
  const rest = isFar ? [run.line(plain.closestBelow()), ...keptForTeam(run)] : closest
  return wordsOf([lacks, ...rest]) > turnWordsMax ? closest : [lacks, ...rest]
}

/** Says that the notes hardly match the question. Names no step, because that would sound like a match. */
function sayFar(run: ConversationRun, count: number): readonly Line[] {
  const { plain } = run.words
  return [run.line(plain.far(count), plain.unknownCounted), ...keptForTeam(run)]
}

function sayUnsure(run: ConversationRun, best: OfferedStep, count: number): readonly Line[] {
  const { plain } = run.words
  const named = nameStep(run, best.stepOrder)
  const texts = leastUsedFirst(run, mannerOf(run).unsure, named)
  return [run.line(texts, plain.unsureCounted(named)), ...(count > 1 ? [run.line(plain.otherOffers())] : [])]
}

/** Quotes the note as uncertain; null if every introduction has already been used for it. */
function quoteUnsure(
  run: ConversationRun,
  quoted: string,
  cited: readonly KnowledgeItem[],
  templates: (quoted: string) => readonly string[],
): readonly Line[] | null {
  const texts = leastUsedFirst(run, templates, withoutQuotes(quoted))
  const text = texts.find((each) => run.state.said[each] === undefined)
  return text === undefined ? null : [{ text, cite: toCitations(cited) }]
}

/** Counts the uses of each template: the quote makes every sentence different, so counting sentences wouldn't help. */
function leastUsedFirst(
  run: ConversationRun,
  templates: (quoted: string) => readonly string[],
  quoted: string,
): readonly string[] {
  const phrases = templates('…').map((phrase) => phrase.split('…'))
  const uses = phrases.map(
    ([start = '', end = '']) =>
      Object.keys(run.state.said).filter((text) => text.startsWith(start) && text.endsWith(end)).length,
  )
  const least = uses.indexOf(Math.min(...uses))
  const all = templates(quoted)
  return [...all.slice(least), ...all.slice(0, least)]
}

/** “step 2 (“Invite a colleague”)”, without a title too long for a sentence. */
export function nameStep({ knowledge, words }: ConversationRun, order: number): string {
  const title = (knowledge.steps[order - 1]?.title ?? '').replaceAll(/["“”]/g, '')
  return words.plain.stepNamed(order, title.split(' ').length > 12 ? '' : title)
}

/** During a booking, every turn ends with its open question. */
function backToBooking(run: ConversationRun): readonly Line[] {
  return run.state.booking === null ? [] : [run.resume()]
}

/** Answers questions about the agent or the conversation itself. */
export function chat(run: ConversationRun, intent: Exclude<Intent, { readonly type: 'remark' | 'human' }>): void {
  run.push()
  const close = closing(run)
  switch (intent.type) {
    case 'robot':
      return run.say([run.line(run.words.plain.robot(), run.words.plain.robotCounted), ...close], { outcome: 'chat' })
    case 'contact':
      return run.say([run.line(run.words.plain.contact(), run.words.plain.contactCounted), ...close], {
        outcome: 'contact',
      })
    case 'privacy':
      return run.say([run.line(run.words.plain.privacy()), ...close], { outcome: 'chat' })
    case 'commitment':
      return run.say([run.line(run.words.plain.commitment()), ...close], { outcome: 'declined' })
    case 'foreign':
      return run.say([run.worded(foreignWording(intent.language, run.language, run.knowledge.agent.languages ?? []))], {
        outcome: 'unknown',
      })
    case 'thanks':
      return run.say([run.worded({ texts: mannerOf(run).thanks, counted: run.words.plain.thanksCounted }), ...close], {
        outcome: 'chat',
      })
    case 'hello':
      return run.say([run.line(run.words.plain.hello(), run.words.plain.helloCounted), ...close], { outcome: 'chat' })
    default:
      return run.say([run.line(run.words.plain.help()), ...close], { outcome: 'chat' })
  }
}

function toCitations(items: readonly (KnowledgeItem | undefined)[]): readonly Citation[] {
  return items.flatMap((item) => {
    if (item === undefined) return []
    const { stepOrder, stepId, source } = item
    return [source === undefined ? { stepOrder, stepId } : { stepOrder, stepId, source }]
  })
}
