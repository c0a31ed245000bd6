import type { Rate, RateComparison, Verdict } from '#domain/rates.ts'

/* The format of figures on all these pages. */

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

/** Whole percentages; one decimal near 0 and 100, so that 0 and 100 are exact. */
export function percentText(share: number | null): string {
  if (share === null) return '–'
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return 'under 0.1%'
  if (percent > 99.9 && percent < 100) return 'over 99.9%'
  const digits = (percent > 0 && percent < 1) || (percent > 99 && percent < 100) ? 1 : 0
  return `${percent.toFixed(digits)}%`
}

/** "19–41%"; empty without data. */
export function intervalText({ low, high }: Pick<Rate, 'low' | 'high'>): string {
  if (low === null || high === null) return ''
  return `${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}%`
}

/** "28% (19–41%)"; n is shown beside it. */
export function shareText(rate: Rate): string {
  return rate.n === 0 ? percentText(null) : `${percentText(rate.rate)} (${intervalText(rate)})`
}

/** "of 64 visits", or "of the newest 2,000 visits" if `visits` is larger than that. */
export function lookedAtText(lookedAt: number, visits: number): string {
  return lookedAt < visits ? `of the newest ${countOf(lookedAt, 'visit')}` : `of ${countOf(lookedAt, 'visit')}`
}

/** "18 of 64 · 19–41%". */
export function basisText(rate: Rate): string {
  if (rate.n === 0) return 'No data yet'
  return `${countText(rate.hits)} of ${countText(rate.n)} · ${intervalText(rate)}`
}

export function durationText(seconds: number | null): string {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  return `${countText(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** "4:02", "1:02:40". */
export function clockSpan(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`
}

/** A UTC day in the reader's regional format. */
export function dayLabel(day: string, isShort = false): string {
  return (isShort ? dayAndMonth : wholeDay).format(new Date(`${day}T00:00:00Z`))
}

/** The same, with a note that today isn't over. */
export function dayUntilNow(day: string): string {
  return day === new Date().toISOString().slice(0, 10) ? `${dayLabel(day)} (so far)` : dayLabel(day)
}

/** When a UTC day begins in the reader's time zone. */
export function dayBorderText(now: Date): string {
  const days = 'Days begin at midnight UTC'
  if (now.getTimezoneOffset() === 0) return `${days}.`
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  return `${days}, ${midnight.toLocaleTimeString(undefined, { timeStyle: 'short' })} on your clock.`
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  higher: 'Higher',
  lower: 'Lower',
  'no difference': 'No clear difference',
  'not enough data': 'Not enough data',
}

/** Describes a difference, e.g. "Higher by 6 points (95%: 1 to 11)". Names no winner without data. */
export function comparisonText({ difference, low, high, verdict }: RateComparison): string {
  if (verdict === 'not enough data' || difference === null || low === null || high === null) {
    return verdictWords['not enough data']
  }
  if (verdict === 'no difference') {
    const [from, to] = points(low, high)
    return `${verdictWords[verdict]} (95%: ${from} to ${to} points)`
  }
  const [near = 0, far = 0] = [Math.abs(low), Math.abs(high)].toSorted((a, b) => a - b)
  const [by, from, to] = points(Math.abs(difference), near, far)
  return `${verdictWords[verdict]} by ${by} points (95%: ${from} to ${to})`
}

/** "+6 points"; a dash while the difference may be chance. */
export function changeText({ difference, verdict }: RateComparison): string {
  if (difference === null || (verdict !== 'higher' && verdict !== 'lower')) return '–'
  const [by = ''] = points(difference)
  return `${difference > 0 ? '+' : ''}${by} points`
}

export function verdictText(verdict: Verdict): string {
  return verdictWords[verdict]
}

/** Percentage points, precise enough that none reads as zero. */
function points(...shares: readonly number[]): readonly string[] {
  const percents = shares.map((share) => share * 100)
  const digits = percents.some((percent) => Math.abs(percent) < 1 && percent !== 0) ? 1 : 0
  return percents.map((percent) => {
    const text = percent.toFixed(digits)
    return (Number(text) === 0 ? '0' : text).replace('-', '−')
  })
}
