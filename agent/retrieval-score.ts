import { joiner } from './lexicon.ts'
import type { SearchIndex } from './retrieval-index.ts'
import type { KnownMatch } from './retrieval-known.ts'
import type { Meaning } from './retrieval-meaning.ts'
import { findMeantPlans } from './retrieval-plans.ts'
import type { AnswerType, QuestionForm } from './retrieval-question.ts'
import { rankWeights } from './retrieval-weights.ts'
import type { Unit } from './retrieval-units.ts'

/** How much a match counts, by where it is. */
const fieldWeights = { title: 0.8, asked: 0.9, neighbour: 0.5, elsewhere: 0.45 } as const

/** Follow-ups also match the items of the last answer. */
export interface Carried {
  readonly items: ReadonlySet<number>
  readonly groups: ReadonlySet<number>
  /** 0 to 1: the strength. */
  readonly strength: number
  /** The last answer was only an offer. */
  readonly isUnsure: boolean
}

/** Features that distinguish the answer from other items, each about 0 to 1. */
export const rankFeatureNames = [
  'coverage',
  'own',
  'exact',
  'title',
  'near',
  'group',
  'money',
  'noMoney',
  'noPrice',
  'duration',
  'noDuration',
  'when',
  'noWhen',
  'frequency',
  'noFrequency',
  'count',
  'noCount',
  'where',
  'noWhere',
  'who',
  'noWho',
  'plan',
  'noPlan',
  'list',
  'noList',
  'how',
  'noHow',
  'namedPlan',
  'carriedAlone',
  'carriedShort',
  'carriedLong',
  'carriedFollow',
  'carriedSaid',
  'carriedNext',
  'denies',
  'bothNumbers',
  'unaskedPrice',
  'isDescription',
  'length',
  'similarity',
  'meaningSentence',
  'meaningTitled',
  'meaningTitle',
  'meaningGroup',
] as const
export type RankFeature = (typeof rankFeatureNames)[number]
export type RankFeatures = Readonly<Record<RankFeature, number>>

/** An item with the evidence that it answers. */
export interface Scored {
  readonly item: number
  readonly score: number
  /** Share of the question's weight that the item and its surroundings match. */
  readonly coverage: number
  /** The same for its own words alone. */
  readonly own: number
  /** Matched weight, not as a share. */
  readonly evidence: number
  readonly hasType: boolean
  readonly isCarried: boolean
  /** The best match of each unit, in order. */
  readonly matches: readonly number[]
  readonly features: RankFeatures
}

/** How strongly a question depends on the last answer: with no words of its own, with one or two, with more. */
export const carryStrength = { alone: 1, short: 0.7, pointing: 0.4, single: 0.35, other: 0.12 } as const

export interface WeighedUnit {
  readonly unit: Unit
  readonly weight: number
  /** It matches something in the knowledge. */
  readonly isFound: boolean
}

export interface Scoring {
  readonly units: readonly WeighedUnit[]
  /** Best first. */
  readonly ranked: readonly Scored[]
}

interface UnitHits {
  readonly own: Float32Array
  readonly group: Float32Array
  readonly title: Float32Array
  /** Groups with any hit, to skip all others. */
  readonly touched: ReadonlySet<number>
}

/** Scores every item that has something in common with the question. */
export function scoreItems(
  index: SearchIndex,
  units: readonly Unit[],
  form: QuestionForm,
  carried: Carried | null,
  meaning: Meaning,
  similarity?: (id: string) => number | undefined,
): Scoring {
  const hits = units.map((unit) => findHits(index, unit))
  const weighed = units.map((unit, at) => weigh(index, unit, hits[at]))
  const candidates = findCandidates(index, weighed, hits)
  for (const group of carried?.groups ?? []) for (const item of index.groups[group] ?? []) candidates.add(item)
  if (similarity !== undefined) {
    for (const [position, item] of index.items.entries()) {
      if ((similarity(item.id) ?? 0) >= similarityMin) candidates.add(position)
    }
  }
  if (form.types.has('where')) {
    for (const item of index.places) candidates.add(item)
  }
  const isPlain = isPlainPrice(units, form, carried)
  const planItems = isPlain ? new Set(index.plans.map(({ item }) => item)) : findMeantPlans(index.plans, form)
  const pricedItems = form.types.has('price') ? new Set(index.plans.map(({ item }) => item)) : new Set<number>()
  for (const item of pricedItems) candidates.add(item)
  for (const item of planItems) candidates.add(item)
  for (const item of meaning.closest) candidates.add(item)
  const asked: Asked = { index, units: weighed, hits, form, carried, meaning, similarity, planItems, pricedItems }
  const ranked = [...candidates]
    .map((item) => scoreItem(item, asked))
    .sort((a, b) => b.score - a.score || a.item - b.item)
  return { units: weighed, ranked }
}

/** Lower similarities to a known question are ignored. */
const knownMin = 0.35
/** Set by hand, because the training products have no known questions. */
const knownWeight = 12

/**
 * The candidates, best first, taking known questions into account. Not for the gate, which was trained on scores without
 * them.
 */
export function sortByKnown(
  ranked: readonly Scored[],
  groupOf: readonly number[],
  known: readonly KnownMatch[],
): readonly Scored[] {
  const closeness = new Map(known.map((match) => [match.group, match.closeness]))
  const raised = ranked.map((scored) => {
    const close = closeness.get(groupOf[scored.item] ?? 0) ?? 0
    return close <= knownMin ? scored : { ...scored, score: scored.score + knownWeight * (close - knownMin) }
  })
  return raised.sort((a, b) => b.score - a.score || a.item - b.item)
}

/** How many items are scored in detail; more would take too long. */
const candidatesMax = 120

/** The items that share most with the question, by a rough sum. */
function findCandidates(index: SearchIndex, units: readonly WeighedUnit[], hits: readonly UnitHits[]): Set<number> {
  const rough = new Float32Array(index.items.length)
  const found: number[] = []
  for (const [at, { unit, weight, isFound }] of units.entries()) {
    const hit = hits[at]
    // A generic word alone doesn't make an item a candidate.
    if (hit === undefined || !isFound || (unit.kind === 'generic' && units.length > 2)) continue
    for (const group of hit.touched) {
      const shared = Math.max(hit.title[group] ?? 0, (hit.group[group] ?? 0) * fieldWeights.elsewhere)
      for (const item of index.groups[group] ?? []) {
        if (rough[item] === 0) found.push(item)
        rough[item] = (rough[item] ?? 0) + weight * Math.max(hit.own[item] ?? 0, shared)
      }
    }
  }
  if (found.length <= candidatesMax) return new Set(found.sort((a, b) => a - b))
  found.sort((a, b) => (rough[b] ?? 0) - (rough[a] ?? 0) || a - b)
  return new Set(found.slice(0, candidatesMax))
}

/** “What does it cost?”: a question about money and nothing else. */
export function isPlainPrice(units: readonly Unit[], form: QuestionForm, carried: Carried | null): boolean {
  const content = units.filter(({ kind, key }) => kind !== 'generic' && !plainPriceKeys.has(key))
  return form.types.has('price') && content.length === 0 && (carried === null || carried.strength < carryStrength.alone)
}

const plainPriceKeys = new Set([
  'pric',
  'price',
  'cost',
  'plan',
  'seat',
  'user',
  'per_seat',
  'per_user',
  'per_month',
  'month',
  'per_person',
])

/** Lower cosines are noise. */
const similarityMin = 0.35

function findHits(index: SearchIndex, unit: Unit): UnitHits {
  const own = new Float32Array(index.items.length)
  const group = new Float32Array(index.groups.length)
  const title = new Float32Array(index.groups.length)
  const touched = new Set<number>()
  for (const [key, strength] of unit.matches) {
    for (const item of index.own.get(key) ?? []) {
      own[item] = Math.max(own[item] ?? 0, strength)
      const of = index.groupOf[item] ?? 0
      group[of] = Math.max(group[of] ?? 0, strength)
      touched.add(of)
    }
    for (const of of index.title.get(key) ?? []) {
      title[of] = Math.max(title[of] ?? 0, strength * fieldWeights.title)
      touched.add(of)
    }
    for (const of of index.asked.get(key) ?? []) {
      title[of] = Math.max(title[of] ?? 0, strength * fieldWeights.asked)
      touched.add(of)
    }
  }
  return { own, group, title, touched }
}

function weigh(index: SearchIndex, unit: Unit, hits: UnitHits | undefined): WeighedUnit {
  let groups = 0
  for (const group of hits?.touched ?? []) groups += Math.max(hits?.group[group] ?? 0, hits?.title[group] ?? 0)
  const isFound = groups > 0
  const idf = isFound ? 1 - Math.log(1 + groups) / Math.log(2 + index.groups.length) : 1
  return { unit, isFound, weight: weightOf(unit, isFound, idf) }
}

function weightOf(unit: Unit, isFound: boolean, idf: number): number {
  switch (unit.kind) {
    case 'number':
      return isFound ? 0.5 : 0.25
    case 'name':
      return 1.1
    case 'generic':
      return isFound ? 0.15 + 0.2 * idf : 0.15
    default:
      if (isFound) return (0.4 + 0.75 * idf) * (unit.key.includes(joiner) ? 1.25 : 1)
      return unit.isStrange ? 0.55 : 0.6
  }
}

interface Asked {
  readonly index: SearchIndex
  readonly units: readonly WeighedUnit[]
  readonly hits: readonly UnitHits[]
  readonly form: QuestionForm
  readonly carried: Carried | null
  readonly meaning: Meaning
  readonly similarity: ((id: string) => number | undefined) | undefined
  /** Items with the price of the plan that is meant, and of any plan. */
  readonly planItems: ReadonlySet<number>
  readonly pricedItems: ReadonlySet<number>
}

function scoreItem(item: number, asked: Asked): Scored {
  const { index, units, hits, form, carried } = asked
  const group = index.groupOf[item] ?? 0
  const matches: number[] = []
  const sums = { all: 0, coverage: 0, own: 0, exact: 0, title: 0, near: 0, group: 0 }
  for (const [at, { weight }] of units.entries()) {
    const hit = hits[at]
    if (hit === undefined) continue
    const own = hit.own[item] ?? 0
    const title = hit.title[group] ?? 0
    const near = Math.max(neighbour(index, hit, item - 1, group), neighbour(index, hit, item + 1, group))
    const elsewhere = hit.group[group] ?? 0
    const match = Math.max(own, title, near * fieldWeights.neighbour, elsewhere * fieldWeights.elsewhere)
    matches.push(match)
    sums.all += weight
    sums.coverage += weight * match
    sums.own += weight * own
    sums.exact += own === 1 ? weight : 0
    sums.title += weight * title
    sums.near += weight * near
    sums.group += weight * Math.max(elsewhere, title)
  }
  const isCarried = carried?.groups.has(group) ?? false
  const carry = isCarried ? (carried?.strength ?? 0) : 0
  const all = Math.max(sums.all, 0.7)
  const wanted = [...form.types]
  const hasType = wanted.length === 0 || wanted.some((type) => index.types[item]?.has(type) === true)
  const similarity = asked.similarity?.(index.items[item]?.id ?? '') ?? 0
  const features: RankFeatures = {
    coverage: sums.coverage / all,
    own: sums.own / all,
    exact: sums.exact / all,
    title: sums.title / all,
    near: sums.near / all,
    group: sums.group / all,
    ...typeFeatures(index, item, form),
    namedPlan: asked.planItems.has(item) ? planShare(form) : asked.pricedItems.has(item) ? 0.3 : 0,
    carriedAlone: isCarried && carry === carryStrength.alone ? 1 : 0,
    carriedShort: isCarried && carry === carryStrength.short ? 1 : 0,
    carriedLong: isCarried && carry < carryStrength.short ? carry : 0,
    carriedFollow: isCarried && form.isFollowUp ? 1 : 0,
    // What was just said is rarely asked again; the sentence after it often is.
    carriedSaid: isCarried && carried?.items.has(item) === true ? 1 : 0,
    carriedNext: isCarried && carried?.items.has(item - 1) === true && !carried.items.has(item) ? 1 : 0,
    denies: form.isYesNo && index.denials.has(item) ? 1 : 0,
    bothNumbers: form.hasNumber && (index.numbers[item]?.size ?? 0) > 0 ? 1 : 0,
    unaskedPrice: index.priced.has(item) && !asksPlan(form) ? 1 : 0,
    isDescription: index.items[item]?.stepOrder === null && index.items[item]?.source === undefined ? 1 : 0,
    length: Math.min(1, (index.items[item]?.text.length ?? 0) / 200),
    similarity: Math.max(0, similarity - similarityMin),
    meaningSentence: asked.meaning.sentence(item),
    meaningTitled: asked.meaning.titled(item),
    meaningTitle: asked.meaning.title(item),
    meaningGroup: asked.meaning.group(group),
  }
  return {
    item,
    score: rankFeatureNames.reduce((sum, name) => sum + features[name] * rankWeights[name], 0),
    coverage: (sums.coverage + carry) / (all + (carried?.strength ?? 0)),
    own: sums.own / all,
    evidence: sums.coverage + carry,
    hasType,
    isCarried,
    matches,
    features,
  }
}

function asksPlan({ types, rank, planName }: QuestionForm): boolean {
  return types.has('price') || types.has('money') || types.has('plan') || rank !== null || planName !== null
}

/** “Can the team plan be cancelled?” is less about its price than “which plan do we need?”. */
function planShare(form: QuestionForm): number {
  return form.types.has('money') || form.types.has('price') || form.rank !== null || !form.isYesNo ? 1 : 0.3
}

type TypeFeature = Exclude<
  RankFeature,
  | 'coverage'
  | 'own'
  | 'exact'
  | 'title'
  | 'near'
  | 'group'
  | 'namedPlan'
  | 'carriedAlone'
  | 'carriedShort'
  | 'carriedLong'
  | 'carriedFollow'
  | 'carriedSaid'
  | 'carriedNext'
  | 'denies'
  | 'bothNumbers'
  | 'unaskedPrice'
  | 'isDescription'
  | 'length'
  | 'similarity'
  | 'meaningSentence'
  | 'meaningTitled'
  | 'meaningTitle'
  | 'meaningGroup'
>

function typeFeatures(index: SearchIndex, item: number, form: QuestionForm): Readonly<Record<TypeFeature, number>> {
  const held = index.types[item]
  const has = (type: AnswerType) => (form.types.has(type) && held?.has(type) === true ? 1 : 0)
  const misses = (type: AnswerType) => (form.types.has(type) && held?.has(type) !== true ? 1 : 0)
  return {
    money: has('money'),
    noMoney: misses('money'),
    noPrice: misses('price'),
    duration: has('duration'),
    noDuration: misses('duration'),
    when: has('when'),
    noWhen: misses('when'),
    frequency: has('frequency'),
    noFrequency: misses('frequency'),
    count: has('count'),
    noCount: misses('count'),
    where: has('where'),
    noWhere: misses('where'),
    who: has('who'),
    noWho: misses('who'),
    plan: has('plan'),
    noPlan: misses('plan'),
    list: has('list'),
    noList: misses('list'),
    how: has('how'),
    noHow: misses('how'),
  }
}

function neighbour(index: SearchIndex, hit: UnitHits, item: number, group: number): number {
  return index.groupOf[item] === group ? (hit.own[item] ?? 0) : 0
}
