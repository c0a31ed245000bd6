import { priceOnly } from './knowledge-items.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { toKey } from './lexicon.ts'
import { aboveThat, earning } from './price-tiers.ts'
import { planNamed, readPrices, type Price } from './prices.ts'

/* What the prices in the notes are for: a plan's regular price, its price if paid yearly, a fee, extra units. */

/** A price with what it is for. */
export interface Term {
  readonly note: KnowledgeItem
  readonly price: Price
  /** `yearly`: the price per period if paid by the year. `extra`: for units beyond those included, or an add-on. */
  readonly kind: 'regular' | 'yearly' | 'once' | 'extra'
}

function readTerms(note: KnowledgeItem, before?: Term): readonly Term[] {
  const text = note.text
  const terms: Term[] = []
  for (const match of text.matchAll(freePlan)) {
    const plan = note.source?.kind === 'plan' ? note.context : (match[1] ?? null)
    terms.push({ note, kind: 'regular', price: { ...free, plan } })
  }
  const prices = readPrices(note)
  const isAddOn = prices.length > 0 && pricesAddOn(text)
  let from = 0
  for (const price of prices) {
    const at = text.indexOf(/\d[\d.,]*/.exec(price.write(price.amount))?.[0] ?? '', from)
    const start = at < 0 ? from : at
    const [ahead, behind] = [text.slice(from, start), text.slice(start)]
    from = start + 1
    // “With a minimum of £60 a month” isn't a price.
    if (minimumAhead.test(ahead) || (limitAhead.test(ahead) && earning.test(ahead))) continue
    const monthly = terms.find((term) => term.kind === 'regular' && term.price.every === 'month')
    if (yearlyBehind.test(behind)) terms.push({ note, price, kind: 'yearly' })
    // “£38 a month, or £400 if paid for the year”
    else if (price.every === 'year' && monthly !== undefined && price.plan === monthly.price.plan)
      terms.push({ note, price: { ...monthly.price, amount: price.amount / 12 }, kind: 'yearly' })
    else if ((extraAhead.test(ahead) && !aboveThat.test(text)) || extraBehind.test(behind) || isAddOn)
      terms.push({ note, price, kind: 'extra' })
    else if (price.every !== null) terms.push({ note, price, kind: 'regular' })
    else if (
      price.plan !== null &&
      before !== undefined &&
      before.note.stepId === note.stepId &&
      !onceBeside.test(text)
    )
      terms.push({ note, kind: 'regular', price: { ...price, every: before.price.every, period: before.price.period } })
    else if (onceBeside.test(text)) terms.push({ note, price, kind: 'once' })
  }
  return terms
}

/**
 * All prices; a plan's price without a period has the one of the plan before: “Twig: $39 a month. Branch: $99.” None if
 * there are more than `pricesReadMax`.
 */
export function readAll(notes: readonly KnowledgeItem[]): readonly Term[] {
  const all: Term[] = []
  let before: Term | undefined
  for (const note of notes) {
    const terms = readTerms(note, before)
    before = terms.findLast(({ kind, price }) => kind === 'regular' && price.every !== null) ?? before
    all.push(...terms)
    if (all.length > pricesReadMax) return []
  }
  return all
}

/**
 * Beyond this, the notes are a catalogue, and a question quotes what the search finds. Comparing thousands of prices
 * takes seconds, and comparing only some could name the wrong one as the cheapest.
 */
export const pricesReadMax = 300

const free = { amount: 0, write: () => 'free', unit: null, period: '', every: null, isOnce: false } as const
/** “Starter is free for up to 3 projects.” */
const freePlan = /(?:^|[.;:,]\s+|\band\s+)(?:The\s+)?(\p{Lu}\p{L}+)(?: plan| tier| edition)?(?: is|:) free\b/gu
/** “$12 billed annually”, “$99 a month if paid yearly” */
const yearlyBehind =
  /^\d[\d.,]*(?:\s?[€$£]|\s\p{L}{3})?(?:[ /](?:a|per|each)? ?(?:user|seat|person|month|mo)){0,4},?(?: (?:if|when|with|on))?(?: (?:paid|billed|charged|paying|an?))* (?:annually|yearly|annual\b|by the year)/iu
const minimumAhead = /\b(?:minimum|at least)(?: (?:charge|fee|bill|of|is|a|per|month|year))*\W*$/i
/** “With an income below £50,000 a year” */
const limitAhead = /\b(?:below|under|up to|less than|over|above|at least|at most|of)\s*[€$£]?$/i
const extraAhead = /\b(?:extra|additional|further|second|another|beyond|above|over|from)\b[^.;]*$/i
/** “£12 for each extra person” */
const extraBehind =
  /^\d[\d.,]*(?:\s?[€$£])?(?:,? (?:a|per|each) (?:day|week|month|year))? (?:for|per) (?:each |every |any )?(?:extra|additional|further)\b/i
/** “The assistant is included in Scale and costs $15 per agent on Growth.” */
export function pricesAddOn(text: string): boolean {
  return addOn.test(text)
}

const addOn =
  /\b(?:included in|part of|comes with) (?:the )?\p{Lu}\p{L}+[^.;]*\d|\d[^.,;]{0,30}\b(?:on (?:the )?\p{Lu}\p{L}+|on top|extra)\b/u
/** “Setup is a one-time £200.” */
const onceBeside = /\b(?:one-time|one-off|one time|once|set-?up|onboarding)\b/i

/** The prices that apply if paid by the year. */
export function yearly(all: readonly Term[]): readonly Term[] {
  return all.filter(({ kind }) => kind === 'yearly')
}

/** The notes of the prices and others, each once. */
export function notesOf(terms: readonly Term[], more: readonly KnowledgeItem[] = []): readonly KnowledgeItem[] {
  const notes = [...terms.map(({ note }) => priceOnly(note)), ...more]
  const seen = new Set<string>()
  return notes.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** The units that the notes' regular prices count. */
export function pricedUnits(items: readonly KnowledgeItem[]): ReadonlySet<string> {
  return new Set(
    readAll(items).flatMap(({ price, kind }) => (kind === 'regular' && price.unit !== null ? [toKey(price.unit)] : [])),
  )
}

/** “ per shop” */
export function perUnit({ unit }: Price): string {
  return unit === null ? '' : ` per ${unit}`
}

/** What the agent says to a question about prices. */
export interface PriceConclusion {
  /** The notes with the prices. */
  readonly notes: readonly KnowledgeItem[]
  /** What follows from them; null if they answer by themselves. */
  readonly conclusion: string | null
}

export function list(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts)
}

/** “$348 with Team” */
export function withPlan(text: string, { plan }: Price, isOnly: boolean): string {
  return plan === null || isOnly ? text : `${text} with ${planNamed(plan)}`
}
