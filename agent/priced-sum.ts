import { numberIn } from './buyer-facts.ts'
import { amountSource, currencyAfter, holdsAmount } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { priceOnly } from './knowledge-items.ts'
import { generalVocabulary, toKey } from './lexicon.ts'
import { noPlanNames, toAmount } from './retrieval-plans.ts'
import { toTerms } from './terms.ts'

/* Multiplies a price per unit (“$12 per user a month”) by the number a visitor names. English only. */

/** A price that the notes give per unit. */
interface UnitPrice {
  /** The plan it belongs to; null if there is only one price. */
  readonly plan: string | null
  readonly amount: number
  /** Writes an amount as the note does: “$480” or “480 euros”. */
  readonly write: (amount: number) => string
  readonly unit: string
  /** “a month”, or '' for a price that is paid once. */
  readonly period: string
}

/** The number of units a visitor means. */
interface Count {
  readonly number: number
  /** Null in “for 40?”, which means the unit of the price. */
  readonly unit: string | null
}

/**
 * “For 40 users that comes to $480 a month.” Null without a number and a quoted price for the same unit, and if the
 * notes name a condition that could change the price, such as a minimum or a volume price.
 *
 * @param size The visitor's team size, if given earlier; used if the question is about “us”.
 * @param quoted The notes that answer the question.
 * @param items All notes.
 */
export function findSum(
  question: string,
  size: string | null,
  quoted: readonly KnowledgeItem[],
  items: readonly KnowledgeItem[],
): { readonly text: string; readonly cited: readonly KnowledgeItem[] } | null {
  const around = items.filter((item) => quoted.some((note) => isBeside(item, note)))
  const asked = countsIn(question)
  const named = asked.length > 1 ? asked.filter(({ unit }) => unit !== null) : asked
  const counts = asked.length > 0 ? named : size !== null && asksForUs.test(question) ? countsIn(size) : []
  // “Three systems for 14 shops” counts shops if the price is per shop.
  const found = counts.flatMap((count) => {
    const chosen = count.number < 2 ? [] : choosePrices(quoted, around, count, question)
    return chosen.length === 0 ? [] : [{ count, chosen }]
  })
  const [best, ...others] = found
  if (best === undefined || others.length > 0) return null
  const { count, chosen } = best
  const prices = chosen.flatMap((each) => each.prices)
  const unit = prices[0]?.unit ?? ''
  const paidYearly = around.filter(({ text }) => offersYear.test(text))
  const months = paidYearly.length === 0 ? 12 : paidYearly.length === 1 ? monthsPaid(paidYearly[0]?.text ?? '') : null
  const isYearly = months !== null && (asksForYear.test(question) || (months < 12 && /\d\s?%/.test(question)))
  const sums = prices.map(({ plan, amount, write, period }) => {
    const once = `${write(amount * count.number)}${period}`
    const year = months === null ? '' : write(amount * count.number * months)
    const inYear = months === 12 ? ` (${year} a year)` : `, or ${year} a year if paid yearly,`
    const sum = isYearly && period === ' a month' ? `${once}${inYear}` : once
    return plan === null ? sum.replace(/,$/, '') : `${sum} with ${plan}`
  })
  const text = `For ${formatNumber(count.number)} ${toPlural(unit)} that comes to ${new Intl.ListFormat('en').format(sums)}.`
  return { text, cited: chosen.map(({ note }) => note) }
}

interface PricedNote {
  readonly note: KnowledgeItem
  readonly prices: readonly UnitPrice[]
}

/**
 * The prices that apply to the number: of all plans, or of those that the question names. None if a condition beside
 * them could change them.
 */
function choosePrices(
  quoted: readonly KnowledgeItem[],
  around: readonly KnowledgeItem[],
  count: Count,
  question: string,
): readonly PricedNote[] {
  const isQuoted = (note: KnowledgeItem) => quoted.some(({ id }) => id === note.id)
  const notes = [...quoted, ...around.filter((note) => !isQuoted(note))]
  const clauses = notes.flatMap((note) => {
    let before: UnitPrice | undefined
    return priceClauses(note.text).map((text) => {
      const all = unitPrices({ ...note, text }, before)
      before = all.at(-1) ?? before
      return { note, text, all, prices: all.filter(({ unit }) => isSameUnit(count.unit, unit)) }
    })
  })
  const plans = new Set(clauses.flatMap(({ all }) => all.map(({ plan }) => plan)))
  const isPlans = !plans.has(null) && plans.size > 1
  // A limit in a plan's own price only rules out that plan.
  const isChanged = clauses.some(
    ({ text, all }) => all.length === 0 && text.split('; ').some((part) => changesPrice(part, count, question)),
  )
  if (isChanged) return []
  const fitting = clauses.filter(({ text, prices }) => prices.length > 0 && !changesPrice(text, count, question))
  const first = fitting.find(({ note }) => isQuoted(note)) ?? fitting[0]
  const kept = isPlans ? fitting : first === undefined ? [] : [withoutPlan(first)]
  const isOneUnit = new Set(kept.flatMap(({ prices }) => prices.map(({ unit }) => unit))).size === 1
  if (!isOneUnit) return []
  const words: ReadonlySet<string> = new Set(question.toLowerCase().match(/\p{L}+/gu))
  const isNamed = ({ plan }: UnitPrice) => plan !== null && words.has(plan.toLowerCase())
  const named = kept
    .map(({ note, prices }) => ({ note, prices: prices.filter(isNamed) }))
    .filter(({ prices }) => prices.length > 0)
  return named.length > 0 ? named : kept
}

/** A single price needs no name, and the word before it may be none: “Cleaning costs €4 per room”. */
function withoutPlan({ note, prices }: PricedNote): PricedNote {
  return { note, prices: prices.length > 1 ? prices : prices.map((price) => ({ ...price, plan: null })) }
}

/** “€6 a month up to 50 hives, and clubs pay €12 per member” states two prices; limits stay with theirs. */
function priceClauses(text: string): readonly string[] {
  const clauses: string[] = []
  for (const part of text.split(/[,;]\s+(?:and\s+)?/)) {
    const last = clauses.at(-1)
    if (last === undefined || (holdsAmount(part) && holdsAmount(last))) clauses.push(part)
    else clauses[clauses.length - 1] = `${last}, ${part}`
  }
  return clauses
}

/** The monthly prices that a year costs if paid at once: “saves 15%”, “two months free”. Null if the text doesn't say. */
function monthsPaid(text: string): number | null {
  const share = /(\d+(?:\.\d+)?)\s?%/.exec(text)?.[1]
  if (share !== undefined) return (12 * (100 - Number(share))) / 100
  const free = numberIn(/\b(\d+|one|two|three) months? (?:are |is )?free\b/i.exec(text)?.[1] ?? '')
  return free === null ? null : 12 - free
}

/** Whether the item is the note itself or belongs to the same step. */
function isBeside(item: KnowledgeItem, note: KnowledgeItem): boolean {
  return item.id === note.id || (item.stepId !== null && item.stepId === note.stepId)
}

/**
 * “For 40 people, Fleet is the smallest plan that fits.” Null unless at least two notes name a plan with its number of
 * the units asked about.
 */
export function findFittingPlan(
  question: string,
  size: string | null,
  items: readonly KnowledgeItem[],
): { readonly text: string; readonly cited: readonly KnowledgeItem[] } | null {
  if (!asksForPlan.test(question)) return null
  const count = countIn(question) ?? (size !== null && asksWhichPlan.test(question) ? countIn(size) : null)
  if (count === null) return null
  const plans = items.flatMap((item) => {
    const plan = item.source?.kind === 'plan' ? item.context : plannedSentence.exec(item.text)?.[1]
    const room = plan === undefined || !holdsAmount(item.text) ? null : capacityOf(item.text, count.unit)
    return room === null || plan === undefined ? [] : [{ plan, item, ...room }]
  })
  const fitting = plans.filter(({ most }) => most >= count.number).toSorted((a, b) => a.most - b.most)[0]
  if (plans.length < 2 || fitting === undefined) return null
  const text = `For ${formatNumber(count.number)} ${fitting.noun}, ${fitting.plan} is the smallest plan that fits.`
  return { text, cited: [priceOnly(fitting.item)] }
}

const asksForPlan =
  /\b(?:plans?|packages?|tiers?|subscriptions?|editions?|pric\w+|costs?|how much|pay|bill)\b|\b(?:small|big|starter|basic|pro|team|business|enterprise) or\b|^(?:and|or|so|what about|how about) (?:for |with )?\S+(?: \S+){0,2}$/i
const asksWhichPlan = /\b(?:which|what) (?:plan|package|tier|one|subscription)\b|\b(?:for us|(?:we|i) need|fits us)\b/i
/** “Pro is $189 a month”, “The Team plan costs …” */
const plannedSentence = /^(?:The |Our )?(\p{Lu}\p{L}+)(?: plan| tier| edition)? (?:is|costs?|comes at|at|for) /u

/** The maximum number of units in a plan, with the note's word for them. */
function capacityOf(text: string, asked: string | null): { readonly most: number; readonly noun: string } | null {
  for (const { groups = {} } of text.matchAll(roomPattern)) {
    const { number: most, last = '', noun = last } = groups
    const fits = [last, noun].some(
      (word) => word !== '' && (asked === null ? people.test(word) : isSameUnit(asked, word)),
    )
    if (fits) return { most: most === undefined ? Infinity : (toAmount(most) ?? 0), noun: last }
  }
  return null
}

const roomPattern =
  /(?:(?<![€$£¥₹\d.,])\b(?<number>\d[\d,]*)|\bunlimited|\bany number of) (?:(?<noun>\p{L}+) )?(?<last>\p{L}+)(?![\p{L}])/giu

const asksForUs =
  /\b(?:for (?:us|all of us|everyone|everybody|the whole (?:team|company)|our (?:\p{L}+ )?(?:team|size|company))|in total|altogether|all in|(?:we|i) (?:have to |need to )?pay|cost us|total)\b/iu

/** Whether a sentence beside the price names a condition that could change it for this question. */
function changesPrice(sentence: string, count: Count, question: string): boolean {
  const text = withoutTax(sentence).replace(trial, '')
  // “Phone support runs from 8 a.m. to 6 p.m.” is no condition.
  if (!holdsAmount(text) && !aboutPrices.test(text)) return false
  if (otherPricing.test(text.replace(planPlus, ''))) return true
  // “Up to 50 hives” doesn't limit members.
  const boundsIn = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, bound, unit]) =>
      unit === undefined || isSameUnit(count.unit, unit) ? [toAmount(bound)] : [],
    )
  const isBelow = boundsIn(least).some((bound) => count.number < (bound ?? Infinity))
  const isAbove = boundsIn(most).some((bound) => count.number > (bound ?? 0))
  if (isBelow || isAbove) return true
  // “On-premises adds 30%” matters only if the question asks for it.
  const named = new Set(toTerms(text).informative)
  const isOtherShare = /\d\s?%/.test(text) && !offersYear.test(text)
  return isOtherShare && toTerms(question).informative.some((term) => named.has(term))
}

/** “Harbour Plus” */
const planPlus = /(?<=\p{Lu}\p{L}+ )Plus\b/gu
const aboutPrices =
  /%|\b(?:pric\w+|costs?|rates?|fees?|charg\w+|plans?|discount\w*|cheaper|free|volume|minimum|maximum|at least)\b/i
/** Matches prices that aren't simply one amount per unit. */
const otherPricing =
  /\b(?:first|further|next|additional|extra|volume|tiers?|cheaper|starts?|starting|from [€$£\d]|one-off|set-?up|capped|on top|plus|base|flat)\b|\d\s?(?:[-–]|to)\s?\d/i
const least = /\b(?:minimum(?: of)?|at least) (\d[\d.,]*)(?: (\p{L}{4,}))?/giu
const most =
  /\b(?:up to|at most|maximum(?: of)?|above|over|below|under|between|more than|fewer than|less than) (\d[\d.,]*)(?: (\p{L}{4,}))?/giu

/** “First 30 days free” */
const trial = /\b(?:the )?first \d+ (?:days?|weeks?|months?) (?:(?:is|are) )?free\b/gi

const asksForYear = /\b(?:(?:a|per|each|whole|full|the|first|for one) year|yearly|annual(?:ly)?|annum)\b/i
/** Matches a lower price for paying by the year, which may cost less than twelve months. */
const offersYear =
  /\b(?:year|annual)\w*\b.*(?:free|off|cheaper|less|save|%|discount)|(?:free|off|cheaper|less|save|%|discount).*\b(?:year|annual)/i

function withoutTax(text: string): string {
  return text.replace(/\b(?:plus|excluding|excl?\.?|without|before) (?:VAT|GST|(?:sales )?tax(?:es)?)\b/gi, '')
}

const periodNoun = '(?:day|week|month|quarter|year|annum)'
const per = String.raw`(?:,?\s(?:and\s)?(?:a|an|per|each|for (?:each|every|one))\s|\s?/\s?|\sand\s)`
const priced = new RegExp(
  `${amountSource}(?:${per}(?<period>${periodNoun})\\b)?(?:${per}(?:active |named |single )?(?!${periodNoun})(?<unit>\\p{L}+))?(?:${per}(?<late>${periodNoun})\\b)?`,
  'giu',
)
/** “Each vehicle costs $9 a month.” */
const pricedSubject =
  /\b(?:each|every|an?|one) (?:active |named |single )?(?<unit>\p{L}+) (?:costs?|is|comes to|comes at) (?:just |only )?$/iu

/** The prices in a sentence, if all are for the same unit. If there are several, each must name its plan. */
function unitPrices(note: KnowledgeItem, earlier?: UnitPrice): readonly UnitPrice[] {
  const found: UnitPrice[] = []
  const isPlanRow = note.source?.kind === 'plan'
  for (const match of note.text.matchAll(priced)) {
    const { sign, before, after, word, period, unit, late } = match.groups ?? {}
    const ahead = note.text.slice(0, match.index)
    const amount = toAmount((before ?? after)?.replace(/,(\d\d?)$/, '.$1'))
    const plan = isPlanRow ? note.context : planNameIn(ahead)
    // “Harbour costs €1.20 per berth, and Harbour Plus costs €1.90.”
    const like = found[0] ?? (plan === null ? undefined : earlier)
    const named = unit ?? pricedSubject.exec(ahead)?.groups?.['unit'] ?? like?.unit
    if (amount === null || named === undefined) return []
    const every = period ?? late
    found.push({
      plan,
      amount,
      write:
        sign === undefined
          ? (sum) => `${formatNumber(sum)} ${word ?? ''}`
          : (sum) => `${/\p{L}$/u.test(sign) ? `${sign} ` : sign}${formatNumber(sum)}`,
      unit: named.toLowerCase(),
      period: every === undefined ? (like?.period ?? '') : ` ${every === 'annum' ? 'per' : 'a'} ${every}`,
    })
  }
  if (found.length > 1 && new Set(found.map(({ plan }) => plan)).size < found.length) return []
  if (found.length > 1 && found.some(({ plan, unit }) => plan === null || unit !== found[0]?.unit)) return []
  return found
}

function planNameIn(ahead: string): string | null {
  const name = planBefore.exec(ahead)?.[1] ?? planAtStart.exec(ahead)?.[1]
  return name === undefined || noPlanNames.has(name) ? null : name
}

/** “Harbour Plus, with the yard and the meters, costs ” */
const planAtStart = /^(?:the )?(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)\b.* (?:costs?|is|comes at) $/u

/** “Starter costs ”, “, and the Business plan is ” */
const planBefore =
  /(?:^|[.;:,]\s+|\band\s+)(?:the\s+)?(\p{Lu}\p{L}+)(?: plan| tier| edition)?(?: (?:costs?|is|at|for|comes at))?:? $/u

const number = String.raw`(?:\d[\d.,]*\d|\d)(?![\d.,]*\d|\s?(?:%|${currencyAfter}|st\b|nd\b|rd\b|th\b|[:/]))|(?:(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|a dozen|a hundred)\b[\s-]?)+`
const counted = new RegExp(
  `(?<![€$£\\d.,:])(?<![\\p{L}])(?:${number})(?:\\s?(?:more|new|other|full-time|part-time|active|different)\\s)?(?:\\s?(?<unit>\\p{L}+))?`,
  'giu',
)
const timeNouns =
  /^(?:grand|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|am|pm|times?|percent|euros?|dollars?|pounds?|bucks|quid|k)$/i
/** Words after a number that aren't units. */
const noUnit =
  /^(?:of|in|on|at|what|how|so|and|or|a|an|per|is|are|total|altogether|please|pls|then|tho|though|now|right|by|for|would|do|does|to|with|us|max)$/i

/** “We’re 40” counts people. */
const ownNumber = /\b(?:we['’]?re|we are|there['’]?s|there are|team of|us) (?:about |around |roughly |only |just )?$/i

/** The one number of units in the text; null for none or several. */
function countIn(text: string): Count | null {
  const found = countsIn(text)
  return found.length === 1 ? (found[0] ?? null) : null
}

function countsIn(text: string): readonly Count[] {
  return [...text.matchAll(counted)].flatMap((match) => {
    const [next = ''] = /^ \p{L}+/u.exec(text.slice(match.index + match[0].length)) ?? []
    // “310 kitchen staff” counts staff.
    const unit = isHead(next.trim()) ? next.trim() : match.groups?.['unit']
    const value = numberIn(match[0])
    const ahead = text.slice(0, match.index)
    const isYear =
      value !== null && value >= 1900 && value < 2100 && /\b(?:in|since|from|by|until|till?) $/i.test(ahead)
    if (value === null || isYear || (unit !== undefined && timeNouns.test(unit))) return []
    const isNamed = unit !== undefined && !noUnit.test(unit)
    const isUs = ownNumber.test(ahead) || unit?.toLowerCase() === 'of'
    // “We send 800 a month” doesn't say what of.
    if (!isNamed && !isUs && !/\b(?:for|with|at) (?:about |around |only |just )?$/i.test(ahead)) return []
    return [{ number: value, unit: isNamed ? unit.toLowerCase() : isUs ? 'people' : null }]
  })
}

function isHead(word: string): boolean {
  return people.test(word) || (/[^s]s$/.test(word) && !noHeads.test(word))
}

const noHeads =
  /^(?:is|was|has|does|costs|pays|gets|needs|us|this|its|plus|pls|vs|works|wants|means|always|thanks|yes)$/i

const people =
  /^(?:users?|seats?|persons?|people|folks?|employees?|members?|agents?|heads?|licen[cs]es?|staff|colleagues?|teammates?|workers?|logins?|guys|reps?)$/i

function isSameUnit(asked: string | null, unit: string): boolean {
  if (asked === null || (people.test(asked) && people.test(unit))) return true
  const [from, to] = [toKey(asked), toKey(unit)]
  return from === to || (generalVocabulary.get(from)?.get(to) ?? 0) >= 0.6
}

function toPlural(noun: string): string {
  if (noun === 'person') return 'people'
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

/** Formats whole amounts without decimals, and others with two. */
export function formatNumber(exact: number): string {
  const value = Math.round(exact * 100) / 100
  const digits = Number.isInteger(value) ? 0 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
