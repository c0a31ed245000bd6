import type { KnowledgeItem } from '../knowledge.ts'
import { gateFeatureNames, type GateFeatures } from '../retrieval-gate.ts'
import type { Vocabulary } from '../lexicon.ts'
import type { Topic } from '../responder.ts'
import type { RankFeatures } from '../retrieval-features.ts'
import { answerMin, indexKnowledge } from '../retrieval.ts'
import { suggestStepQuestions } from '../step-questions.ts'
import { buyersKnowledge, type AskedQuestion, type BuyersDemo, type BuyersQuestions } from './measure-buyers.ts'

/** A question with the gate's features, and whether the best candidate answers it. */
export interface GateExample {
  readonly product: string
  readonly question: string
  readonly features: GateFeatures
  readonly isVetoed: boolean
  readonly isRight: boolean
  /** The step was right, even if the sentence wasn't. */
  readonly isRightStep: boolean
  readonly isAnswerable: boolean
  readonly quoted: string
}

/** A training product: the demo, questions with answers, and questions without. */
export interface TrainingProduct {
  readonly demo: BuyersDemo
  readonly talks: readonly (readonly AskedQuestion[])[]
  readonly unanswerable: readonly string[]
}

interface WrittenProduct extends BuyersDemo {
  readonly threads: readonly (readonly (AskedQuestion & { readonly kind: string })[])[]
  readonly no: readonly string[]
  readonly noExtra?: readonly string[]
}

/**
 * Questions in the notes' own words. People who write test questions avoid them, and a gate that never saw them refuses
 * the plainest question.
 */
function plainTalks(demo: BuyersDemo): TrainingProduct['talks'] {
  return demo.steps.flatMap(({ title, text }, index) => {
    const step = { id: `${index}`, order: index + 1, title, description: text }
    return suggestStepQuestions(step).map((q) => [{ q, steps: [index + 1], must: [''] }])
  })
}

/** Reads agent/training/products.json. */
export function readProducts(written: readonly WrittenProduct[]): readonly TrainingProduct[] {
  return written.map((product) => ({
    demo: product,
    talks: [...product.threads, ...plainTalks(product)],
    unanswerable: [...product.no, ...(product.noExtra ?? [])],
  }))
}

export function fromBuyers(demo: BuyersDemo, asked: BuyersQuestions): TrainingProduct {
  return { demo, talks: asked.talks, unanswerable: asked.unanswerable }
}

/**
 * The vocabulary with a share of its links removed. The people who wrote the words knew these questions, but real
 * visitors use words we don't have.
 */
export function forgetWords(vocabulary: Vocabulary, share: number, seed: number): Vocabulary {
  return new Map(
    [...vocabulary].map(([key, others]) => [
      key,
      new Map([...others].filter(([other]) => toShare(`${[key, other].sort().join(' ')} ${seed}`) >= share)),
    ]),
  )
}

/** A number from 0 to 1 that depends only on the text (FNV-1a). */
function toShare(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return ((hash ^ (hash >>> 12)) >>> 0) / 4_294_967_296
}

/** Asks every question of a product, conversations in order with their topic. */
export function collectExamples(
  { demo, talks, unanswerable }: TrainingProduct,
  vocabulary?: Vocabulary,
): readonly GateExample[] {
  const index = indexKnowledge(buyersKnowledge(demo), vocabulary)
  const examples: GateExample[] = []
  const ask = (question: string, expected: AskedQuestion | null, topic: Topic | undefined): Topic | undefined => {
    const found = index.explain(question, topic === undefined ? {} : { topic })
    const said = found?.items.map((item) => item.text).join(' ') ?? ''
    const isRightStep =
      expected !== null &&
      (found?.items.some((item) => item.stepOrder !== null && expected.steps.includes(item.stepOrder)) ?? false)
    const features =
      found?.features ?? (Object.fromEntries(gateFeatureNames.map((name) => [name, 0])) as unknown as GateFeatures)
    examples.push({
      product: demo.name,
      question,
      features,
      isVetoed: found?.isVetoed ?? true,
      isRight: isRightStep && (expected?.must.every((pattern) => new RegExp(pattern, 'i').test(said)) ?? false),
      isRightStep,
      isAnswerable: expected !== null,
      quoted: found === null ? '' : `${found.confidence.toFixed(2)} [${found.items[0]?.stepOrder}] ${said}`,
    })
    if (found === null) return topic
    const isUnsure = found.confidence < answerMin
    return { question, itemIds: found.items.map((item) => item.id), isUnsure }
  }
  for (const talk of talks) {
    let topic: Topic | undefined
    for (const question of talk) topic = ask(question.q, question, topic)
  }
  for (const question of unanswerable) ask(question, null, undefined)
  return examples
}

/** The candidates of a question; `isRight` marks sentences of the right step that hold part of the answer. */
export interface RankExample {
  readonly product: string
  readonly candidates: readonly { readonly features: RankFeatures; readonly isRight: boolean }[]
}

/** As if every earlier question had been answered correctly. */
export function collectRankExamples({ demo, talks }: TrainingProduct, vocabulary?: Vocabulary): readonly RankExample[] {
  const knowledge = buyersKnowledge(demo)
  const index = indexKnowledge(knowledge, vocabulary)
  return talks.flatMap((talk) => {
    let topic: Topic | undefined
    return talk.flatMap(({ q, steps, must }) => {
      const holds = (item: KnowledgeItem) =>
        item.stepOrder !== null &&
        steps.includes(item.stepOrder) &&
        must.some((pattern) => new RegExp(pattern, 'i').test(item.text))
      const found = index.explain(q, topic === undefined ? {} : { topic })
      topic = { question: q, itemIds: knowledge.items.filter(holds).map((item) => item.id) }
      const candidates = (found?.ranked ?? []).map(({ item, features }) => ({ features, isRight: holds(item) }))
      return candidates.some(({ isRight }) => isRight) ? [{ product: demo.name, candidates }] : []
    })
  })
}
