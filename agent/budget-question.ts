import { amountSource } from './currency.ts'
import { numberIn } from './fact-patterns.ts'
import { isOther, over, periodIn } from './price-periods.ts'
import { list, notesOf, perUnit, withPlan, type PriceConclusion, type Term } from './price-terms.ts'
import { countsIn, isSameUnit } from './counted-units.ts'
import { toPlural, type Period } from './prices.ts'

/* Compares prices with a budget: “under 500 a year?”, “which plan for 400 a month?” */

interface Budget {
  readonly amount: number
  /** “$500”, “500” */
  readonly shown: string
  readonly question: string
  readonly period: Period | null
}

/** “Under 500 a year”, “is 50 bucks a month enough”, “so a grand a year then?” */
export function readBudgetAsked(text: string): Budget | null {
  const [found, ...others] = [...text.matchAll(budgetAmount)]
  if (found === undefined || others.length > 0 || !weighs.test(text)) return null
  // “So a 640 quid bill costs me what?”
  if (billed.test(text.slice(found.index + found[0].length))) return null
  const amount = /\bgrand\b/i.test(found[0]) && numberIn(found[0]) === null ? 1_000 : numberIn(found[0])
  if (amount === null) return null
  return { amount, shown: amount.toLocaleString('en'), question: text, period: periodIn(text.slice(found.index)) }
}

const billed = /^ (?:\p{L}+ )?(?:bills?|invoices?|jobs?|orders?|sales?|payments?|bookings?|baskets?|fees?|tickets?)\b/iu

const budgetAmount = new RegExp(
  `${amountSource}(?:\\s?k)?|(?:\\d[\\d.,]*|\\ba)\\s?(?:k|grand|bucks|quid)\\b|(?:under|below|less than|within|max|maximum)\\s(?:about |around )?\\d[\\d.,]*(?=\\s*(?:$|[?!]|then\\b))|\\d[\\d.,]*\\s(?=(?:a|per|each|every) (?:day|week|month|quarter|year)\\b|monthly\\b|yearly\\b)`,
  'giu',
)
const weighs =
  /\b(?:more|less|over|under|above|below|within|max|maximum|at most|enough|afford|cheaper|budget|fits?)\b|\b(?:which|what) (?:plan |one |package )?(?:can|could|do|would) (?:i|we)\b|,? which (?:plan|one|package)\b|^(?:so|ok so|and so)\b/i

/** “That's €588 a year per shop, more than 500.” */
export function weigh(budget: Budget, meant: readonly Term[], size: string | null): PriceConclusion | null {
  const priced = meant.filter(({ price }) => price.amount > 0)
  const periods = new Set(priced.map(({ price }) => price.every))
  const [own] = periods.size === 1 ? periods : []
  const period = budget.period ?? own
  if (period === undefined || period === null || priced.length === 0) return null
  const unit = priced.find(({ price }) => price.unit !== null)?.price.unit ?? ''
  const [count, ...others] = size === null ? [] : countsIn(size).filter((each) => isSameUnit(each.unit, unit))
  if (count !== undefined && others.length === 0 && unit !== '') return weighFor(count.number, budget, priced, period)
  if (/\b(?:what|which)\b/i.test(budget.question)) {
    const covered = cover(budget, priced, period)
    if (covered !== null) return covered
  }
  const isOnly = meant.length === 1
  const whole = isOnly ? wholeUnits(budget, priced, period) : null
  if (whole !== null) return weighFor(whole, budget, priced, period)
  const isConverted = priced.some(({ price }) => isOther(price, period))
  const parts = priced.map(({ price }) => {
    const value = over(price, period)
    const compared = relate(value, budget)
    if (!isConverted) return withPlan(`${compared} a ${period}${perUnit(price)}`, price, isOnly)
    const sum = `${price.write(value)} a ${period}${perUnit(price)}`
    return isOnly ? `${sum}, ${compared}` : withPlan(`${sum} (${compared})`, price, isOnly)
  })
  return { notes: notesOf(meant), conclusion: `That's ${list(parts)}.` }
}

/** “So that would be 174 a month?”, after six crews at £29: the number of units that costs exactly that; otherwise null. */
function wholeUnits({ amount, question }: Budget, priced: readonly Term[], period: Period): number | null {
  const [only] = priced
  if (only === undefined || only.price.unit === null || !concludes.test(question)) return null
  const units = amount / over(only.price, period)
  return Number.isInteger(units) && units > 1 ? units : null
}

const concludes = /^(?:(?:ok|okay|and|right),? )*so (?:that|it|this)\b/i

/** “For 12 engineers that's £348 a month with Team (less than 400).” Plans for one are left out. */
function weighFor(number: number, budget: Budget, priced: readonly Term[], period: Period): PriceConclusion {
  const fitting = priced.filter(({ price }) => price.unit !== null)
  const parts = fitting.map(({ price }) => {
    const value = over(price, period) * number
    const sum = withPlan(`${price.write(value)} a ${period}`, price, price.plan === null)
    return `${sum} (${relate(value, budget)})`
  })
  const unit = toPlural(fitting[0]?.price.unit ?? '')
  return { notes: notesOf(fitting), conclusion: `For ${number.toLocaleString('en')} ${unit} that's ${list(parts)}.` }
}

/** “400 a month covers 13 engineers with Team or 8 engineers with Pro.” Null for plans without a price per unit. */
function cover({ amount, shown }: Budget, priced: readonly Term[], period: Period): PriceConclusion | null {
  const parts = priced.flatMap(({ price }) => {
    const units = Math.floor(amount / over(price, period))
    if (price.unit === null || units < 1) return []
    return [withPlan(`${units} ${units === 1 ? price.unit : toPlural(price.unit)}`, price, price.plan === null)]
  })
  if (parts.length === 0) return null
  const text = new Intl.ListFormat('en', { type: 'disjunction' }).format(parts)
  return { notes: notesOf(priced), conclusion: `${shown} a ${period} covers ${text}.` }
}

/** “less than 400” */
function relate(value: number, { amount, shown }: Budget): string {
  return `${value > amount ? 'more than' : value < amount ? 'less than' : 'exactly'} ${shown}`
}
