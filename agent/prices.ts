import { numberIn } from './fact-patterns.ts'
import { amountSource } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { noPlanNames, toAmount } from './retrieval-plans.ts'

/* The prices that notes state: amount, unit, period and plan. English only. */

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'

export interface Price {
  /** The plan it belongs to; null if the sentence names none. */
  readonly plan: string | null
  /** 0 for a free plan. */
  readonly amount: number
  /** Writes an amount as the note does: “$480” or “480 euros”. */
  readonly write: (amount: number) => string
  /** “user” in “$12 per user”; null for the price of the whole product. */
  readonly unit: string | null
  /** “ a month”, or '' for a price that is paid once. */
  readonly period: string
  /** Null for a price that is paid once, or each time. */
  readonly every: Period | null
  /** The notes say that it is paid once. */
  readonly isOnce: boolean
}

const periodNoun = '(?:day|week|wk|month|mo|quarter|year|yr|annum)'
const each = String.raw`(?:a|an|per|each|for (?:each|every))\s`
const per = String.raw`(?:,?\s${each}|\s?/\s?)`
/** Also “per user and month”. */
const everyPeriod = (group: string) => String.raw`(?:(?:${per}|,?\sand\s${each}|\sand\s)(?<${group}>${periodNoun})\b)?`
const priced = new RegExp(
  `${amountSource}${everyPeriod('period')}(?:\\s(?<adverb>month|year|week|dai|quarter)ly\\b)?(?:${per}(?:active |named |single )?(?!${periodNoun}\\b)(?<unit>\\p{L}+))?${everyPeriod('late')}`,
  'giu',
)
/** “Each vehicle costs $9 a month.” */
const pricedSubject =
  /\b(?:each|every|an?|one) (?:active |named |single )?(?<unit>\p{L}+) (?:costs?|is|comes to|comes at) (?:just |only )?$/iu

/** “The hub is £75 once.” */
const onceSubject = /\bthe (?<unit>\p{L}+) (?:costs?|is|comes to) (?:just |only )?$/iu
const onceAhead = /\b(?:one-time|one-off|one time|set-?up|onboarding|joining|installation)\b[^,.;]*$/i
/** “£400 if paid for the year” */
const paidForYear =
  /^,? (?:(?:if|when) (?:it is |it's |you |you're )?(?:paid|pay|prepaid|paying) )?(?:for (?:the|a|one) |by the )(?:whole |full |entire )?year\b/i
const paidOnce = /^,? (?:once|one-off|one-time|up ?front)\b/i

type PricedNote = Pick<KnowledgeItem, 'text' | 'context' | 'source'>

/** Every question about prices reads all notes. */
const read = new WeakMap<PricedNote, readonly Price[]>()

/**
 * The prices in a sentence, in order.
 *
 * @param earlier The price before, whose unit and period apply to “, and Plus costs €1.90”.
 */
export function readPrices(note: PricedNote, earlier?: Price): readonly Price[] {
  if (!/\d/.test(note.text)) return []
  if (earlier !== undefined) return findPrices(note, earlier)
  const prices = read.get(note) ?? findPrices(note)
  read.set(note, prices)
  return prices
}

function findPrices(note: PricedNote, earlier?: Price): readonly Price[] {
  const found: Price[] = []
  for (const match of note.text.matchAll(priced)) {
    if (found.length === pricesMax) break
    const { sign, before, after, word, period, adverb, unit, late } = match.groups ?? {}
    const ahead = note.text.slice(0, match.index)
    const amount = toAmount((before ?? after)?.replace(/,(\d\d?)$/, '.$1'))
    if (amount === null) continue
    const plan = note.source?.kind === 'plan' ? note.context : planNameIn(ahead)
    // “Harbour costs €1.20 per berth, and Harbour Plus costs €1.90.”
    const like = found[0] ?? (plan === null ? undefined : earlier)
    const isOnce = paidOnce.test(note.text.slice(match.index + match[0].length)) || onceAhead.test(ahead)
    const isForYear =
      period === undefined && late === undefined && paidForYear.test(note.text.slice(match.index + match[0].length))
    const every = isOnce ? null : isForYear ? 'year' : (periodOf(period ?? adverb ?? late) ?? like?.every ?? null)
    const subject = pricedSubject.exec(ahead) ?? (isOnce ? onceSubject.exec(ahead) : null)
    found.push({
      plan,
      amount,
      write:
        sign === undefined
          ? (sum) => `${formatNumber(sum)} ${word ?? ''}`
          : (sum) => `${/\p{L}$/u.test(sign) ? `${sign} ` : sign}${formatNumber(sum)}`,
      unit: (unit ?? subject?.groups?.['unit'] ?? like?.unit)?.toLowerCase() ?? null,
      period: every === null ? '' : ` a ${every}`,
      every,
      isOnce,
    })
  }
  return found.length === 0 ? found : [...found, ...barePrices(note.text, found)]
}

/** No sentence that people read has more; each takes the time of reading the whole sentence. */
const pricesMax = 20

/** “Basic is 45 dollars a month, Plus 129 and Grand 420”: the plans whose price has no currency. */
function barePrices(text: string, found: readonly Price[]): readonly Price[] {
  const [first] = found
  if (first === undefined || first.plan === null) return []
  return [...text.matchAll(barePrice)].flatMap(([, name = '', digits]) => {
    const amount = toAmount(digits)
    const isKnown = noPlanNames.has(name) || found.some(({ plan }) => plan === name)
    return amount === null || isKnown ? [] : [{ ...first, plan: name, amount }]
  })
}

const barePrice =
  /(?:,|;|\band|,\s+and)\s+(\p{Lu}\p{L}+)(?: is| costs| at)? (\d[\d.,]*\d|\d)(?=[.,;](?:\s|$)|$| and | with | for )/gu

function periodOf(word: string | undefined): Period | null {
  const name = word?.toLowerCase()
  return name === undefined ? null : (shortPeriods[name] ?? (name as Period))
}

const shortPeriods: Readonly<Record<string, Period>> = {
  wk: 'week',
  mo: 'month',
  yr: 'year',
  annum: 'year',
  dai: 'day',
}

function planNameIn(ahead: string): string | null {
  const name = planBefore.exec(ahead)?.[1] ?? smallPlan.exec(ahead)?.[1] ?? planAtStart.exec(ahead)?.[1]
  return name === undefined || noPlanNames.has(name) ? null : name
}

/** “Harbour Plus, with the yard and the meters, costs ” */
const planAtStart = /^(?:the )?(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)\b.* (?:costs?|is|comes at) $/u

/** “Starter costs ”, “, and the Business plan is ” */
const planBefore =
  /(?:^|[.;:,]\s+|\band\s+)(?:the\s+)?(\p{Lu}\p{L}+)(?: plan| tier| edition)?(?: (?:costs?|is|at|for|comes at))?:? $/u

/** “The team plan costs ” */
const smallPlan = /\b(?:the|our) (\p{Ll}+) (?:plan|tier|package|edition) (?:costs?|is|comes at) $/iu

/** “Fleet”, “the team plan” */
export function planNamed(plan: string): string {
  return /^\p{Ll}/u.test(plan) ? `the ${plan} plan` : plan
}

/** Whether the item is the note itself or belongs to the same step. */
export function isBeside(item: KnowledgeItem, note: KnowledgeItem): boolean {
  return item.id === note.id || (item.stepId !== null && item.stepId === note.stepId)
}

/** Matches a lower price for paying by the year, which may cost less than twelve months. */
export const offersYear =
  /\b(?:year|annual)\w*\b.*(?:\b(?:free|off|cheaper|less|saves?|discount\w*)\b|%)|(?:\b(?:free|off|cheaper|less|saves?|discount\w*)\b|%).*\b(?:year|annual)/i

/**
 * The monthly prices that a year costs if paid at once, such as 10.2 for “saves 15%” or 10 for “two months free”; 12 if
 * the notes don't mention paying yearly, null if they don't say what it saves.
 */
export function monthsPaid(notes: readonly KnowledgeItem[]): number | null {
  const [offer, ...others] = notes.filter(({ text }) => offersYear.test(text))
  if (offer === undefined) return 12
  if (others.length > 0) return null
  const share = /(\d+(?:\.\d+)?)\s?%/.exec(offer.text)?.[1]
  if (share !== undefined) return (12 * (100 - Number(share))) / 100
  const free = numberIn(/\b(\d+|one|two|three) months? (?:are |is )?free\b/i.exec(offer.text)?.[1] ?? '')
  return free === null ? null : 12 - free
}

export function toPlural(noun: string): string {
  const irregular = irregularPlurals[noun]
  if (irregular !== undefined) return irregular
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

const irregularPlurals: Readonly<Record<string, string>> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  staff: 'staff',
}

/** Formats whole amounts without decimals, and others with two. */
export function formatNumber(exact: number): string {
  const value = Math.round(exact * 100) / 100
  return (Number.isInteger(value) ? wholeNumbers : decimals).format(value)
}

const wholeNumbers = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const decimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
