import { scoreCandidate, scoreNothing, type RankNet } from './rank-net.ts'
import {
  asksPlan,
  formRow,
  richnessOf,
  itemRow,
  planShare,
  rankFeatureNames,
  typeFeatures,
  type RankFeatures,
} from './retrieval-features.ts'
import type { Dense } from './retrieval-dense.ts'
import {
  fieldWeights,
  findCandidates,
  findHits,
  neighbour,
  weigh,
  type UnitHits,
  type WeighedUnit,
} from './retrieval-hits.ts'
import type { SearchIndex } from './retrieval-index.ts'
import type { KnownMatch } from './retrieval-known.ts'
import type { Meaning } from './retrieval-meaning.ts'
import { findMeantPlans } from './retrieval-plans.ts'
import type { QuestionForm } from './retrieval-question.ts'
import type { Unit } from './retrieval-units.ts'
import { linkFeatures, type LinkScores } from './word-links.ts'
import { writtenFeatures, type WrittenScores } from './written-links.ts'

/** What a follow-up inherits from the last answer. */
export interface Carried {
  /** The items of the last answer. */
  readonly items: ReadonlySet<number>
  /** How probably the last question was about each group, 0 to 1. */
  readonly groups: ReadonlyMap<number, number>
  /** How strongly the question depends on the last answer, 0 to 1. */
  readonly strength: number
  /** The last question wasn't answered; steps were only offered. */
  readonly isUnsure: boolean
}

/** An item with the evidence that it answers. */
export interface Scored {
  readonly item: number
  readonly score: number
  /** The score without the sentence encoder's part, and that part; null without it. */
  readonly plain: number
  readonly dense: number | null
  /** The share of the question's weight that the item and its surroundings match. */
  readonly coverage: number
  /** The share that the item's own words match. */
  readonly own: number
  /** The matched weight itself, not as a share. */
  readonly evidence: number
  readonly hasType: boolean
  readonly isCarried: boolean
  /** The best match of each unit, in order. */
  readonly matches: readonly number[]
  readonly features: RankFeatures
  /** The ranking's input: `features`, then those of the question's form and of the item. */
  readonly row: readonly number[]
}

/**
 * How strongly a question depends on the last answer. `alone`: without content words; `short` and `pointing`: a
 * follow-up with up to two, or more; `single` and `other`: any other question with one, or more.
 */
export const carryStrength = { alone: 1, short: 0.7, pointing: 0.4, single: 0.35, other: 0.12 } as const

/** Less probable groups affect the score, but don't count as the topic of a follow-up. */
const carriedMin = 0.2

export interface Scoring {
  readonly units: readonly WeighedUnit[]
  /** Best first. */
  readonly ranked: readonly Scored[]
  /** The question's form, as the ranking reads it. */
  readonly form: readonly number[]
  /** The score of “no answer”. */
  readonly nothing: number
  readonly dense: Dense | null
}

/** Scores every item that has something in common with the question. */
export function scoreItems(
  index: SearchIndex,
  units: readonly Unit[],
  form: QuestionForm,
  carried: Carried | null,
  meaning: Meaning,
  linked: LinkScores,
  written: WrittenScores,
  net: RankNet,
  dense: Dense | null,
  similarity?: (id: string) => number | undefined,
): Scoring {
  const hits = units.map((unit) => findHits(index, unit))
  const weighed = units.map((unit, at) => weigh(index, unit, hits[at]))
  const candidates = findCandidates(index, weighed, hits)
  for (const group of carried?.groups.keys() ?? []) for (const item of index.groups[group] ?? []) candidates.add(item)
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
  for (const item of dense?.closest ?? []) candidates.add(item)
  for (const group of linked.closest) for (const item of index.groups[group] ?? []) candidates.add(item)
  for (const group of written.closest) for (const item of index.groups[group] ?? []) candidates.add(item)
  const formed = formRow(form, {
    units: units.length,
    carried: carried?.strength ?? 0,
    richness: richnessOf(index),
  })
  const asked: Asked = {
    index,
    units: weighed,
    hits,
    form,
    formed,
    net,
    carried,
    meaning,
    linked,
    written,
    dense,
    similarity,
    planItems,
    pricedItems,
  }
  const ranked = [...candidates]
    .map((item) => scoreItem(item, asked))
    .sort((a, b) => b.score - a.score || a.item - b.item)
  return { units: weighed, ranked, form: formed, nothing: scoreNothing(net, formed), dense }
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
/** Set by hand, because the training products have no vectors of a provider. */
const similarityWeight = 4

/** Of the sentence encoder's score, relative to the network's. Fitted on products that the encoder wasn't trained on. */
const denseWeight = 0.55

interface Asked {
  readonly index: SearchIndex
  readonly units: readonly WeighedUnit[]
  readonly hits: readonly UnitHits[]
  readonly form: QuestionForm
  readonly formed: readonly number[]
  readonly net: RankNet
  readonly carried: Carried | null
  readonly meaning: Meaning
  readonly linked: LinkScores
  readonly written: WrittenScores
  readonly dense: Dense | null
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
  const share = carried?.groups.get(group) ?? 0
  const strength = carried?.strength ?? 0
  const carry = share * strength
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
    carriedAlone: strength === carryStrength.alone ? share : 0,
    carriedShort: strength === carryStrength.short ? share : 0,
    carriedLong: strength < carryStrength.short ? carry : 0,
    carriedFollow: form.isFollowUp ? share : 0,
    // Visitors rarely ask again for what was just said, but often for the sentence after it.
    carriedSaid: carried?.items.has(item) === true ? share : 0,
    carriedNext: carried?.items.has(item - 1) === true && !carried.items.has(item) ? share : 0,
    denies: form.isYesNo && index.denials.has(item) ? 1 : 0,
    bothNumbers: form.hasNumber && (index.numbers[item]?.size ?? 0) > 0 ? 1 : 0,
    unaskedPrice: index.priced.has(item) && !asksPlan(form) ? 1 : 0,
    isDescription: index.items[item]?.stepOrder === null && index.items[item]?.source === undefined ? 1 : 0,
    length: Math.min(1, (index.items[item]?.text.length ?? 0) / 200),
    meaningSentence: asked.meaning.sentence(item),
    meaningTitled: asked.meaning.titled(item),
    meaningTitle: asked.meaning.title(item),
    meaningGroup: asked.meaning.group(group),
    ...linkFeatures(asked.linked, group, item),
    ...writtenFeatures(asked.written, group, item),
  }
  const row = [...rankFeatureNames.map((name) => features[name]), ...asked.formed, ...itemRow(index, item)]
  const near = similarityWeight * Math.max(0, similarity - similarityMin)
  const plain = scoreCandidate(asked.net, row) + near
  const dense = asked.dense?.score(item) ?? null
  return {
    item,
    score: plain + denseWeight * (dense ?? 0),
    plain,
    dense,
    coverage: (sums.coverage + carry) / (all + strength),
    own: sums.own / all,
    evidence: sums.coverage + carry,
    hasType,
    isCarried: share >= carriedMin,
    matches,
    features,
    row,
  }
}
