import type { Period, Price } from './prices.ts'

/* Prices over another period: per year, per day. */

const periodNames: readonly (readonly [Period, RegExp])[] = [
  ['year', /\b(?:(?:a|per|each|every|whole|full|one|first|the) year|yearly|annual(?:ly)?|(?:per )?annum)\b/i],
  ['quarter', /\b(?:(?:a|per|each|every) quarter|quarterly)\b/i],
  ['month', /\b(?:(?:a|per|each|every) month|monthly)\b/i],
  ['week', /\b(?:(?:a|per|each|every) week|weekly)\b/i],
  ['day', /\b(?:(?:a|per|each|every) day|daily)\b/i],
]

export function periodIn(text: string): Period | null {
  return periodNames.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** How often each period comes in a year. */
const perYear: Readonly<Record<Period, number>> = { day: 365, week: 365 / 7, month: 12, quarter: 4, year: 1 }

/** Whether the price is paid for another period. */
export function isOther({ every, amount }: Price, period: Period): boolean {
  return amount > 0 && every !== null && every !== period
}

/** The amount of the price over a period. */
export function over({ amount, every }: Price, period: Period): number {
  return every === null ? amount : (amount * perYear[every]) / perYear[period]
}
