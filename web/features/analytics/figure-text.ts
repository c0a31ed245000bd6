import type { Rate, RateComparison, Verdict } from '#domain/rates.ts'

/* How figures are written, everywhere on these pages. */

const counts = new Intl.NumberFormat()
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

export function countText(count: number): string {
  return counts.format(count)
}

/** "1 visit", "2 visits". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/** Whole percents; below one percent a decimal, so that something is not called nothing. */
export function percentText(share: number | null): string {
  if (share === null) return '–'
  const percent = share * 100
  const digits = percent > 0 && percent < 1 ? 1 : 0
  return `${percent.toFixed(digits)}%`
}

/** "19–41%"; empty without data. */
export function intervalText({ low, high }: Pick<Rate, 'low' | 'high'>): string {
  if (low === null || high === null) return ''
  return `${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}%`
}

/** "18 of 64 · 95%: 19–41%". */
export function basisText(rate: Rate): string {
  if (rate.n === 0) return 'nothing to count yet'
  return `${countText(rate.hits)} of ${countText(rate.n)} · 95%: ${intervalText(rate)}`
}

export function durationText(seconds: number | null): string {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  return `${countText(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** A day in UTC, as the reader's own region writes it. */
export function dayLabel(day: string, isShort = false): string {
  return (isShort ? dayAndMonth : wholeDay).format(new Date(`${day}T00:00:00Z`))
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  higher: 'Higher',
  lower: 'Lower',
  'no difference': 'No clear difference',
  'not enough data': 'Not enough data',
}

/** What may be said of a difference, e.g. "Higher by 6 points (95%: 1 to 11)". Never a winner without data. */
export function comparisonText({ difference, low, high, verdict }: RateComparison): string {
  if (verdict === 'not enough data' || difference === null || low === null || high === null) {
    return verdictWords['not enough data']
  }
  if (verdict === 'no difference') return `${verdictWords[verdict]} (95%: ${points(low)} to ${points(high)} points)`
  const [near, far] = [Math.abs(low), Math.abs(high)].toSorted((a, b) => a - b)
  return `${verdictWords[verdict]} by ${points(Math.abs(difference))} points (95%: ${points(near ?? 0)} to ${points(far ?? 0)})`
}

export function verdictText(verdict: Verdict): string {
  return verdictWords[verdict]
}

function points(share: number): string {
  const text = (share * 100).toFixed(0)
  return (text === '-0' ? '0' : text).replace('-', '−')
}
