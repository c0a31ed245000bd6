import type { SearchIndex } from './retrieval-index.ts'
import type { QuestionForm } from './retrieval-question.ts'
import type { Unit } from './retrieval-units.ts'

/** Where a word matches decides how much it counts. */
const fieldWeights = { title: 0.8, asked: 0.9, neighbour: 0.5, elsewhere: 0.45 } as const

/** Follow-ups lean on the items of the last answer. */
export interface Carried {
  readonly items: ReadonlySet<number>
  readonly groups: ReadonlySet<number>
  /** 0 to 1: how much. */
  readonly strength: number
}

/** An item with the evidence that it answers. */
export interface Scored {
  readonly item: number
  readonly score: number
  /** Share of the question's weight that the item and its surroundings match. */
  readonly coverage: number
  /** The same by its own words alone. */
  readonly own: number
  /** Weight matched, not as a share. */
  readonly evidence: number
  readonly hasType: boolean
  readonly isCarried: boolean
  /** The best match of each unit, in order. */
  readonly matches: readonly number[]
  readonly similarity: number
}

export interface WeighedUnit {
  readonly unit: Unit
  readonly weight: number
  /** Somewhere in the knowledge it matches at all. */
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
}

/** Scores every item that shares something with the question. */
export function scoreItems(
  index: SearchIndex,
  units: readonly Unit[],
  form: QuestionForm,
  carried: Carried | null,
  similarity?: (id: string) => number | undefined,
): Scoring {
  const hits = units.map((unit) => findHits(index, unit))
  const weighed = units.map((unit, at) => weigh(index, unit, hits[at]))
  const candidates = new Set<number>()
  for (const [at, hit] of hits.entries()) {
    // A generic word alone makes nobody a candidate.
    if (units[at]?.kind === 'generic' && units.length > 2) continue
    for (const [group, members] of index.groups.entries()) {
      if ((hit.group[group] ?? 0) > 0 || (hit.title[group] ?? 0) > 0) for (const item of members) candidates.add(item)
    }
  }
  for (const group of carried?.groups ?? []) for (const item of index.groups[group] ?? []) candidates.add(item)
  if (similarity !== undefined) {
    for (const [position, item] of index.items.entries()) {
      if ((similarity(item.id) ?? 0) >= similarityMin) candidates.add(position)
    }
  }
  const ranked = [...candidates]
    .map((item) => scoreItem(index, item, weighed, hits, form, carried, similarity))
    .sort((a, b) => b.score - a.score || a.item - b.item)
  return { units: weighed, ranked }
}

/** Cosines below this say nothing. */
const similarityMin = 0.35

function findHits(index: SearchIndex, unit: Unit): UnitHits {
  const own = new Float32Array(index.items.length)
  const group = new Float32Array(index.groups.length)
  const title = new Float32Array(index.groups.length)
  for (const [key, strength] of unit.matches) {
    for (const item of index.own.get(key) ?? []) {
      own[item] = Math.max(own[item] ?? 0, strength)
      const of = index.groupOf[item] ?? 0
      group[of] = Math.max(group[of] ?? 0, strength)
    }
    for (const of of index.title.get(key) ?? []) {
      title[of] = Math.max(title[of] ?? 0, strength * fieldWeights.title)
    }
    for (const of of index.asked.get(key) ?? []) {
      title[of] = Math.max(title[of] ?? 0, strength * fieldWeights.asked)
    }
  }
  return { own, group, title }
}

function weigh(index: SearchIndex, unit: Unit, hits: UnitHits | undefined): WeighedUnit {
  let groups = 0
  for (let group = 0; group < index.groups.length; group += 1) {
    groups += Math.max(hits?.group[group] ?? 0, hits?.title[group] ?? 0)
  }
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
      if (isFound) return 0.4 + 0.75 * idf
      return unit.isStrange ? 0.55 : 0.6
  }
}

function scoreItem(
  index: SearchIndex,
  item: number,
  units: readonly WeighedUnit[],
  hits: readonly UnitHits[],
  form: QuestionForm,
  carried: Carried | null,
  similarity: ((id: string) => number | undefined) | undefined,
): Scored {
  const group = index.groupOf[item] ?? 0
  const matches: number[] = []
  let asked = 0
  let matched = 0
  let ownMatched = 0
  for (const [at, { weight }] of units.entries()) {
    const hit = hits[at]
    if (hit === undefined) continue
    const own = hit.own[item] ?? 0
    const near = Math.max(neighbour(index, hit, item - 1, group), neighbour(index, hit, item + 1, group))
    const match = Math.max(
      own,
      hit.title[group] ?? 0,
      near * fieldWeights.neighbour,
      (hit.group[group] ?? 0) * fieldWeights.elsewhere,
    )
    matches.push(match)
    asked += weight
    matched += weight * match
    ownMatched += weight * own
  }
  const isCarried = carried?.groups.has(group) ?? false
  const carry = carried?.strength ?? 0
  const all = asked + carry
  const evidence = matched + (isCarried ? carry : 0)
  const coverage = all === 0 ? 0 : evidence / all
  const own = asked === 0 ? 0 : ownMatched / asked
  const held = index.types[item]
  const wanted = [...form.types]
  const hasType = wanted.length === 0 || wanted.some((type) => held?.has(type) === true)
  const missesFigure = wanted.some(
    (type) => (type === 'money' || type === 'duration' || type === 'count') && held?.has(type) !== true,
  )
  const cosine = similarity?.(index.items[item]?.id ?? '') ?? 0
  const score =
    coverage +
    0.15 * own +
    (wanted.length > 0 && hasType ? 0.12 : 0) -
    (missesFigure ? 0.12 : 0) +
    Math.max(0, cosine - similarityMin) * 0.9
  return { item, score, coverage, own, evidence, hasType, isCarried, matches, similarity: cosine }
}

function neighbour(index: SearchIndex, hit: UnitHits, item: number, group: number): number {
  return index.groupOf[item] === group ? (hit.own[item] ?? 0) : 0
}
