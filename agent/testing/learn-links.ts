import { readKnowledge } from '../retrieval.ts'
import { toWords } from '../retrieval-words.ts'
import { linkableStems, type WordLinks } from '../word-links.ts'
import type { TrainingProduct } from './gate-examples.ts'
import { buyersKnowledge } from './measure-buyers.ts'

/* Learns word links by counting how often a word occurs in steps that answer, compared with the other steps. */

/** Pairs found in fewer products may be due to chance or to one writer's habits. */
const productsMin = 3
const liftMin = 1.5

interface Count {
  answering: number
  others: number
  /** Counted one product after the other. */
  products: number
  lastProduct: string
}

export function learnLinks(products: readonly TrainingProduct[]): WordLinks {
  const counts = new Map<string, Map<string, Count>>()
  for (const product of products) countProduct(product, counts)
  const links = new Map<string, Map<string, number>>()
  for (const [asked, noted] of counts) {
    const strengths = new Map<string, number>()
    for (const [stem, { answering, others, products: among }] of noted) {
      const lift = (answering + 0.5) / (others + 1)
      if (among >= productsMin && lift >= liftMin) strengths.set(stem, Math.round(Math.log(lift) * 100) / 100)
    }
    if (strengths.size > 0) links.set(asked, strengths)
  }
  return links
}

function countProduct({ demo, talks }: TrainingProduct, counts: Map<string, Map<string, Count>>): void {
  const { items, own, title, groupOf, groups } = readKnowledge(buyersKnowledge(demo), undefined, null)
  const stepOf = groups.map((members) => items[members[0] ?? 0]?.stepOrder ?? null)
  const stems = groups.map(() => new Set<string>())
  const isWord = (key: string) => /^\p{L}+$/u.test(key)
  for (const [key, found] of own) if (isWord(key)) for (const item of found) stems[groupOf[item] ?? 0]?.add(key)
  for (const [key, found] of title) if (isWord(key)) for (const group of found) stems[group]?.add(key)
  for (const { q, steps } of talks.flat()) {
    const right = stems.filter((_, group) => steps.includes(stepOf[group] ?? -1))
    const others = stems.filter((_, group) => stepOf[group] !== null && !steps.includes(stepOf[group] ?? -1))
    const answering = new Set(right.flatMap((each) => [...each]))
    for (const asked of linkableStems(toWords(q))) {
      const noted = counts.get(asked) ?? new Map<string, Count>()
      counts.set(asked, noted)
      for (const stem of answering) {
        if (stem === asked) continue
        const count = countOf(noted, stem)
        count.answering += 1
        if (count.lastProduct !== demo.name) count.products += 1
        count.lastProduct = demo.name
      }
      for (const other of others) for (const stem of other) countOf(noted, stem).others += 1 / others.length
    }
  }
}

function countOf(noted: Map<string, Count>, stem: string): Count {
  const count = noted.get(stem) ?? { answering: 0, others: 0, products: 0, lastProduct: '' }
  noted.set(stem, count)
  return count
}
