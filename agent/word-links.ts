import type { SearchIndex } from './retrieval-index.ts'
import { joiner } from './lexicon.ts'
import { stopWords } from './retrieval-common-words.ts'
import type { Word } from './retrieval-words.ts'

/*
 * Words in buyers' questions, each linked to words in the steps that answer them: “juggling” to “rota”. Learned by
 * counting questions about many products, in addition to the handwritten vocabularies.
 */

/** For each stem in questions, the linked stems in steps, with the logarithm of how much likelier they are there. */
export type WordLinks = ReadonlyMap<string, ReadonlyMap<string, number>>

/** How strongly a question's words are linked to groups and items. */
export interface LinkScores {
  readonly ofGroup: Float32Array
  readonly ofItem: Float32Array
  /** The strongest link of a single word. */
  readonly bestOfGroup: Float32Array
  readonly words: number
  /** The groups most strongly linked. */
  readonly closest: readonly number[]
}

const closestMax = 2

export function readLinks(written: Readonly<Record<string, Readonly<Record<string, number>>>>): WordLinks {
  return new Map(Object.entries(written).map(([asked, noted]) => [asked, new Map(Object.entries(noted))]))
}

/** The stems of a question, and its pairs of neighbouring stems, such as “sign off”. */
export function linkableStems(words: readonly Word[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [at, { text, stem, number }] of words.entries()) {
    if (number === null && !stopWords.has(text)) found.add(stem)
    const next = words[at + 1]
    if (next === undefined || next.startsClause) continue
    if (!stopWords.has(text) || !stopWords.has(next.text) || text === 'how') found.add(`${stem}${joiner}${next.stem}`)
  }
  return found
}

export function scoreLinks(
  { own, title, groupOf, groups, items }: SearchIndex,
  words: readonly Word[],
  links: WordLinks,
): LinkScores {
  const stems = linkableStems(words)
  const ofGroup = new Float32Array(groups.length)
  const ofItem = new Float32Array(items.length)
  const bestOfGroup = new Float32Array(groups.length)
  for (const stem of stems) {
    const groupBest = new Map<number, number>()
    const itemBest = new Map<number, number>()
    for (const [noted, strength] of links.get(stem) ?? []) {
      for (const item of own.get(noted) ?? []) {
        raise(itemBest, item, strength)
        raise(groupBest, groupOf[item] ?? 0, strength)
      }
      for (const group of title.get(noted) ?? []) raise(groupBest, group, strength)
    }
    for (const [item, strength] of itemBest) ofItem[item] = (ofItem[item] ?? 0) + strength
    for (const [group, strength] of groupBest) {
      ofGroup[group] = (ofGroup[group] ?? 0) + strength
      bestOfGroup[group] = Math.max(bestOfGroup[group] ?? 0, strength)
    }
  }
  const closest = [...ofGroup.keys()]
    .filter((group) => (ofGroup[group] ?? 0) > 0)
    .sort((a, b) => (ofGroup[b] ?? 0) - (ofGroup[a] ?? 0))
    .slice(0, closestMax)
  return { ofGroup, ofItem, bestOfGroup, words: stems.size, closest }
}

/** The ranking's features of a group and an item, each about 0 to 1. */
export function linkFeatures(
  { ofGroup, ofItem, bestOfGroup, words, closest }: LinkScores,
  group: number,
  item: number,
) {
  const own = ofGroup[group] ?? 0
  const rival = closest.find((other) => other !== group)
  return {
    linkedGroup: own / 4,
    linkedShare: own / Math.max(2, words / 2),
    linkedMargin: (own - (rival === undefined ? 0 : (ofGroup[rival] ?? 0))) / 3,
    linkedBest: (bestOfGroup[group] ?? 0) / 2,
    linkedOwn: (ofItem[item] ?? 0) / 4,
  }
}

function raise(best: Map<number, number>, at: number, strength: number): void {
  if (strength > (best.get(at) ?? 0)) best.set(at, strength)
}
