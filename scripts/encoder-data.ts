import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { KnowledgeItem } from '#agent/knowledge.ts'
import type { Ranking } from '#agent/rank-net.ts'
import { rankNet } from '#agent/rank-weights.ts'
import type { Topic } from '#agent/responder.ts'
import { answerMin, indexKnowledge, readKnowledge } from '#agent/retrieval.ts'
import { groupIdOf } from '#agent/retrieval-index.ts'
import { fitRankNet } from '#agent/testing/fit-rank-net.ts'
import { collectExamples, readStrangers, type TrainingProduct } from '#agent/testing/gate-examples.ts'
import { heldOutProducts } from '#agent/testing/held-out-products.ts'
import { learnLinks } from '#agent/testing/learn-links.ts'
import { buyersKnowledge, type AskedQuestion } from '#agent/testing/measure-buyers.ts'
import { provideAgentVectors } from '#server/agent/word-vectors.ts'

import { root } from './tasks.ts'

/*
 * npm run encoder-data -- FILE: writes what agent/training/encoder/train.py reads: sentences and questions of the
 * products that aren't held out, with the scores of a ranking that was trained on the other half of them.
 */

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Name the file to write')
const written = readFileSync(join(root, 'agent/training/strangers.json'), 'utf8')
const products = readStrangers(JSON.parse(written) as Parameters<typeof readStrangers>[0])
const isHeldOut = heldOutProducts(products.length)
const used = products.filter((_, at) => isHeldOut[at] === false)
provideAgentVectors()
const halves = [0, 1].map((half) => used.filter((_, at) => at % 2 === half))
const rankings = halves.map((half): Ranking => {
  const links = learnLinks(used.filter((product) => !half.includes(product)))
  return {
    links,
    net: fitRankNet(half.flatMap((product) => collectExamples(product, { net: rankNet, links }).ranking)),
  }
})
writeFileSync(
  file,
  JSON.stringify(
    halves.flatMap((half, at) =>
      half.map((product) => readProduct(product, rankings[1 - at] ?? { net: rankNet, links: new Map() })),
    ),
  ),
)

function readProduct({ demo, talks, unanswerable }: TrainingProduct, ranking: Ranking) {
  const knowledge = buyersKnowledge(demo)
  const { items } = readKnowledge(knowledge)
  const index = indexKnowledge(knowledge, undefined, undefined, ranking)
  const groups = [...new Set(items.map(groupIdOf))]
  const ask = (q: string, before: string, expected: AskedQuestion | null, topic?: Topic) => {
    const found = index.explain(q, topic === undefined ? {} : { topic })
    const scores = new Map(found?.ranked.map(({ item, plain }) => [item.id, plain]))
    // Items that share nothing with the question score a little less than the last candidate.
    const least = Math.min(0, ...scores.values()) - 2
    const right = items.flatMap((item, at) => (expected !== null && isRight(item, expected) ? [at] : []))
    return {
      question: { q, before, right, plain: [...items.map(({ id }) => scores.get(id) ?? least), found?.nothing ?? 0] },
      isTold: expected === null || right.length > 0,
      topic: found === null ? topic : toTopic(q, found.items, found.confidence),
    }
  }
  const questions = talks.flatMap((talk) => {
    let topic: Topic | undefined
    return talk.flatMap((expected, at) => {
      const asked = ask(expected.q, talk[at - 1]?.q ?? '', expected, topic)
      topic = asked.topic
      return asked.isTold ? [asked.question] : []
    })
  })
  return {
    items: items.map((item) => ({ group: groups.indexOf(groupIdOf(item)), title: item.context, text: item.text })),
    questions: [...questions, ...unanswerable.map((q) => ask(q, '', null).question)],
  }
}

function isRight({ stepOrder, text }: KnowledgeItem, { steps, must }: AskedQuestion): boolean {
  return stepOrder !== null && steps.includes(stepOrder) && must.some((pattern) => new RegExp(pattern, 'i').test(text))
}

function toTopic(question: string, items: readonly KnowledgeItem[], confidence: number): Topic {
  return { question, itemIds: items.map(({ id }) => id), isUnsure: confidence < answerMin }
}
