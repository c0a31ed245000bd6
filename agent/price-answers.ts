import { holdsAmount } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { aboutPrices, findMainPrice, pricesBesides } from './main-price.ts'
import type { NotesIndex } from './notes-index.ts'
import { findShare } from './percent-sum.ts'
import { answerFromPrices, asksForOther, asksOnlyForPrice, type PriceAnswer } from './price-questions.ts'
import { readPricedSize } from './priced-size.ts'
import { pricedUnits } from './price-terms.ts'
import { findSum } from './priced-sum.ts'
import { findFittingPlan } from './fitting-plan.ts'
import { findTier } from './price-tiers.ts'
import { isBeside, readPrices } from './prices.ts'
import { sureOf, toFound } from './propose.ts'
import { priceQuestion } from './related-question.ts'
import type { Proposal, ResponderInput } from './responder.ts'
import { readForm, readInTalk } from './retrieval-question.ts'
import type { Retrieval } from './retrieval.ts'

/* Prices in the built-in responder's proposals: finds them, and adds what follows from them. */

/** “£29 a month” */
const perTime =
  /(?:\b(?:a|an|per|each|every)|\/) ?(?:month|year|week|day|quarter|seat|user)\b|\b(?:monthly|yearly|annually)\b/i

/** Answers questions about prices from the notes. */
export function createPriceAnswers(items: readonly KnowledgeItem[], index: NotesIndex, demoName: string) {
  let units: ReadonlySet<string> | undefined
  let prices: Retrieval | undefined
  return {
    productPrices,
    asksPrice,
    isPriced,
    withTotal,
    withSize,
    proposePrices,
    pricesFor,
    withSum,
    shareOfTopic,
    findWorth,
  }

  /** The answer to “How much is it?”, searched for once. */
  function productPrices(): Retrieval | undefined {
    prices ??= pricesOfStep() ?? searchedPrices()
    return sureOf(prices)
  }

  /** What the search finds, if it is certain and about money; otherwise the sentence that looks like the price. */
  function searchedPrices(): Retrieval {
    const found = index.retrieve(priceQuestion)
    if (sureOf(found)?.items.some(({ text }) => saysPrice.test(text) || holdsAmount(text)) === true) return found
    const main = findMainPrice(items, demoName)
    return main.length > 0 ? toFound(main) : found
  }

  function asksPrice(text: string): boolean {
    const notes = productPrices()?.items ?? []
    return asksOnlyForPrice(text, notes) && !asksForOther(text, notes)
  }

  /** Whether the last answer's step names an amount, so that “how much?” is about it. */
  function isPriced(topic: ResponderInput['topic']): boolean {
    const said = items.filter(({ id }) => topic?.itemIds.includes(id) === true)
    return items.some((item) => holdsAmount(item.text) && said.some((each) => isBeside(each, item)))
  }

  /** The first amounts of the only step about prices: “£14 per month for the first instructor”. */
  function pricesOfStep(): Retrieval | undefined {
    const priced = items.filter(
      (item) => item.stepId !== null && aboutPrices.test(item.context) && holdsAmount(item.text),
    )
    const [first] = priced
    if (first === undefined || priced.some(({ stepId }) => stepId !== first.stepId)) return undefined
    const recurring = priced.filter(({ text }) => perTime.test(text))
    return toFound((recurring.length > 0 ? recurring : priced).slice(0, 2))
  }

  /** Adds the total for the number asked about, or the smallest plan that fits it. */
  function withTotal(proposal: Proposal, { text, size: told }: ResponderInput): Proposal {
    if (proposal.answer.length === 0 || proposal.conclusion !== undefined) return proposal
    const said = new Set(proposal.answer.map((sentence) => sentence.text))
    const quoted = proposal.retrieved.filter((item) => said.has(item.text))
    const size = told ?? null
    const sum = findSum(text, size, quoted, items)
    const share = sum === null ? findShare(text, quoted) : null
    const found = sum ?? share ?? findFittingPlan(text, size, items)
    if (found === null) return proposal
    const conclusion = { text: found.text, from: found.cited }
    const isQuoted = found.cited.some(({ id }) => quoted.some((item) => item.id === id))
    if (share !== null) return { ...proposal, conclusion }
    const [first] = proposal.answer
    const isFirst = found.cited.some(({ id }) => first?.cites.includes(id) === true)
    if (isQuoted && isFirst) return { ...proposal, conclusion }
    // “Solo is $89 for one vet” was found, but the total is Clinic's.
    if (!isQuoted && sum !== null && (!quoted.some(namesPlan) || !sum.cited.every(namesPlan))) return proposal
    const answer = found.cited.map((item) => ({ text: item.text, cites: [item.id] }))
    return { ...proposal, answer, retrieved: [...found.cited, ...proposal.retrieved], conclusion }
  }

  /** “3 vets, 5 nurses” is the visitor's size if the price is per vet. */
  function withSize(proposal: Proposal, text: string): Proposal {
    const { facts = [] } = proposal
    if (facts.some(({ field }) => field === 'size' || field === 'phone')) return proposal
    const size = readPricedSize(text, () => (units ??= pricedUnits(items)))
    return size === null ? proposal : { ...proposal, facts: [...facts, { field: 'size', value: size }] }
  }

  /** What follows from the prices last quoted, or from the product's prices. */
  function proposePrices({ text, topic, size }: ResponderInput): Proposal | null {
    // “Our income is £82,000, what do we pay?” names no budget.
    if (findTier(text, items) !== null) return null
    const said = items.filter((item) => topic?.itemIds.includes(item.id) === true && holdsAmount(item.text))
    const quoted = said.length > 0 ? said : (productPrices()?.items ?? [])
    const before = said.length > 0 ? (topic?.question ?? '') : null
    const answer = answerFromPrices({ question: text, before, size: size ?? null }, quoted, items)
    return answer === null ? null : toProposal(answer)
  }

  /** Finds the price per user for “how much for 40 users?” and “and for 15?”, although the notes don't mention 40. */
  function pricesFor({ text, topic }: ResponderInput): Retrieval | undefined {
    const { types } = readInTalk(text, topic?.question)
    const isOnPrice = types.has('price') || types.has('plan') || types.has('money')
    const isPriceSaid = items.some((item) => topic?.itemIds.includes(item.id) === true && holdsAmount(item.text))
    const tier = isOnPrice || isPriceSaid || asksToPay.test(text) ? findTier(text, items) : null
    if (tier !== null) return toFound(tier)
    if (!types.has('price') && !types.has('plan')) return undefined
    const fitting = findFittingPlan(text, null, items)
    if (fitting !== null) return toFound(fitting.cited)
    const prices = productPrices()
    return prices === undefined || findSum(text, null, prices.items, items) === null ? undefined : prices
  }

  /** A near match is certain if the amount asked about can be calculated from it. */
  function withSum(found: Retrieval, question: string): Retrieval {
    const { types } = readForm(question)
    if (found.status !== 'near' || !(types.has('price') || types.has('money') || asksTotal.test(question))) return found
    const sum = findShare(question, found.items) ?? findSum(question, null, found.items, items)
    return sum === null ? found : { ...found, status: 'ok', offers: [] }
  }

  /** “So on 900 euros of jars?”, if the last answer contains a fee. */
  function shareOfTopic({ text, topic }: ResponderInput): Retrieval | undefined {
    const said = items.filter(({ id }) => topic?.itemIds.includes(id) === true)
    const share = findShare(text, said) ?? (asksFee.test(text) ? findShare(text, items) : null)
    return share === null ? undefined : toFound(share.cited)
  }

  /** Trials and discounts, from the notes beside the price: “30-day free trial”, “two months are on us”. */
  function findWorth(): readonly KnowledgeItem[] {
    const prices = productPrices()?.items ?? []
    const beside = items.filter((item) => prices.some((price) => isBeside(item, price)))
    const softening = beside.filter((item) => softensPrice.test(item.text) && !pricesBesides(item))
    // “Pro is $99 a month, support included” is first of all a price.
    const others = softening.filter(({ text }) => !onlyIncludes.test(text) || !holdsAmount(text))
    return (others.length > 0 ? others : softening).slice(0, 2)
  }
}

function toProposal({ notes, conclusion, question }: PriceAnswer): Proposal {
  return {
    intent: { type: 'question' },
    answer: notes.map(({ id, text }) => ({ text, cites: [id] })),
    retrieved: notes,
    topic: { question, itemIds: notes.map(({ id }) => id) },
    ...(conclusion !== null && { conclusion: { text: conclusion, from: notes } }),
  }
}

const saysPrice = /\b(?:free|quote[sd]?|on request|pric\w+)\b/i

const softensPrice =
  /\b(?:free|no (?:card|contract|set-?up|minimum|commitment)|trial|cancel|leave any|discounts?|saves?|on us|unlimited|included|half price)\b|\d\s?% (?:off|less|cheaper|discount)/i

const onlyIncludes = /^(?!.*\b(?:free|trial|cancel|discounts?|saves?|half price|no )\b)/i

/** “How much do you skim off a £500 job?” */
const asksFee = /\b(?:fees?|skim|commission|your cut|(?:do|would|will) you (?:take|keep|charge|cut))\b/i

/** “Are we free with an income of 30k?”, “we're over your limit, what then?” */
const asksToPay = /\b(?:free|pay|charged?|costs?|exempt|limit|maximum|cap)\b/i

const asksTotal = /\b(?:how much|totals?|altogether|come to|add up|annual(?:ly)?|per annum)\b/i

function namesPlan(note: KnowledgeItem): boolean {
  return readPrices(note).some(({ plan }) => plan !== null)
}
