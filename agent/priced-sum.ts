import { changesPrice } from './changed-price.ts'
import { countsIn, isSameUnit, type Count } from './counted-units.ts'
import { amountSource, holdsAmount } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { pricesAddOn, pricesReadMax } from './price-terms.ts'
import { formatNumber, isBeside, monthsPaid, planNamed, readPrices, toPlural, type Price } from './prices.ts'
import { toAmount } from './retrieval-plans.ts'

/* Multiplies a price per unit (“$12 per user a month”) by the number a visitor names. English only. */

/** A price that the notes give per unit. */
type UnitPrice = Price & { readonly unit: string }

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
  if (around.filter(({ text }) => holdsAmount(text)).length > pricesReadMax) return null
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

/** “A sensor in every fridge”: visitors who ask about fridges pay for sensors. */
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
  // “9 gangs, two yards. Monthly?” isn't about a fee that is paid once.
  const isMonthly =
    asksPerMonth.test(question) &&
    !asksOnce.test(question) &&
    [...quoted, ...around].some((note) => readPrices(note).some(({ every }) => every !== null))
  const notes = [...quoted, ...around.filter((note) => !isQuoted(note))]
  const clauses = notes.flatMap((note) => {
    if (pricesAddOn(note.text)) return []
    let before: UnitPrice | undefined
    return priceClauses(note.text).map((text) => {
      const all = unitPrices({ ...note, text }, before)
      before = all.at(-1) ?? before
      const meant = all.filter(
        ({ unit, isOnce, every }) =>
          isSameUnit(count.unit, unit) && !(isOnce && count.unit === null) && !(isMonthly && every === null),
      )
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

const asksForUs =
  /\b(?:for (?:us|all of us|everyone|everybody|the whole (?:team|company)|our (?:\p{L}+ )?(?:team|size|company))|in total|altogether|all in|(?:we|i) (?:have to |need to )?pay|cost (?:us|me)|(?:run|set|charge) (?:us|me)|total)\b/iu

const asksOnce = /\b(?:up ?front|once|one-off|set-?up|initial\w*|start\w*)\b/i
const asksPerMonth = /\b(?:monthly|(?:a|per|each|every|for|by the) month)\b/i
const asksForYear = /\b(?:(?:a|per|each|whole|full|the|first|for one) year|yearly|annual(?:ly)?|annum)\b/i

/**
 * The prices in a sentence, if all that are paid regularly are for the same unit. If there are several, each must name
 * its plan.
 */
function unitPrices(note: KnowledgeItem, earlier?: UnitPrice): readonly UnitPrice[] {
  const all = readPrices(note, earlier)
  const isMixed = all.some(({ isOnce }) => isOnce) && all.some(({ isOnce }) => !isOnce)
  // “£38 a month per site, or £400 if paid for the year” is one price.
  const isMonthly = all.some(({ every }) => every === 'month')
  const regular = all.filter(
    ({ isOnce, every, plan }) => !(isMixed && isOnce) && !(isMonthly && every === 'year' && plan === null),
  )
  const found = regular.flatMap(withUnit)
  if (found.length < regular.length) return []
  if (found.length > 1 && new Set(found.map(({ plan }) => plan)).size < found.length) return []
  if (found.length > 1 && found.some(({ plan, unit }) => plan === null || unit !== found[0]?.unit)) return []
  return isMixed ? [...found, ...all.filter(({ isOnce }) => isOnce).flatMap(withUnit)] : found
}

function withUnit(price: Price): readonly UnitPrice[] {
  return price.unit === null ? [] : [{ ...price, unit: price.unit }]
}
