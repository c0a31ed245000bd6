import { numberIn } from './buyer-facts.ts'
import { amountSource, currencyAfter, holdsAmount } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { priceOnly } from './knowledge-items.ts'
import { generalVocabulary, toKey } from './lexicon.ts'
import {
  formatNumber,
  isBeside,
  monthsPaid,
  offersYear,
  planNamed,
  readPrices,
  toPlural,
  type Price,
} from './prices.ts'
import { toAmount } from './retrieval-plans.ts'
import { toTerms } from './terms.ts'

/* Multiplies a price per unit (“$12 per user a month”) by the number a visitor names. English only. */

/** A price that the notes give per unit. */
type UnitPrice = Price & { readonly unit: string }

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
    const chosen = count.number < 2 ? [] : chooseFor(count)
    return chosen.length === 0 ? [] : [{ count, chosen }]
  })
  const [best] = found
  const units = new Set(found.map(({ chosen }) => chosen[0]?.prices[0]?.unit))
  if (best === undefined || units.size < found.length) return null
  const cited = [...new Set(found.flatMap(({ chosen }) => chosen.map(({ note }) => note)))]
  const totals = found.map(({ count, chosen }) => totalOf(count, chosen, around, question))
  if (totals.length === 1) return { text: `For ${totals[0]?.of ?? ''} ${totals[0]?.says ?? ''}.`, cited }
  return { text: `${totals.map(({ of, sum }) => `${of}: ${sum}`).join('; ')}.`, cited }

  function chooseFor(count: Count): readonly PricedNote[] {
    const chosen = choosePrices(quoted, around, count, question)
    const holder = chosen.length > 0 || count.unit === null ? null : heldIn(count.unit, items)
    return holder === null ? chosen : choosePrices(quoted, around, { ...count, unit: holder }, question)
  }
}

/** “A sensor in every fridge”: who asks about fridges pays for sensors. */
function heldIn(unit: string, items: readonly KnowledgeItem[]): string | null {
  for (const { text, context } of items) {
    for (const [, holder = '', held = ''] of `${context}. ${text}`.matchAll(oneInEach)) {
      if (isSameUnit(unit, held)) return holder.toLowerCase()
    }
  }
  return null
}

const oneInEach = /\b(?:an?|one) (\p{L}+) (?:in|on|at|for|per|inside|goes (?:in|on)) (?:every|each) (\p{L}+)/giu

/** The amount for the number of units, as a sentence's end and alone. */
function totalOf(
  count: Count,
  chosen: readonly PricedNote[],
  around: readonly KnowledgeItem[],
  question: string,
): { readonly of: string; readonly says: string; readonly sum: string } {
  const prices = chosen.flatMap((each) => each.prices)
  const unit = prices[0]?.unit ?? ''
  const of = `${formatNumber(count.number)} ${toPlural(unit)}`
  const months = monthsPaid(around)
  const isYearly = months !== null && (asksForYear.test(question) || (months < 12 && /\d\s?%/.test(question)))
  const minima = around.flatMap(({ text: note }) => minimumIn(note))
  const [minimum] = minima
  const [only] = prices.length === 1 ? prices : []
  if (minima.length === 1 && minimum !== undefined && only !== undefined && only.amount * count.number < minimum) {
    const sum = `${only.write(minimum)}${only.period}`
    return { of, says: `that's the minimum of ${sum}`, sum }
  }
  const sums = prices.map(({ plan, amount, write, period, isOnce }) => {
    const once = `${write(amount * count.number)}${isOnce ? ' once' : period}`
    const year = months === null ? '' : write(amount * count.number * months)
    const inYear = months === 12 ? ` (${year} a year)` : `, or ${year} a year if paid yearly,`
    const sum = isYearly && period === ' a month' ? `${once}${inYear}` : once
    return plan === null ? sum.replace(/,$/, '') : `${sum} with ${planNamed(plan)}`
  })
  const sum = new Intl.ListFormat('en').format(sums)
  return { of, says: `that comes to ${sum}${onceOn(count, unit, around, prices)}`, sum }
}

/** “, plus £250 once”: the only fee beside the prices that is paid once. */
function onceOn(
  { number }: Count,
  unit: string,
  around: readonly KnowledgeItem[],
  summed: readonly UnitPrice[],
): string {
  const fees = around.flatMap((note) => readPrices(note)).filter(({ isOnce }) => isOnce)
  const [fee] = fees
  if (fee === undefined || fees.length > 1 || summed.some(({ isOnce }) => isOnce)) return ''
  if (fee.unit === unit) return `, plus ${fee.write(fee.amount * number)} once`
  return `, plus ${fee.write(fee.amount)} once${fee.unit === null ? '' : ` for each ${fee.unit}`}`
}

/** “With a minimum of $480”: the amount. */
function minimumIn(text: string): readonly number[] {
  const groups = minimumPattern.exec(text)?.groups
  const amount = toAmount(groups?.['before'] ?? groups?.['after'])
  return amount === null ? [] : [amount]
}

const minimumPattern = new RegExp(
  `\\b(?:minimum|at least)(?: (?:charge|fee|bill|of|is|a|per|year|month|yearly|monthly))* ${amountSource}`,
  'iu',
)

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
      const meant = all.filter(({ unit, isOnce }) => isSameUnit(count.unit, unit) && !(isOnce && count.unit === null))
      const regular = meant.filter(({ isOnce }) => !isOnce)
      return { note, text, all, prices: regular.length > 0 ? regular : meant }
    })
  })
  const plans = new Set(clauses.flatMap(({ all }) => all.filter(({ isOnce }) => !isOnce).map(({ plan }) => plan)))
  const isPlans = !plans.has(null) && plans.size > 1
  // A limit in a plan's own price only rules out that plan.
  const isChanged = clauses.some(
    ({ text, all }) => all.length === 0 && text.split('; ').some((part) => changesPrice(part, count, question)),
  )
  if (isChanged) return []
  const priced = clauses.filter(({ text, prices }) => prices.length > 0 && !changesPrice(text, count, question))
  const isRegular = ({ prices }: PricedNote) => prices.some(({ isOnce }) => !isOnce)
  const fitting = priced.some(isRegular) ? priced.filter(isRegular) : priced
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
  /(?:(?<![€$£¥₹\d.,])\b(?<number>\d[\d,]*)|\bunlimited|\bany number of) (?:(?<noun>\p{L}+) )?(?<last>(?!(?:and|or|with|per|an?|in|on|for|at|of|the)\b)\p{L}+)(?!\p{L})/giu

const asksForUs =
  /\b(?:for (?:us|all of us|everyone|everybody|the whole (?:team|company)|our (?:\p{L}+ )?(?:team|size|company))|in total|altogether|all in|(?:we|i) (?:have to |need to )?pay|cost (?:us|me)|(?:run|set|charge) (?:us|me)|total)\b/iu

/** Whether a sentence beside the price names a condition that could change it for this question. */
function changesPrice(sentence: string, count: Count, question: string): boolean {
  const text = withoutTax(sentence).replace(trial, '')
  // “Phone support runs from 8 a.m. to 6 p.m.” is no condition.
  if (!holdsAmount(text) && !aboutPrices.test(text)) return false
  const other = text.replace(planPlus, '').replace(forRange, '')
  // “No contract after the first three months” is about time, “£5 for the first three months” is about the price.
  if (otherPricing.test(holdsAmount(text) ? other : other.replace(firstMonths, ''))) return true
  const [, low, high, ranged = ''] = forRange.exec(text) ?? []
  if (
    low !== undefined &&
    isSameUnit(count.unit, ranged) &&
    (count.number < Number(low) || count.number > Number(high))
  )
    return true
  // “Up to 50 hives” doesn't limit members.
  const boundsIn = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, bound, unit]) =>
      unit === undefined || isSameUnit(count.unit, unit) ? [numberIn(bound ?? '')] : [],
    )
  const isBelow = boundsIn(least).some((bound) => count.number < (bound ?? Infinity))
  const isAbove = boundsIn(most).some((bound) => count.number > (bound ?? 0))
  if (isBelow || isAbove) return true
  // “On-premises adds 30%” matters only if the question asks for it.
  const named = new Set(toTerms(text).informative)
  const isOtherShare = /\d\s?%/.test(text) && !offersYear.test(text)
  return isOtherShare && toTerms(question).informative.some((term) => named.has(term))
}

/** “For 2 to 25 engineers” */
const forRange = /\bfor (\d+)\s?(?:to|[-–])\s?(\d+) (\p{L}+)/iu
const firstMonths = /\bfirst (?:\p{L}+ |\d+ )?(?:days?|weeks?|months?|years?)\b/giu
/** “Harbour Plus” */
const planPlus = /(?<=\p{Lu}\p{L}+ )Plus\b/gu
const aboutPrices =
  /%|\b(?:pric\w+|costs?|rates?|fees?|charg\w+|plans?|discount\w*|cheaper|free|volume|minimum|maximum|at least)\b/i
/** Matches prices that aren't simply one amount per unit. */
const otherPricing =
  /\b(?:first|further|next|additional|extra|volume|tiers?|cheaper|starts?|starting|from [€$£\d]|one-off|set-?up|capped|on top|plus|base|flat)\b|\d\s?(?:[-–]|to)\s?\d/i
const boundary =
  '\\d[\\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred'
const least = new RegExp(`\\b(?:minimum(?: of)?|at least|from) (${boundary})(?: (\\p{L}{4,}))?`, 'giu')
const most = new RegExp(
  `\\b(?:up to|at most|maximum(?: of)?|above|over|below|under|between|more than|fewer than|less than) (${boundary})(?: (\\p{L}{4,}))?`,
  'giu',
)

/** “First 30 days free” */
const trial =
  /\b(?:the )?first \d+ (?:days?|weeks?|months?) (?:(?:is|are|cost|costs) )?(?:free|nothing|on us|for free)\b/gi

const asksForYear = /\b(?:(?:a|per|each|whole|full|the|first|for one) year|yearly|annual(?:ly)?|annum)\b/i
function withoutTax(text: string): string {
  return text.replace(/\b(?:plus|excluding|excl?\.?|without|before) (?:VAT|GST|(?:sales )?tax(?:es)?)\b/gi, '')
}

/**
 * The prices in a sentence, if all that are paid regularly are for the same unit. If there are several, each must name
 * its plan.
 */
function unitPrices(note: KnowledgeItem, earlier?: UnitPrice): readonly UnitPrice[] {
  const all = readPrices(note, earlier)
  const isMixed = all.some(({ isOnce }) => isOnce) && all.some(({ isOnce }) => !isOnce)
  const regular = isMixed ? all.filter(({ isOnce }) => !isOnce) : all
  const found = regular.flatMap(withUnit)
  if (found.length < regular.length) return []
  if (found.length > 1 && new Set(found.map(({ plan }) => plan)).size < found.length) return []
  if (found.length > 1 && found.some(({ plan, unit }) => plan === null || unit !== found[0]?.unit)) return []
  return isMixed ? [...found, ...all.filter(({ isOnce }) => isOnce).flatMap(withUnit)] : found
}

function withUnit(price: Price): readonly UnitPrice[] {
  return price.unit === null ? [] : [{ ...price, unit: price.unit }]
}

const number = String.raw`(?:\d[\d.,]*\d|\d)(?![\d.,]*\d|\s?(?:%|${currencyAfter}|st\b|nd\b|rd\b|th\b|[:/]))|(?:(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|a dozen|a hundred)\b[\s-]?)+`
const counted = new RegExp(
  `(?<![€$£\\d.,:])(?<![\\p{L}])(?:${number})(?:\\s?(?:more|new|other|full-time|part-time|active|different)\\s)?(?:\\s?(?<unit>\\p{L}+))?`,
  'giu',
)
const timeNouns =
  /^(?:grand|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|am|pm|times?|percent|euros?|dollars?|pounds?|bucks|quid|k)$/i
/** Words after a number that aren't units. */
const noUnit =
  /^(?:of|in|on|at|what|how|so|and|or|a|an|per|is|are|all|total|altogether|please|pls|then|tho|though|now|right|by|for|would|do|does|to|with|us|max)$/i

/** “We’re 40” counts people. */
const ownNumber = /\b(?:we['’]?re|we are|there['’]?s|there are|team of|us) (?:about |around |roughly |only |just )?$/i

/** The one number of units in the text; null for none or several. */
function countIn(text: string): Count | null {
  const found = countsIn(text)
  return found.length === 1 ? (found[0] ?? null) : null
}

export function countsIn(text: string): readonly Count[] {
  return [...text.matchAll(counted)].flatMap((match) => {
    const [next = ''] = /^ \p{L}+/u.exec(text.slice(match.index + match[0].length)) ?? []
    // “310 kitchen staff” counts staff.
    const unit = isHead(next.trim()) ? next.trim() : match.groups?.['unit']
    const value = numberIn(match[0])
    const ahead = text.slice(0, match.index)
    const isYear =
      value !== null && value >= 1900 && value < 2100 && /\b(?:in|since|from|by|until|till?) $/i.test(ahead)
    if (value === null || isYear || (unit !== undefined && timeNouns.test(unit))) return []
    // “What can I get for 400 a month?” names an amount.
    if (
      /^\s?(?:a|per|each|every) (?:day|week|month|quarter|year)\b/i.test(
        text.slice(match.index + (value === null ? 0 : digitsEnd(match[0]))),
      )
    )
      return []
    const isNamed = unit !== undefined && !noUnit.test(unit)
    const isThem = /^ (?:them|those|these)\b/i.test(text.slice(match.index + match[0].length)) && asksSums.test(text)
    const isUs = ownNumber.test(ahead) || (unit?.toLowerCase() === 'of' && !isThem)
    // “We send 800 a month” doesn't say what of.
    if (!isNamed && !isUs && !isThem && !/\b(?:for|with|at) (?:about |around |only |just )?$/i.test(ahead)) return []
    return [{ number: value, unit: isNamed ? unit.toLowerCase() : isUs ? 'people' : null }]
  })
}

function digitsEnd(matched: string): number {
  return (/^\D*[\d.,]+/.exec(matched)?.[0] ?? matched).length
}

/** “What would 3 of them come to?” */
const asksSums = /\b(?:costs?|comes?|price|pay|much|bill)\b/i

function isHead(word: string): boolean {
  return people.test(word) || (/[^s]s$/.test(word) && !noHeads.test(word))
}

const noHeads =
  /^(?:is|was|has|does|costs|pays|gets|needs|us|this|its|plus|pls|vs|works|wants|means|always|thanks|yes)$/i

const people =
  /^(?:users?|seats?|persons?|people|folks?|employees?|members?|agents?|heads?|licen[cs]es?|staff|colleagues?|teammates?|workers?|logins?|guys|lads|boys|girls|blokes|folk|reps?)$/i
/** People who work: “12 people” counts them if the price is per engineer. */
const workers =
  /^(?:engineer|technician|driver|instructor|teacher|vet|nurse|doctor|therapist|dentist|stylist|hairdresser|barber|advis[eo]r|broker|inspector|auditor|surveyor|plumber|electrician|carpenter|builder|cleaner|carer|operator|planner|developer|designer|editor|author|lawyer|solicitor|notary|accountant|bookkeeper|analyst|consultant|recruiter|coach|trainer|guide|chef|cook|waiter|artist|photographer|guard|officer|seller|clerk|tutor|adjuster|assessor|picker|packer|rider|courier|pilot|mechanic|fitter|installer|gardener|groomer|midwife|practitioner|labourer|foreman)s?$/i

/** Whether the visitor's word for a unit means the note's; null means any. */
export function isSameUnit(asked: string | null, unit: string): boolean {
  if (asked === null || (people.test(asked) && (people.test(unit) || workers.test(unit)))) return true
  const [from, to] = [toKey(asked), toKey(unit)]
  return from === to || (generalVocabulary.get(from)?.get(to) ?? 0) >= 0.6
}
