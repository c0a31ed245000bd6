import MiniSearch from 'minisearch'

import type { Knowledge, KnowledgeItem } from './knowledge.ts'
import { countWords } from './sentences.ts'
import { toTerms } from './terms.ts'
import { endsAsQuestion } from './turn.ts'

export type Retrieval =
  | { readonly status: 'ok'; readonly items: readonly KnowledgeItem[]; readonly coverage: number }
  | { readonly status: 'unknown'; readonly items: readonly []; readonly coverage: number }

export interface KnowledgeIndex {
  /** The sentences that hold the answer, best first, then its continuation; none when the notes don't have it. */
  retrieve(question: string): Retrieval
}

/**
 * Share of the question's informative words that a sentence with its heading must cover. Measured: 0 of 30 false
 * answers.
 */
const coverageMin = 0.5
/** A word the notes never use counts against them more than a common word counts for them. */
const strangerWeight = 1.25
const weakWeight = 0.3
/** Words covered by neighbouring sentences count half. */
const neighbourShare = 0.5

interface IndexedItem {
  readonly item: KnowledgeItem
  readonly own: ReadonlySet<string>
  readonly heading: ReadonlySet<string>
  readonly near: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
}

/** Indexes the agent's knowledge; a query over hundreds of sentences takes well under a millisecond. */
export function indexKnowledge(knowledge: Knowledge): KnowledgeIndex {
  const indexed = knowledge.items.map((item, position) => toIndexed(item, knowledge.items, position))
  const vocabulary = new Set(indexed.flatMap((entry) => [...entry.own, ...entry.heading]))
  const search = new MiniSearch<{ id: number; own: string; heading: string }>({
    fields: ['own', 'heading'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => (term === '' ? null : term),
  })
  search.addAll(
    indexed.map((entry, id) => ({ id, own: [...entry.own].join(' '), heading: [...entry.heading].join(' ') })),
  )

  function retrieve(question: string): Retrieval {
    const asked = toTerms(question, true)
    if (asked.informative.length === 0) return { status: 'unknown', items: [], coverage: 0 }
    const terms = asked.informative.map((term) => closestTerm(term, vocabulary))
    const required = asked.required.map((term) => closestTerm(term, vocabulary))
    const found = search.search(terms.join(' '), { boost: { own: 2 }, combineWith: 'OR' })
    let best: { readonly entry: IndexedItem; readonly coverage: number; readonly rank: number } | null = null
    let bestCoverage = 0
    for (const [position, result] of found.slice(0, 20).entries()) {
      const entry = indexed[Number(result.id)]
      if (entry === undefined) continue
      const coverage = coverageOf(terms, asked.weak, entry, vocabulary)
      bestCoverage = Math.max(bestCoverage, coverage)
      if (coverage < coverageMin || !containsAll(entry, required, asked.numbers)) continue
      const rank = coverage - position * 0.02
      if (best === null || rank > best.rank) best = { entry, coverage, rank }
    }
    if (best === null) return { status: 'unknown', items: [], coverage: bestCoverage }
    return { status: 'ok', items: withContinuation(best.entry.item, knowledge.items, terms), coverage: best.coverage }
  }

  return { retrieve }
}

function toIndexed(item: KnowledgeItem, all: readonly KnowledgeItem[], position: number): IndexedItem {
  const own = toTerms(item.text)
  const heading = toTerms(item.context)
  const neighbours = [all[position - 1], all[position + 1]].filter(
    (neighbour) => neighbour !== undefined && neighbour.stepId === item.stepId && neighbour.context === item.context,
  )
  return {
    item,
    own: new Set(own.informative),
    heading: new Set(heading.informative),
    near: new Set(neighbours.flatMap((neighbour) => toTerms(neighbour?.text ?? '').informative)),
    numbers: new Set([...own.numbers, ...heading.numbers]),
  }
}

function coverageOf(
  terms: readonly string[],
  weak: ReadonlySet<string>,
  entry: IndexedItem,
  vocabulary: ReadonlySet<string>,
): number {
  let asked = 0
  let covered = 0
  let isOnTopic = false
  for (const term of terms) {
    const weight = weak.has(term) ? weakWeight : vocabulary.has(term) ? 1 : strangerWeight
    asked += weight
    const isCovered = entry.own.has(term) || entry.heading.has(term)
    if (isCovered && !weak.has(term)) isOnTopic = true
    if (isCovered) covered += weight
    else if (entry.near.has(term)) covered += weight * neighbourShare
  }
  // Weak words and neighbours alone never make an answer.
  return isOnTopic ? covered / asked : 0
}

function containsAll(entry: IndexedItem, required: readonly string[], numbers: readonly string[]): boolean {
  return (
    required.every((term) => entry.own.has(term) || entry.heading.has(term)) &&
    numbers.every((number) => entry.numbers.has(number))
  )
}

/** A misheard or mistyped long word matches the notes' word one letter away, if there is exactly one. */
function closestTerm(term: string, vocabulary: ReadonlySet<string>): string {
  if (vocabulary.has(term) || term.length < 5) return term
  const close = [...vocabulary].filter((known) => known[0] === term[0] && isOneEditApart(known, term))
  return close.length === 1 ? (close[0] ?? term) : term
}

function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end <= 1
}

/** The sentence plus neighbours it depends on or that answer the rest of the question. */
function withContinuation(
  item: KnowledgeItem,
  items: readonly KnowledgeItem[],
  terms: readonly string[],
): readonly KnowledgeItem[] {
  const place = items.filter((other) => other.stepId === item.stepId && other.context === item.context)
  const before = place.filter(
    (other) =>
      other.index === item.index - 1 &&
      refersBack.test(item.text) &&
      countWords(other.text) + countWords(item.text) <= quotedWordsMax,
  )
  const after: KnowledgeItem[] = []
  for (const next of place.filter((other) => other.index > item.index).slice(0, 2)) {
    const said = new Set(toTerms(next.text).informative)
    // In notes written as questions and answers, the hit may be the question.
    const isReply = after.length === 0 && endsAsQuestion(item.text)
    if (!isReply && !refersBack.test(next.text) && !terms.some((term) => said.has(term))) break
    after.push(next)
  }
  return [...before, item, ...after]
}

/** More than this leaves no room in a turn for “Shall I go on?”. */
const quotedWordsMax = 34

/** Its first word refers back, so the sentence means nothing alone. */
const refersBack = /^["“(]?(?:they|it|this|that|these|those|both|he|she|there|then|each|such|otherwise|instead)\b/i
