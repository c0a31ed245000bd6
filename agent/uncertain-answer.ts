import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { OfferedStep } from '#protocol/agent-events.ts'

import { offerBooking } from './booking-steps.ts'
import { mayOfferMeeting, takeBooking } from './booking-turn.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { closestWordsMax } from './offered-step.ts'
import { nameStep, saysTitle, toCitations, wasJustSaid, withoutQuotes } from './quoted-notes.ts'
import type { Proposal } from './responder.ts'
import { mannerOf } from './selling.ts'
import { countWords } from './sentences.ts'
import { endsAsQuestion, turnWordsMax, wordsOf, type Line } from './turn.ts'

/* Replies to questions that the notes don't certainly answer. */

/**
 * Uncertain: offers the closest steps. Without any, says that it doesn't know and stores the question for the author.
 */
export function admit(run: ConversationRun, proposal: Proposal): void {
  run.push()
  const offers = (proposal.offers ?? []).slice(0, 3)
  const [best] = offers
  if (best !== undefined && proposal.notesIn !== undefined)
    return offerForeignNotes(run, proposal.notesIn, offers, best)
  if (best !== undefined) return sayOffers(run, offers, best, proposal)
  const unknownCount = run.state.unknownCount + 1
  run.state = { ...run.state, unknownCount }
  const { missing } = proposal
  const { plain } = run.words
  const nothing = hasNotes(run) ? plain.unknown() : plain.noNotes()
  const unknown = missing === undefined ? nothing : plain.lacks(missing)
  if (unknownCount >= 2 && mayOfferMeeting(run)) {
    return takeBooking(run, { ...offerBooking(run.state.email), outcome: 'unknown' }, [run.worded(unknown)])
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
  const step = nameStep(run, best.stepOrder)
  run.say([run.worded(run.words.remarks.notesIn(language, step)), ...backToBooking(run)], { outcome: 'unsure' })
  const untranslated = offers.map((offer) => ({ ...offer, lines: [] }))
  run.effects.push({ type: 'offers', turn: run.state.turn, steps: untranslated })
}

/** The closest sentence of the best step; undefined if it is long or was said before. */
function closestNote(run: ConversationRun, { retrieved }: Proposal, best: OfferedStep): KnowledgeItem | undefined {
  const item = retrieved.find(({ stepId }) => stepId === best.stepId)
  if (item === undefined || saysTitle(item) || countWords(item.text) > closestWordsMax) return undefined
  return item
}

function sayOffers(run: ConversationRun, offers: readonly OfferedStep[], best: OfferedStep, proposal: Proposal): void {
  const before = run.state.topic
  run.state = { ...run.state, unknownCount: 0, topic: proposal.topic ?? before }
  const isFar = proposal.isFar === true
  const closest = isFar ? undefined : closestNote(run, proposal, best)
  // If the sentence was only quoted along with another one, it may be the answer now.
  const isSaid =
    closest !== undefined && wasJustSaid(run, closest.text) && before?.itemIds.includes(closest.id) === true
  if (isSaid) {
    const others = offers.map((offer) => withoutLines(offer, [closest.text]))
    const asSaid = { text: run.words.plain.asSaid(withoutQuotes(closest.text)), cite: toCitations([closest]) }
    const also = unsaidLine(run, best)
    if (also !== undefined) return sayAlso(run, others, asSaid, also)
    if (proposal.isLikely === true || proposal.missing !== undefined)
      return sayNoMore(run, others, [asSaid], proposal.missing)
  }
  const templates = proposal.isLikely === true ? run.words.plain.likely : run.words.plain.nearest
  const cited = closest === undefined ? [] : [closest, ...ofOtherQuestion(run, closest, proposal)]
  const added = closest === undefined || cited.length > 1 ? [] : nextClosest(run, closest, best)
  const quoted = [...cited.map(({ text }) => text), ...added]
  const note = closest === undefined || isSaid ? null : quoteUnsure(run, quoted.join(' '), cited, templates)
  const closestLines = isFar ? sayFar(run, offers.length) : (note ?? sayUnsure(run, best, offers.length))
  const lines = proposal.missing === undefined ? closestLines : withMissing(run, proposal.missing, closestLines, isFar)
  run.say([...lines, ...backToBooking(run)], { outcome: 'unsure' })
  const steps = offers.map((offer) => withoutLines(offer, quoted))
  run.effects.push({ type: 'offers', turn: run.state.turn, steps })
}

/** Repeats the closest sentence and adds the step's next one: the question may be about that one. */
function sayAlso(run: ConversationRun, offers: readonly OfferedStep[], asSaid: Line, also: KnowledgeItem): void {
  const quoted = { text: run.words.plain.also(withoutQuotes(also.text)), cite: toCitations([also]) }
  const lines = wordsOf([asSaid, quoted]) > turnWordsMax ? [asSaid] : [asSaid, quoted]
  run.say([...lines, ...backToBooking(run)], { outcome: 'unsure' })
  const steps = offers.map((offer) => withoutLines(offer, [also.text]))
  run.effects.push({ type: 'offers', turn: run.state.turn, steps })
}

/** A sentence shown with the step that wasn't said in the last turn. */
function unsaidLine(run: ConversationRun, { stepId, lines }: OfferedStep): KnowledgeItem | undefined {
  const text = lines.find((line) => !wasJustSaid(run, line) && !endsAsQuestion(line))
  return text === undefined
    ? undefined
    : run.knowledge.items.find((item) => item.stepId === stepId && item.text === text)
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
  const lacks = run.worded(plain.lacks(name))
  const rest = isFar ? [run.optionalLine(plain.closestBelow()), ...keptForTeam(run)] : closest
  return wordsOf([lacks, ...rest]) > turnWordsMax ? closest : [lacks, ...rest]
}

/** Says that the notes hardly match the question. Names no step, because that would sound like a match. */
function sayFar(run: ConversationRun, count: number): readonly Line[] {
  const { plain } = run.words
  const texts = hasNotes(run) ? plain.far(count) : plain.noNotes()
  return [run.worded(texts), ...keptForTeam(run)]
}

/** Whether the agent knows more than the titles of the steps. */
function hasNotes({ knowledge }: ConversationRun): boolean {
  return knowledge.steps.some((step) => step.hasNotes) || knowledge.items.some(({ source }) => source !== undefined)
}

function sayUnsure(run: ConversationRun, best: OfferedStep, count: number): readonly Line[] {
  const { plain } = run.words
  const named = nameStep(run, best.stepOrder)
  const isTitle = run.knowledge.steps[best.stepOrder - 1]?.hasNotes === false
  const texts = leastUsedFirst(run, isTitle ? plain.titleNear : mannerOf(run).unsure, named)
  const others = count > 1 && !isTitle ? [run.optionalLine(plain.otherOffers())] : []
  return [run.worded(texts), ...others]
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

/** Says that the notes have no more on the subject, and keeps the question for the team. */
export function sayNoMore(
  run: ConversationRun,
  offers: readonly OfferedStep[] = [],
  again: readonly Line[] = [],
  missing?: string,
): void {
  const { plain } = run.words
  run.push()
  const noMore = missing === undefined ? plain.noMore() : plain.lacks(missing)
  const line = run.worded(noMore)
  const lines = missing === undefined ? [...again, line] : [line, ...again]
  run.say([...lines, ...keptForTeam(run), ...backToBooking(run)], {
    outcome: offers.length > 0 ? 'unsure' : 'unknown',
  })
  if (offers.length > 0) run.effects.push({ type: 'offers', turn: run.state.turn, steps: offers })
}

/** Says that the team will see the question, only the first times. */
function keptForTeam(run: ConversationRun): readonly Line[] {
  const texts = run.words.plain.unknownNoted(run.state.email !== null)
  return run.timesSaid(texts) < keptTimesMax ? [run.optionalLine(texts)] : []
}

const keptTimesMax = 2

function withoutLines(offer: OfferedStep, quoted: readonly string[]): OfferedStep {
  return { ...offer, lines: offer.lines.filter((text) => !quoted.includes(text)) }
}

/** During a booking, every turn ends with its open question. */
function backToBooking(run: ConversationRun): readonly Line[] {
  return run.state.booking === null ? [] : [run.resume()]
}
