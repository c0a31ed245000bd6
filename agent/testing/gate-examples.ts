import { escapePattern } from '#domain/escape-pattern.ts'

import type { KnowledgeItem } from '../knowledge.ts'
import type { Ranking } from '../rank-net.ts'
import type { Topic } from '../responder.ts'
import { answerMin, indexKnowledge, type Explained } from '../retrieval.ts'
import { groupIdOf } from '../retrieval-index.ts'
import { splitSentences } from '../sentences.ts'
import { suggestStepQuestions } from '../step-questions.ts'
import { buyersKnowledge, type AskedQuestion, type BuyersDemo, type BuyersQuestions } from './measure-buyers.ts'

/** A question with the gate's input, and whether the best candidate answers it. */
export interface GateExample {
  readonly product: string
  readonly question: string
  /** Empty if nothing was found. */
  readonly row: readonly number[]
  /** The input of the trees that know the sentence encoder's scores; null without an encoder. */
  readonly denseRow: readonly number[] | null
  readonly isVetoed: boolean
  readonly isRight: boolean
  /** The step was right, even if the sentence wasn't. */
  readonly isRightStep: boolean
  /** The right step is among the best three. */
  readonly isLed: boolean
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

interface FoundAnswer {
  readonly step: number
  /** A piece of the step's text, word for word. */
  readonly answer: string
}

/** A product of agent/training/strangers.json, whose writers hadn't seen the code. */
interface StrangersProduct extends BuyersDemo {
  readonly talks: readonly (readonly (FoundAnswer & {
    readonly q: string
    /** Another step that also answers. */
    readonly orStep?: number
    /** The answer to the second of two questions in one. */
    readonly also?: FoundAnswer
  })[])[]
  readonly unanswerable: readonly string[]
}

/**
 * Questions in the notes' own words. People who write test questions avoid those words, and a gate trained without such
 * questions rejects the simplest ones.
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

/** Reads agent/training/strangers.json. */
export function readStrangers(written: readonly StrangersProduct[]): readonly TrainingProduct[] {
  return written.map(({ talks, unanswerable, ...demo }) => {
    const asked = talks.map((talk) =>
      talk.map(({ q, orStep, also, ...first }) => {
        const answers = also === undefined ? [first] : [first, also]
        const steps = [...answers.map(({ step }) => step), ...(orStep === undefined ? [] : [orStep])]
        return { q, steps, must: [answers.map(({ answer }) => escapePattern(answer)).join('|')] }
      }),
    )
    return { demo, talks: asked, unanswerable }
  })
}

export function fromBuyers(demo: BuyersDemo, asked: BuyersQuestions): TrainingProduct {
  return { demo, talks: asked.talks, unanswerable: asked.unanswerable }
}

/**
 * The product with short notes, as a busy author would write them: each step has its first sentence, or only its title.
 * Most questions then have no answer.
 */
export function thinned({ demo, talks, unanswerable }: TrainingProduct): TrainingProduct {
  const steps = demo.steps.map(({ title, text }, at) => ({
    title: at % 3 === 2 ? `Click “${title}”` : title,
    text: at % 3 === 0 ? '' : (splitSentences(text)[0] ?? ''),
  }))
  const isKept = ({ steps: orders, must }: AskedQuestion) =>
    orders.some((order) => {
      const text = steps[order - 1]?.text ?? ''
      return text !== '' && must.every((pattern) => pattern !== '' && new RegExp(pattern, 'i').test(text))
    })
  const questions = talks.flat()
  return {
    demo: { ...demo, steps, description: '' },
    talks: talks.map((talk) => talk.filter(isKept)).filter((talk) => talk.length > 0),
    unanswerable: [
      ...unanswerable,
      ...questions.filter((question, at) => at % 2 === 0 && !isKept(question)).map(({ q }) => q),
    ],
  }
}

/** A question's candidates; `isRight` marks sentences of the right step that hold part of the answer. */
export interface RankExample {
  readonly product: string
  readonly form: readonly number[]
  readonly candidates: readonly { readonly row: readonly number[]; readonly isRight: boolean }[]
  readonly isAnswerable: boolean
}

/** The best item of each of the three best groups. */
function bestGroups(ranked: Explained['ranked']): readonly KnowledgeItem[] {
  const best = new Map<string, KnowledgeItem>()
  for (const { item } of ranked) if (!best.has(groupIdOf(item))) best.set(groupIdOf(item), item)
  return [...best.values()].slice(0, 3)
}

/** More candidates don't change the result of training. */
const candidatesMax = 40

/**
 * Asks every question of a product, conversations in order, each with the topic that the agent would remember. The
 * first question of a conversation is asked once without a topic and once after another conversation, because visitors
 * change the subject.
 */
export function collectExamples(
  { demo, talks, unanswerable }: TrainingProduct,
  learned?: Ranking,
): { readonly gate: readonly GateExample[]; readonly ranking: readonly RankExample[] } {
  const index = indexKnowledge(buyersKnowledge(demo), undefined, undefined, learned)
  const gate: GateExample[] = []
  const ranking: RankExample[] = []
  const ask = (question: string, expected: AskedQuestion | null, topic: Topic | undefined): Topic | undefined => {
    const found = index.explain(question, topic === undefined ? {} : { topic })
    const said = found?.items.map((item) => item.text).join(' ') ?? ''
    const isOfStep = ({ stepOrder }: KnowledgeItem) =>
      stepOrder !== null && expected?.steps.includes(stepOrder) === true
    const isRightStep = found?.items.some(isOfStep) ?? false
    const patterns = expected?.must.map((pattern) => new RegExp(pattern, 'i')) ?? []
    const isAnswerable = expected !== null
    gate.push({
      product: demo.name,
      question,
      row: found?.row ?? [],
      denseRow: found?.denseRow ?? null,
      isVetoed: found?.isVetoed ?? true,
      isRight: isRightStep && patterns.every((pattern) => pattern.test(said)),
      isRightStep,
      isLed: bestGroups(found?.ranked ?? []).some((item) => isOfStep(item)),
      isAnswerable,
      quoted: found === null ? '' : `${found.confidence.toFixed(2)} [${found.items[0]?.stepOrder}] ${said}`,
    })
    if (found === null) return topic
    const candidates = found.ranked
      .map(({ item, row }) => ({ row, isRight: isOfStep(item) && patterns.some((pattern) => pattern.test(item.text)) }))
      .filter(({ isRight }, at) => isRight || at < candidatesMax)
    if (!isAnswerable || candidates.some(({ isRight }) => isRight)) {
      ranking.push({ product: demo.name, form: found.form, candidates, isAnswerable })
    }
    const isUnsure = found.confidence < answerMin
    return { question, itemIds: found.items.map((item) => item.id), isUnsure }
  }
  let last: Topic | undefined
  for (const [first, ...others] of talks) {
    if (first === undefined) continue
    if (last !== undefined) ask(first.q, first, last)
    let topic = ask(first.q, first, undefined)
    for (const question of others) topic = ask(question.q, question, topic)
    last = topic
  }
  for (const question of unanswerable) {
    ask(question, null, undefined)
    if (last !== undefined) last = ask(question, null, last)
  }
  return { gate, ranking }
}
