import type { SearchIndex } from './retrieval-index.ts'
import { stopWords } from './retrieval-common-words.ts'
import type { Word } from './retrieval-words.ts'
import { joiner } from './lexicon.ts'
import { linkableStems } from './word-links.ts'

/*
 * What buyers say for the words of notes, written down word by word: “packs up” for “replaced”, “boss” for “approval”.
 * In addition to the links learned by counting (word-links.ts).
 */

/** For a stem or pair (“pack_up”) in questions: the linked stems in notes, with strengths from 0 to 1.5 and their sum. */
export interface WrittenLinks {
  of(asked: string): { readonly noted: readonly (readonly [stem: string, strength: number])[]; readonly sum: number }
}

let readFile: (() => string) | null = null
let common: WrittenLinks | null = null

/** Sets the file's location, once per process; it is read on first use. */
export function provideWrittenLinks(read: () => string): void {
  readFile = read
}

const none: ReturnType<WrittenLinks['of']> = { noted: [], sum: 0 }
const noLinks: WrittenLinks = { of: () => none }

/** The links shared by all searches; empty if no file was provided. */
export function commonWrittenLinks(): WrittenLinks {
  if (common === null && readFile !== null) common = readWrittenLinks(readFile())
  return common ?? noLinks
}

/** A line for each stem in questions: the stem, a tab, then linked stems and strengths in hundredths, by spaces. */
export function readWrittenLinks(file: string): WrittenLinks {
  const lines = new Map<string, string>()
  for (const line of file.split('\n')) {
    const at = line.indexOf('\t')
    if (at > 0) lines.set(line.slice(0, at), line.slice(at + 1))
  }
  return {
    of(asked) {
      const line = lines.get(asked)
      if (line === undefined) return none
      const parts = line.split(' ')
      const noted: (readonly [string, number])[] = []
      let sum = 0
      for (let at = 0; at < parts.length; at += 2) {
        const strength = Number(parts[at + 1]) / 100
        noted.push([parts[at] ?? '', strength])
        sum += strength
      }
      return { noted, sum }
    },
  }
}

/** How strongly the links of a question's words lead to each group and item. */
export interface WrittenScores {
  readonly ofGroup: Float32Array
  readonly ofItem: Float32Array
  /** The strongest link of a single word. */
  readonly bestOfGroup: Float32Array
  /** The share of the question's words that are there, or linked. */
  readonly coverOfGroup: Float32Array
  readonly coverOfItem: Float32Array
  readonly words: number
  /** The groups most strongly linked. */
  readonly closest: readonly number[]
}

const closestMax = 2
/** A linked word counts less than the word itself. */
const linkedMax = 0.8
/** Words with many links say little: “work” is linked to most steps. */
const usualSum = 12

export function scoreWritten(index: SearchIndex, words: readonly Word[], links: WrittenLinks): WrittenScores {
  const { own, title, groupOf, groups, items } = index
  const content = [...new Set(words.filter(isContent).map(({ stem }) => stem))]
  const reached = new Map(content.map((stem) => [stem, noReach()]))
  const sums = new Map<string, number>()
  for (const asked of linkableStems(words)) {
    const { noted, sum } = links.of(asked)
    if (noted.length === 0) continue
    const owner = asked.includes(joiner) ? asked.split(joiner).find((stem) => reached.has(stem)) : asked
    sums.set(asked, sum)
    const reach = reached.get(owner ?? asked) ?? noReach()
    reached.set(owner ?? asked, reach)
    for (const [stem, strength] of noted) {
      const holders = own.get(stem) ?? []
      const titled = title.get(stem) ?? []
      if (holders.length === 0 && titled.length === 0) continue
      const holding = new Set([...holders.map((item) => groupOf[item] ?? 0), ...titled])
      const rarity = Math.log((groups.length + 1) / (holding.size + 0.5)) / Math.log(groups.length + 1)
      const value = (strength * Math.max(0.1, rarity)) / Math.sqrt(1 + sum / usualSum)
      for (const item of holders) raise(reach.items, item, value)
      for (const group of holding) raise(reach.groups, group, value)
    }
  }
  const ofGroup = new Float32Array(groups.length)
  const bestOfGroup = new Float32Array(groups.length)
  const ofItem = new Float32Array(items.length)
  for (const reach of reached.values()) {
    for (const [group, value] of reach.groups) {
      add(ofGroup, group, value)
      bestOfGroup[group] = Math.max(bestOfGroup[group] ?? 0, value)
    }
    for (const [item, value] of reach.items) add(ofItem, item, value)
  }
  const closest = [...ofGroup.keys()]
    .filter((group) => (ofGroup[group] ?? 0) > 0)
    .sort((a, b) => (ofGroup[b] ?? 0) - (ofGroup[a] ?? 0))
    .slice(0, closestMax)
  const covers = cover(index, content, { reached, sums })
  return { ofGroup, ofItem, bestOfGroup, ...covers, words: Math.max(1, content.length), closest }
}

/** The items and groups that a word's links lead to, with the strongest link. */
interface Reach {
  readonly items: Map<number, number>
  readonly groups: Map<number, number>
}

function noReach(): Reach {
  return { items: new Map(), groups: new Map() }
}

function cover(
  { own, title, groupOf, groups, items }: SearchIndex,
  content: readonly string[],
  { reached, sums }: { readonly reached: ReadonlyMap<string, Reach>; readonly sums: ReadonlyMap<string, number> },
): Pick<WrittenScores, 'coverOfGroup' | 'coverOfItem'> {
  const coverOfGroup = new Float32Array(groups.length)
  const coverOfItem = new Float32Array(items.length)
  let all = 0
  for (const stem of content) {
    const spread = 1 + (sums.get(stem) ?? 0) / usualSum
    const weight = spread ** -0.25
    const whole = 0.9 / Math.sqrt(spread)
    all += weight
    const byGroup = new Map<number, number>()
    const byItem = new Map<number, number>()
    for (const [group, value] of reached.get(stem)?.groups ?? []) byGroup.set(group, Math.min(linkedMax, value / whole))
    for (const [item, value] of reached.get(stem)?.items ?? []) byItem.set(item, Math.min(linkedMax, value / whole))
    for (const item of own.get(stem) ?? []) {
      byItem.set(item, 1)
      byGroup.set(groupOf[item] ?? 0, 1)
    }
    for (const group of title.get(stem) ?? []) byGroup.set(group, 1)
    for (const [group, value] of byGroup) add(coverOfGroup, group, weight * value)
    for (const [item, value] of byItem) add(coverOfItem, item, weight * value)
  }
  const share = (sum: number) => (all === 0 ? 0 : sum / all)
  return { coverOfGroup: coverOfGroup.map(share), coverOfItem: coverOfItem.map(share) }
}

/** The ranking's features of a group and an item, each about 0 to 1. */
export function writtenFeatures(
  { ofGroup, ofItem, bestOfGroup, coverOfGroup, coverOfItem, words, closest }: WrittenScores,
  group: number,
  item: number,
) {
  const own = ofGroup[group] ?? 0
  const rival = closest.find((other) => other !== group)
  return {
    writtenGroup: own,
    writtenShare: (own * 3) / Math.max(2, words),
    writtenMargin: own - (rival === undefined ? 0 : (ofGroup[rival] ?? 0)),
    writtenBest: (bestOfGroup[group] ?? 0) * 2,
    writtenOwn: ofItem[item] ?? 0,
    writtenCover: coverOfGroup[group] ?? 0,
    writtenOwnCover: coverOfItem[item] ?? 0,
  }
}

function isContent({ text, number }: Word): boolean {
  return number === null && !stopWords.has(text)
}

function raise(best: Map<number, number>, at: number, value: number): void {
  if (value > (best.get(at) ?? 0)) best.set(at, value)
}

function add(sums: Float32Array, at: number, value: number): void {
  sums[at] = (sums[at] ?? 0) + value
}
