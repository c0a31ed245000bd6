import type { OfferedStep } from '#protocol/agent-events.ts'

import type { Knowledge, KnowledgeItem } from '../knowledge.ts'
import { offerSteps } from '../offered-step.ts'
import type { Retrieval, RetrievalContext } from '../retrieval.ts'
import { countWords } from '../sentences.ts'
import { foldAccents } from './fold-accents.ts'
import { stemsOf, vocabularyOf, type FactTag, type SearchedLanguage, type Vocabulary } from './search-words.ts'
import { isTypoOf } from './typo.ts'

/** A sentence of the notes, prepared for search. */
interface Entry {
  readonly item: KnowledgeItem
  readonly own: ReadonlySet<string>
  /** Position in `headings` of the set with its heading's words and the author's questions for it. */
  readonly heading: number
  /** Position in `arounds` of the set with the words of its whole step or passage. */
  readonly around: number
  readonly group: string
}

/** For each word, the positions of the sets that contain it. */
type Places = ReadonlyMap<string, readonly number[]>

type Sets = readonly ReadonlySet<string>[]

/** Sentences share the sets of headings and surroundings: one each would take space quadratic in a step's length. */
interface Notes {
  readonly entries: readonly Entry[]
  readonly headings: Sets
  readonly arounds: Sets
}

/** The prepared notes. Plain data, because they may be prepared in another thread. */
export interface WordNotes extends Notes {
  readonly ownPlaces: Places
  readonly headingPlaces: Places
  readonly aroundPlaces: Places
  /** For each word, how many sentences contain it. */
  readonly frequency: ReadonlyMap<string, number>
}

/** A word of a question, or a fact it asks for, with its rarity. */
interface Unit {
  readonly key: string
  readonly weight: number
  /** Keys that match it, each with a score. */
  readonly matches: ReadonlyMap<string, number>
}

const nothing: Retrieval = { status: 'unknown', items: [], offers: [], confidence: 0 }

export function readWordNotes(knowledge: Knowledge, language: SearchedLanguage): WordNotes {
  const notes = toNotes(knowledge, vocabularyOf(language))
  return {
    ...notes,
    ownPlaces: placesOf(notes.entries.map(({ own }) => own)),
    headingPlaces: placesOf(notes.headings),
    aroundPlaces: placesOf(notes.arounds),
    frequency: countEntries(notes),
  }
}

/** Searches notes in languages other than English, by words, stems and synonyms. */
export function indexWords(
  knowledge: Knowledge,
  language: SearchedLanguage,
  notes: WordNotes = readWordNotes(knowledge, language),
) {
  const vocabulary = vocabularyOf(language)
  const { entries, frequency } = notes
  const titles = new Map(knowledge.steps.map((step) => [step.id, step.title]))

  function toUnits(question: string): readonly Unit[] {
    const said = foldAccents(question)
    const stems = [...new Set(stemsOf(question, vocabulary))].slice(0, unitsMax)
    const tags = vocabulary.asks.flatMap(([asks, tag]): FactTag[] => (asks.test(said) ? [tag] : []))
    return [...stems, ...new Set(tags)].map((key) => {
      const matches = matchesOf(key, vocabulary, frequency)
      const count = Math.max(0, ...[...matches.keys()].map((match) => frequency.get(match) ?? 0))
      const rarity = Math.log(1 + entries.length / Math.max(1, count))
      const share = key.startsWith('#') ? tagWeight : vocabulary.weak.has(key) ? weakWeight : 1
      return { key, weight: rarity * share, matches }
    })
  }

  function offersFrom(ranked: readonly Scored[]): readonly OfferedStep[] {
    const near = ranked.filter(({ score }) => score >= offerMin)
    const candidates = near.map(({ entry, score }) => ({ item: entry.item, score }))
    // Scores are at most 1, so every near candidate is close enough.
    return offerSteps(candidates, { titles, most: offersMax, closeTo: 1 })
  }

  return {
    retrieve(asked: string, { topic, similarity }: RetrievalContext = {}): Retrieval {
      const question = asked.slice(0, questionCharactersMax)
      const units = toUnits(question)
      const content = units.filter(({ key }) => !key.startsWith('#') && !vocabulary.weak.has(key))
      const said = foldAccents(question)
      const leans = topic !== undefined && (content.length <= 1 || vocabulary.followsUp.test(said))
      const carried = new Set(
        leans ? entries.filter(({ item }) => topic.itemIds.includes(item.id)).map(({ group }) => group) : [],
      )
      if (units.length === 0 && carried.size === 0) return nothing
      const ranked = scoreAll(notes, units, carried, similarity).toSorted(
        (a, b) => b.score + b.own / 4 - (a.score + a.own / 4),
      )
      const [best] = ranked
      if (best === undefined || best.score < offerMin) return nothing
      const answers =
        best.score >= answerMin &&
        best.own >= ownMin &&
        (!vocabulary.unsettled.test(said) || (content.length > 0 && best.own >= settledMin))
      if (answers) return { status: 'ok', items: quote(ranked, best, vocabulary), offers: [], confidence: best.score }
      const offers = offersFrom(ranked)
      // The notes contain nothing that the question names.
      const isElsewhere = content.length > 0 && content.every(({ matches }) => !isFound(matches, frequency))
      if (offers.length === 0 || isElsewhere) return { ...nothing, confidence: best.score }
      return { status: 'near', items: [best.entry.item], offers, confidence: best.score }
    },
  }
}

interface Scored {
  readonly entry: Entry
  /** The share of the question's words that the sentence or its surroundings contain. */
  readonly score: number
  /** The share that the sentence itself contains. */
  readonly own: number
}

/** Scores every entry by the share of the question's words that it contains. */
function scoreAll(
  { entries, headings, arounds, ownPlaces, headingPlaces, aroundPlaces }: WordNotes,
  units: readonly Unit[],
  carried: ReadonlySet<string>,
  similarity: ((itemId: string) => number | undefined) | undefined,
): readonly Scored[] {
  const scores = new Float64Array(entries.length)
  const own = new Float64Array(entries.length)
  let total = 0
  for (const { weight, matches } of units) {
    const inOwn = strengthsOf(matches, ownPlaces, entries.length)
    const inHeading = strengthsOf(matches, headingPlaces, headings.length)
    const inAround = strengthsOf(matches, aroundPlaces, arounds.length)
    total += weight
    for (const [at, { heading, around }] of entries.entries()) {
      const [here = 0, above = 0, beside = 0] = [inOwn[at], inHeading[heading], inAround[around]]
      own[at] = (own[at] ?? 0) + weight * Math.max(here, headingOwn * above)
      scores[at] = (scores[at] ?? 0) + weight * Math.max(here, headingShare * above, aroundShare * beside)
    }
  }
  return entries.map((entry, at) => {
    // Prefer steps to the demo's description, which is less specific.
    const isSummary = entry.item.stepId === null && entry.item.source === undefined
    const share = total === 0 ? 0 : (isSummary ? summaryShare : 1) / total
    const close = similarity?.(entry.item.id) ?? 0
    const meant = close >= similarMin ? close : 0
    const score = (scores[at] ?? 0) * share + (carried.has(entry.group) ? carriedShare : 0)
    return { entry, score: Math.max(meant, Math.min(1, score)), own: Math.max(meant, (own[at] ?? 0) * share) }
  })
}

/** How well each set matches a unit. */
function strengthsOf(matches: Unit['matches'], places: Places, length: number): Float64Array {
  const strengths = new Float64Array(length)
  for (const [key, strength] of matches) {
    for (const at of places.get(key) ?? []) if (strength > (strengths[at] ?? 0)) strengths[at] = strength
  }
  return strengths
}

function isFound(matches: Unit['matches'], frequency: ReadonlyMap<string, number>): boolean {
  return [...matches.keys()].some((key) => frequency.has(key))
}

/** The keys that match a word: itself, its synonyms, its compounds, and words that it may be a typo of. */
function matchesOf(
  key: string,
  { groups }: Vocabulary,
  frequency: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const matches = new Map<string, number>([[key, 1]])
  const add = (match: string, strength: number): void => {
    if ((matches.get(match) ?? 0) < strength) matches.set(match, strength)
  }
  const addGroups = (from: string, strength: number): void => {
    for (const line of groups.get(from) ?? []) {
      for (const noted of frequency.keys()) if (groups.get(noted)?.includes(line) === true) add(noted, strength)
    }
  }
  if (key.startsWith('#')) return matches
  addGroups(key, synonymStrength)
  for (const noted of frequency.keys()) {
    if (noted.startsWith('#')) continue
    const [short, long] = noted.length < key.length ? [noted, key] : [key, noted]
    if (short.length >= compoundMin && (long.startsWith(short) || long.endsWith(short))) add(noted, compoundStrength)
  }
  if (frequency.has(key) || groups.has(key) || /\d/.test(key)) return matches
  for (const noted of frequency.keys()) if (isTypoOf(key, noted)) add(noted, typoStrength)
  for (const known of groups.keys()) if (isTypoOf(key, known)) addGroups(known, typoStrength * synonymStrength)
  return matches
}

function placesOf(keys: readonly ReadonlySet<string>[]): Places {
  const places = new Map<string, number[]>()
  for (const [at, each] of keys.entries()) {
    for (const key of each) {
      const known = places.get(key)
      if (known === undefined) places.set(key, [at])
      else known.push(at)
    }
  }
  return places
}

/** For each word, how many entries contain it in their text or heading. */
function countEntries({ entries, headings }: Notes): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>()
  const add = (key: string, count: number): void => void frequency.set(key, (frequency.get(key) ?? 0) + count)
  const below = headings.map(() => 0)
  for (const { own, heading } of entries) {
    below[heading] = (below[heading] ?? 0) + 1
    for (const key of own) if (headings[heading]?.has(key) !== true) add(key, 1)
  }
  for (const [at, heading] of headings.entries()) for (const key of heading) add(key, below[at] ?? 0)
  return frequency
}

function toNotes({ items, demoName }: Knowledge, vocabulary: Vocabulary): Notes {
  // Every note may contain the product's name, which would otherwise match everywhere.
  const withoutName = (text: string): string => (demoName === '' ? text : text.replaceAll(demoName, ' '))
  const stems = (text: string): readonly string[] => stemsOf(withoutName(text), vocabulary)
  const headings = new NamedSets()
  const arounds = new NamedSets()
  const entries = items.map((item): Entry => {
    const tags = Object.entries(vocabulary.facts).flatMap(([tag, fact]) => (fact.test(item.text) ? [tag] : []))
    const own = new Set([...stems(item.text), ...tags])
    const group = item.stepId ?? `${item.source?.title ?? ''} ${item.context}`
    const around = arounds.at(group)
    for (const key of own) if (!key.startsWith('#')) around.words.add(key)
    const above = [item.context, ...(item.questions ?? [])]
    const heading = headings.at(above.join('\n'))
    if (heading.isNew) for (const key of above.flatMap(stems)) heading.words.add(key)
    return { item, own, heading: heading.position, around: around.position, group }
  })
  return { entries, headings: headings.sets, arounds: arounds.sets }
}

/** Sets of words, by name and by position. */
class NamedSets {
  readonly sets: Set<string>[] = []
  readonly #positions = new Map<string, number>()

  at(name: string): { readonly position: number; readonly words: Set<string>; readonly isNew: boolean } {
    const position = this.#positions.get(name) ?? this.sets.length
    const known = this.sets[position]
    const words = known ?? new Set<string>()
    this.#positions.set(name, position)
    this.sets[position] = words
    return { position, words, isNew: known === undefined }
  }
}

/** The best sentence, the one it depends on, and a second one of the same step with nearly the same score. */
function quote(ranked: readonly Scored[], best: Scored, { leansBack }: Vocabulary): readonly KnowledgeItem[] {
  const { item, group } = best.entry
  const before = ranked.find(({ entry }) => entry.group === group && entry.item.index === item.index - 1)?.entry.item
  const first = before !== undefined && leansBack.test(item.text) ? [before, item] : [item]
  const next = ranked.find(
    ({ entry, score, own }) =>
      entry.group === group && !first.includes(entry.item) && own >= ownMin && score >= best.score * closeShare,
  )?.entry.item
  const words = [...first, ...(next === undefined ? [] : [next])].reduce((sum, { text }) => sum + countWords(text), 0)
  return first.length === 1 && next !== undefined && words <= quoteWordsMax ? [...first, next] : first
}

const answerMin = 0.45
/** The minimum share of the question's words in the sentence itself. */
const ownMin = 0.25
/** Subjects such as comparisons and certificates are answered only if the notes mention them. */
const settledMin = 0.85
const offerMin = 0.15
const offersMax = 3
const questionCharactersMax = 500
/** Limits the work, because each word is compared with every word of the notes. */
const unitsMax = 24
const quoteWordsMax = 45
const closeShare = 0.85
const weakWeight = 0.25
const tagWeight = 0.6
const headingShare = 0.8
/** Lower, because a heading alone doesn't show which of its sentences answers. */
const headingOwn = 0.3
const aroundShare = 0.55
const carriedShare = 0.3
const summaryShare = 0.85
const synonymStrength = 0.8
const compoundStrength = 0.7
const compoundMin = 5
const typoStrength = 0.85
const similarMin = 0.6
