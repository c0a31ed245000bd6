import { joiner } from './lexicon.ts'
import type { SearchIndex } from './retrieval-index.ts'
import type { Unit } from './retrieval-units.ts'

/* Finds where a question's words occur in the knowledge, and how much each counts. */

/** How much a match counts, by where it is. */
export const fieldWeights = { title: 0.8, asked: 0.9, neighbour: 0.5, elsewhere: 0.45 } as const

export interface WeighedUnit {
  readonly unit: Unit
  readonly weight: number
  /** Something in the knowledge matches it. */
  readonly isFound: boolean
}

/** Where a unit of the question matches, with the strength, by item or group. */
export interface UnitHits {
  readonly own: Float32Array
  readonly group: Float32Array
  readonly title: Float32Array
  /** Groups with any hit, to skip all others. */
  readonly touched: ReadonlySet<number>
}

/** All matches of a unit in the knowledge. */
export function findHits(index: SearchIndex, unit: Unit): UnitHits {
  const own = new Float32Array(index.items.length)
  const group = new Float32Array(index.groups.length)
  const title = new Float32Array(index.groups.length)
  const touched = new Set<number>()
  for (const [key, strength] of unit.matches) {
    const named = key === unit.key ? noGroups : plansNamed(index, key)
    for (const item of index.own.get(key) ?? []) {
      if (named.has(index.groupOf[item] ?? 0)) continue
      own[item] = Math.max(own[item] ?? 0, strength)
      const of = index.groupOf[item] ?? 0
      group[of] = Math.max(group[of] ?? 0, strength)
      touched.add(of)
    }
    for (const of of index.title.get(key) ?? []) {
      if (named.has(of)) continue
      title[of] = Math.max(title[of] ?? 0, strength * fieldWeights.title)
      touched.add(of)
    }
    for (const of of index.asked.get(key) ?? []) {
      if (named.has(of)) continue
      title[of] = Math.max(title[of] ?? 0, strength * fieldWeights.asked)
      touched.add(of)
    }
  }
  return { own, group, title, touched }
}

/** Plans with this name. Synonyms don't count: “can you ship a car?” doesn't ask about the plan Fleet. */
function plansNamed(index: SearchIndex, key: string): ReadonlySet<number> {
  const groups = index.title.get(key) ?? []
  const plans = groups.filter((group) => index.items[index.groups[group]?.[0] ?? -1]?.source?.kind === 'plan')
  return plans.length === 0 ? noGroups : new Set(plans)
}

const noGroups: ReadonlySet<number> = new Set()

/** Gives a unit its weight: rare words count more. */
export function weigh(index: SearchIndex, unit: Unit, hits: UnitHits | undefined): WeighedUnit {
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

/** How many items are scored in detail; more would take too long. */
const candidatesMax = 120

/** The items that share most with the question, by a fast approximate score. */
export function findCandidates(
  index: SearchIndex,
  units: readonly WeighedUnit[],
  hits: readonly UnitHits[],
): Set<number> {
  const rough = new Float32Array(index.items.length)
  const found: number[] = []
  for (const [at, { unit, weight, isFound }] of units.entries()) {
    const hit = hits[at]
    // A match of only a generic word doesn't make an item a candidate.
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

/** The strength of a match in a neighbouring item of the same group. */
export function neighbour(index: SearchIndex, hit: UnitHits, item: number, group: number): number {
  return index.groupOf[item] === group ? (hit.own[item] ?? 0) : 0
}
