import type { OfferedStep } from '#protocol/agent-events.ts'

import { holdsAmount } from './currency.ts'
import { asksSomething } from './fact-patterns.ts'
import { findLacking } from './lacking-answer.ts'
import { generalVocabulary, type Vocabulary } from './lexicon.ts'
import type { Knowledge, KnowledgeItem } from './knowledge.ts'
import { offerSteps } from './offered-step.ts'
import { findKnownQuestion, findOtherWording } from './known-question.ts'
import { findMissingName } from './missing-name.ts'
import type { KnownMatch } from './retrieval-known.ts'
import { chooseBeside, chooseQuote, withoutYes } from './retrieval-quote.ts'
import {
  denseGateRow,
  gateFeatures,
  gateRow,
  rateAnswer,
  vetoedMax,
  type GateFeatures,
  type GateVeto,
} from './retrieval-gate.ts'
import { openSearchIndex, readSearchNotes, type SearchIndex, type SearchNotes } from './retrieval-index.ts'
import { findOnlyQuestion, readInTalk, splitQuestions, type QuestionForm } from './retrieval-question.ts'
import type { Ranking } from './rank-net.ts'
import { rankNet } from './rank-weights.ts'
import {
  carryStrength,
  isPlainPrice,
  scoreItems,
  sortByKnown,
  type Carried,
  type Scored,
  type Scoring,
} from './retrieval-score.ts'
import { readWords, toUnits, type Unit } from './retrieval-units.ts'
import type { Word } from './retrieval-words.ts'
import type { Topic } from './responder.ts'
import { commonEncoder, type SentenceEncoder } from './sentence-encoder.ts'
import { scoreLinks } from './word-links.ts'
import { wordLinks } from './word-links-learned.ts'
import { commonWrittenLinks, scoreWritten } from './written-links.ts'

/** The result of a search for a question. */
export interface Retrieval {
  /** `ok`: answered; `near`: only a near match; `unknown`: nothing. */
  readonly status: 'ok' | 'near' | 'unknown'
  /** The sentences to quote, or the closest sentence when `near`. */
  readonly items: readonly KnowledgeItem[]
  /** The closest steps, best first. */
  readonly offers: readonly OfferedStep[]
  /** The certainty that the items answer, 0 to 1. */
  readonly confidence: number
  /** If answered: the next closest sentences of the step. */
  readonly beside?: readonly KnowledgeItem[]
  /** A name that the question asks for and the notes don't contain, as the visitor wrote it. */
  readonly missing?: string
  /** Much of the question is in the closest sentence or linked to it, perhaps in other words. */
  readonly isLinked?: boolean
}

export interface RetrievalContext {
  /** The subject of the last answer. */
  readonly topic?: Topic
  /** Cosines of the question's and an item's meaning, if there are vectors. */
  readonly similarity?: (itemId: string) => number | undefined
}

export interface KnowledgeIndex {
  retrieve(question: string, context?: RetrievalContext): Retrieval
  /** The gate's input, for training. */
  explain(question: string, context?: RetrievalContext): Explained | null
}

export interface Explained {
  /** The gate's input. */
  readonly row: readonly number[]
  /** The input of the trees that know the sentence encoder's scores; null without an encoder. */
  readonly denseRow: readonly number[] | null
  /** The candidates and the question's form, for training the ranking. */
  readonly ranked: readonly {
    readonly item: KnowledgeItem
    readonly row: readonly number[]
    readonly plain: number
    readonly dense: number | null
  }[]
  readonly form: readonly number[]
  readonly nothing: number
  readonly denseNothing: number | null
  readonly items: readonly KnowledgeItem[]
  readonly confidence: number
  /** A rule forbids the answer, whatever the features are. */
  readonly isVetoed: boolean
}

/** Minimum certainty for an answer, and for offering a step. */
export const answerMin = 0.55
const offerMin = 0.01
const offersMax = 3
const questionCharactersMax = 500

const nothing: Retrieval = { status: 'unknown', items: [], offers: [], confidence: 0 }

/** @param encoder Null leaves out the sentence encoder's vectors, which take milliseconds per sentence. */
export function readKnowledge(
  knowledge: Knowledge,
  vocabulary: Vocabulary = generalVocabulary,
  encoder: SentenceEncoder | null = commonEncoder(),
): SearchNotes {
  const items = knowledge.items.filter(({ isForObjections }) => isForObjections !== true)
  return readSearchNotes({ ...knowledge, items }, vocabulary, encoder)
}

/** Indexes the agent's knowledge. */
export function indexKnowledge(
  knowledge: Knowledge,
  vocabulary: Vocabulary = generalVocabulary,
  notes: SearchNotes = readKnowledge(knowledge, vocabulary),
  learned: Ranking = { net: rankNet, links: wordLinks },
): KnowledgeIndex {
  const index = openSearchIndex(notes, knowledge.demoName, vocabulary)
  const titles = new Map(knowledge.steps.map(({ id, title }) => [id, title]))

  function look(question: string, context: RetrievalContext): Looked | null {
    const form = readInTalk(question, context.topic?.question)
    const words = readWords(question, index.units)
    const units = nameAlone(words, toUnits(words, index.units, form.types.has('money')))
    const carried = carry(index, units, form, context.topic, meantBy)
    if (units.length === 0 && carried === null && !form.types.has('price')) return null
    const matches = index.known.compare(words, units, form)
    const isPlain = isPlainPrice(units, form, carried)
    // Statements resemble notes as much as questions do, and any amount resembles an answer to “how much is it?”.
    const isCompared = asksSomething(question) && !isPlain
    const found = scoreItems(
      index,
      units,
      form,
      carried,
      index.meaning.compare(words),
      scoreLinks(index, words, learned.links),
      scoreWritten(index, words, commonWrittenLinks()),
      learned.net,
      isCompared ? index.dense.compare(question, questionBefore(carried, context.topic)) : null,
      context.similarity,
    )
    const same = findKnownQuestion(index, question)
    const asked = same ?? (isPlain ? null : findOtherWording(index, matches))
    const narrowed = asked === null ? null : within(index, found, asked)
    const isAsked = narrowed !== null && narrowed.ranked.length > 0
    const scoring = isAsked ? narrowed : found
    const best = scoring.ranked[0]
    if (best === undefined) return null
    const features = gateFeatures(index, scoring, form, carried)
    const missing = findMissingName(words, scoring.units)
    const looked = { form, scoring, matches, best, features, isAsked, missing, confidence: rate() }
    const lacking = isAsked || looked.confidence < answerMin ? null : findLacking(textsFor(question, looked))
    if (lacking === null) return looked
    return { ...looked, missing: lacking === '' ? missing : lacking, confidence: vetoedMax }

    function rate(): number {
      if (isAsked && same !== null) return knownConfidence
      const chance = rateAnswer(index, features, scoring)
      if (features.isVetoed || best === undefined) return chance
      if (isAsked) return wordingConfidence
      // The right answer to a question about the price alone is the list of plans.
      const isPlans = isPlain && (best.features.namedPlan === 1 || isPriceList(best))
      return isPlans || holdsName(units, best) ? Math.max(plansConfidence, chance) : chance
    }
  }

  let notesWithTitles: readonly string[] | undefined

  /** What `findLacking` compares. */
  function textsFor(question: string, looked: Looked) {
    return {
      question,
      quoted: chooseQuote(index, [looked])
        .map(({ text }) => text)
        .join(' '),
      notes: (notesWithTitles ??= index.items.map(({ context, text }) => `${context} ${text}`)),
    }
  }

  /** Whether the item states a price in a step about prices. */
  function isPriceList({ item: at }: Scored): boolean {
    const item = index.items[at]
    return item !== undefined && holdsAmount(item.text) && titlesPrices.test(item.context)
  }

  /** Cached because one follow-up looks it up several times: as a whole, and for each of its parts. */
  let meant: { readonly question: string; readonly shares: ReadonlyMap<number, number> } | null = null

  /** The groups that an unanswered question may have been about, with their probabilities. */
  function meantBy(question: string): ReadonlyMap<number, number> {
    if (meant?.question === question) return meant.shares
    const before = look(question, {})
    const shares = before === null ? new Map<number, number>() : sharesOf(before.scoring, index.groupOf)
    meant = { question, shares }
    return shares
  }

  const closestOf = ({ scoring, matches }: Looked) => sortByKnown(scoring.ranked, index.groupOf, matches)

  /** @param first Their steps come first. */
  function offersFrom(looked: readonly Looked[], first: readonly Looked[] = []): readonly OfferedStep[] {
    const ranked = looked.flatMap((each) => closestOf(each).slice(0, 40)).sort((a, b) => b.score - a.score)
    const best = first.flatMap((each) => closestOf(each).slice(0, 1))
    const candidates = [...best, ...ranked].flatMap(({ item: at, score }) => {
      const item = index.items[at]
      return item === undefined ? [] : [{ item, score }]
    })
    return offerSteps(candidates, { titles, most: offersMax, closeTo: 4 })
  }

  /** Whether a question of several words matches the sentence just said only because that is the current topic. */
  function onlyRepeats(inTalk: Looked, alone: Looked, topic: Topic | undefined): boolean {
    const isSaid = topic?.itemIds.includes(index.items[inTalk.best.item]?.id ?? '') === true
    if (!isSaid || topic?.isUnsure === true || alone.best.item === inTalk.best.item) return false
    return wordsIn(alone.scoring) >= 3 && alone.confidence >= repeatsMin
  }

  const closestItem = (looked: Looked) => index.items[closestOf(looked)[0]?.item ?? looked.best.item]

  /** Looks up each of several questions in one message, without the conversation before it. */
  function lookAtParts(question: string): readonly Looked[] {
    const looked: Looked[] = []
    for (const part of splitQuestions(question)) {
      const before = looked.at(-1)
      const isPricedBefore = before !== undefined && pricesIt.test(part) && holdsPrice(before)
      const topic = isPricedBefore ? { question, itemIds: [index.items[before.best.item]?.id ?? ''] } : undefined
      const found = look(part, topic === undefined ? {} : { topic })
      if (found !== null) looked.push(found)
    }
    return looked
  }

  /** “And evri?”: the only word, which is neither in the notes nor ordinary English nor linked to anything, is a name. */
  function nameAlone(words: readonly Word[], units: readonly Unit[]): readonly Unit[] {
    const content = units.filter(({ kind }) => kind !== 'generic')
    const [only] = content
    if (only?.isStrange !== true || content.length > 1 || words.length > nameWordsMax) return units
    const isLinked = commonWrittenLinks().of(only.key).noted.length > 0 || learned.links.has(only.key)
    return isLinked
      ? units
      : units.map((unit) => (unit === only ? { ...unit, kind: 'name', nameKind: 'unlisted' } : unit))
  }

  function holdsPrice({ best }: Looked): boolean {
    const group = index.groups[index.groupOf[best.item] ?? 0] ?? []
    return group.some((at) => holdsAmount(index.items[at]?.text ?? ''))
  }

  return {
    retrieve(asked, given = {}) {
      const question = asked.slice(0, questionCharactersMax)
      const { topic, ...withoutTopic } = given
      const alone = topic === undefined ? null : look(question, withoutTopic)
      const isClear = alone !== null && standsAlone(alone)
      const inTalk = isClear ? null : look(question, given)
      const isAlone = isClear || (alone !== null && inTalk !== null && onlyRepeats(inTalk, alone, topic))
      const context = isAlone ? withoutTopic : given
      const whole = isAlone ? alone : inTalk
      if (whole === null) return nothing
      const parts = lookAtParts(question)
      const answered = parts.filter((part) => part.confidence >= answerMin)
      const only = parts.length > 0 ? null : findOnlyQuestion(question)
      const looked = only === null ? null : look(only, withoutTopic)
      if (looked !== null && looked.confidence >= standsAloneMin) answered.push(looked)
      if (answered.length < 2 && whole.confidence >= answerMin) answered.unshift(whole)
      const confidence = Math.max(whole.confidence, ...parts.map((part) => part.confidence))
      if (answered.length > 0) {
        const items = chooseQuote(index, answered).map((item) => withoutYes(item, question))
        const [first] = answered
        const beside = first === undefined ? [] : chooseBeside(index, first, items)
        return { status: 'ok', items, beside, offers: offersForRest(), confidence }
      }
      const isForeign =
        asksForMissingName(whole) || (context.similarity === undefined && sharesNothing(whole) && isFar(whole))
      const several = parts.length > 1 ? parts.filter((part) => part.confidence >= ofPartMin) : []
      const offers = confidence < offerMin || isForeign ? [] : offersFrom([whole, ...parts], several)
      const missing = parts.length === 0 && whole.missing !== undefined ? { missing: whole.missing } : {}
      if (offers.length === 0) return { ...nothing, confidence, ...missing }
      const closest = closestItem(whole)
      const items = [...new Set((several.length > 0 ? several : [whole]).flatMap((each) => closestItem(each) ?? []))]
      // Several questions together resemble more notes than each of them does.
      const ofParts =
        parts.length > 1 ? (whole.confidence + Math.max(...parts.map((part) => part.confidence))) / 2 : confidence
      const isBest = closest === index.items[whole.best.item]
      const isLinked = isBest && whole.best.features.writtenOwnCover >= closeLinkMin
      return { status: 'near', items, offers, confidence: ofParts, isLinked, ...missing }

      /** The steps for the questions that the answer leaves open. */
      function offersForRest(): readonly OfferedStep[] {
        if (!answered.some((each) => parts.includes(each))) return []
        const said = new Set(answered.map(({ best }) => index.items[best.item]?.stepId))
        const open = parts.filter((part) => !said.has(closestItem(part)?.stepId) && part.confidence >= offerMin)
        return offersFrom(open).filter(({ stepId }) => !said.has(stepId))
      }
    },
    explain(question, context = {}) {
      const looked = look(question.slice(0, questionCharactersMax), context)
      if (looked === null) return null
      return {
        row: gateRow(looked.features, looked.best.row),
        denseRow: denseGateRow(index, looked.features, looked.scoring),
        ranked: looked.scoring.ranked.flatMap(({ item, row, plain, dense }) => {
          const found = index.items[item]
          return found === undefined ? [] : [{ item: found, row, plain, dense }]
        }),
        form: looked.scoring.form,
        nothing: looked.scoring.nothing,
        denseNothing: looked.scoring.dense?.nothing ?? null,
        items: chooseQuote(index, [looked]),
        confidence: looked.confidence,
        isVetoed: looked.features.isVetoed,
      }
    },
  }
}

/** “And what does it cost?” after another question. */
const pricesIt =
  /^(?:and |but |so )*(?:how much (?:is|does|do|are|would)|what (?:does|do|would)|what['’]?s the (?:cost|price)|is|are|does|do)\b.*\b(?:it|that|this|they|those|them)\b.*\b(?:costs?|extra|more|free|included|paid)\b|^(?:and |but |so )*how much (?:is|are|would) (?:it|that|this|they|those)\b/i

/** The longest question that only asks for a name. */
const nameWordsMax = 6

const titlesPrices = /\b(?:prices?|pricing|plans?|costs?|pay for|subscriptions?|licen[cs]es?)\b/i

export interface Looked {
  readonly form: QuestionForm
  readonly scoring: Scoring
  readonly best: Scored
  readonly features: GateFeatures & GateVeto
  readonly matches: readonly KnownMatch[]
  /** The author has written this question or a variant of it. */
  readonly isAsked: boolean
  readonly missing: string | undefined
  readonly confidence: number
}

/** The question before this one, if this one can't be understood without it. */
function questionBefore(carried: Carried | null, topic: Topic | undefined): string {
  return carried !== null && carried.strength > carryStrength.other ? (topic?.question ?? '') : ''
}

function carryOf(content: number, isFollowUp: boolean): number {
  if (content === 0) return carryStrength.alone
  if (isFollowUp) return content <= 2 ? carryStrength.short : carryStrength.pointing
  return content <= 1 ? carryStrength.single : carryStrength.other
}

/**
 * Whether the question is clear without the last answer. In “may we try it without paying first?”, “it” is the product.
 */
function standsAlone({ form, scoring, confidence }: Looked): boolean {
  const words = wordsIn(scoring)
  if (words === 1 && !form.isFollowUp) return confidence >= oneWordMin
  return words >= 2 && confidence >= (form.isFollowUp ? standsAloneMin : answerMin)
}

const standsAloneMin = 0.65
/** “Is there a set-up fee?” after the price of something else */
const oneWordMin = 0.85
/** Below this certainty, one of several questions doesn't get its own quote. */
const ofPartMin = 0.25
const repeatsMin = 0.2

function wordsIn({ units }: Scoring): number {
  return countWordsOf(units.map(({ unit }) => unit))
}

function countWordsOf(units: readonly Unit[]): number {
  return units.filter(({ kind }) => kind === 'word' || kind === 'name').length
}

/** “Does it work with Slack?”, “is there a $29 plan?”: asks only for a name or number, and the item contains it. */
function holdsName(units: readonly Unit[], best: Scored): boolean {
  const content = units.flatMap(({ kind }, at) => (kind === 'generic' ? [] : [{ kind, match: best.matches[at] ?? 0 }]))
  const isNamed = content.some(({ kind }) => kind === 'name' || kind === 'number')
  return isNamed && content.every(({ match }) => match >= 0.85) && best.own > 0.5
}

/** “Do you integrate with Salesforce?” asks only for a name, and the notes don't contain it. */
function asksForMissingName({ scoring, best }: Looked): boolean {
  const content = scoring.units.filter(({ unit }) => unit.kind !== 'generic')
  const missing = content.filter(({ unit, isFound }) => unit.kind === 'name' && !isFound)
  return !best.isCarried && missing.length > 0 && missing.length === content.length
}

/** Whether no item is close in meaning, nor linked to much of the question. */
function isFar({ scoring, best }: Looked): boolean {
  const { meaningTitled, meaningGroup, writtenCover } = best.features
  const lacksName = scoring.units.some(({ unit, isFound }) => unit.kind === 'name' && !isFound)
  return Math.max(meaningTitled, meaningGroup) < meantMin && (lacksName || writtenCover < linkedMin)
}

const meantMin = 0.45
const linkedMin = 0.35
const closeLinkMin = 0.25

/** Whether the knowledge lacks everything the question names, synonyms included. */
function sharesNothing({ form, scoring }: Looked): boolean {
  if (form.isFollowUp) return false
  const content = scoring.units.filter(({ unit }) => unit.kind !== 'generic')
  return content.length > 0 && content.every(({ isFound }) => !isFound)
}

/** A question that an author or a template has written counts as answered by its group. */
const knownConfidence = 0.97
const plansConfidence = 0.9

const wordingConfidence = 0.7

function within(index: SearchIndex, scoring: Scoring, group: number): Scoring {
  return { ...scoring, ranked: scoring.ranked.filter(({ item }) => index.groupOf[item] === group) }
}

/** How strongly a question depends on the last answer, and what that was about. */
function carry(
  index: SearchIndex,
  units: readonly Unit[],
  form: QuestionForm,
  topic: Topic | undefined,
  meantBy: (question: string) => ReadonlyMap<number, number>,
): Carried | null {
  if (topic === undefined || topic.itemIds.length === 0) return null
  const ids = new Set(topic.itemIds)
  const items = new Set(index.items.flatMap((item, position) => (ids.has(item.id) ? [position] : [])))
  const isUnsure = topic.isUnsure === true
  const groups = isUnsure ? meantBy(topic.question) : new Map([...items].map((item) => [index.groupOf[item] ?? 0, 1]))
  return { items, groups, strength: carryOf(countWordsOf(units), form.isFollowUp), isUnsure }
}

/** How probably a question was about each of its three best groups, given that it was about one of them. */
function sharesOf({ ranked }: Scoring, groupOf: readonly number[]): ReadonlyMap<number, number> {
  const top = ranked[0]?.score ?? 0
  const powers = new Map<number, number>()
  for (const { item, score } of ranked) {
    const group = groupOf[item] ?? 0
    powers.set(group, (powers.get(group) ?? 0) + Math.exp(score - top))
  }
  const best = [...powers].sort((a, b) => b[1] - a[1]).slice(0, offersMax)
  const all = best.reduce((sum, [, power]) => sum + power, 0)
  return new Map(best.map(([group, power]) => [group, power / all]))
}
