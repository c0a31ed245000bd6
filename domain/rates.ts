/**
 * A share of `n` with its 95 % Wilson score interval; rate and bounds are null when `n` is 0. Same shape as rate_of().
 */
export interface Rate {
  readonly hits: number
  readonly n: number
  readonly rate: number | null
  readonly low: number | null
  readonly high: number | null
}

export type Verdict = 'higher' | 'lower' | 'no difference' | 'not enough data'

export interface RateComparison {
  /** `after` minus `before`, with its 95 % interval (Newcombe's method 10); null without data on both sides. */
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  readonly verdict: Verdict
}

/** With fewer on either side, a difference means nothing. */
const leastN = 30

/** `hits` must not exceed `n`. */
export function rateOf(hits: number, n: number): Rate {
  if (n === 0) return { hits, n, rate: null, low: null, high: null }
  const rate = hits / n
  const centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
  const reach = (z / (1 + z2 / n)) * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n))
  return { hits, n, rate, low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) }
}

/** Calls a rate higher only when the difference's interval excludes zero. */
export function compareRates(before: Rate, after: Rate): RateComparison {
  const [a, b] = [rateOf(after.hits, after.n), rateOf(before.hits, before.n)]
  if (a.rate === null || a.low === null || a.high === null || b.rate === null || b.low === null || b.high === null) {
    return { difference: null, low: null, high: null, verdict: 'not enough data' }
  }
  const difference = a.rate - b.rate
  const low = difference - Math.hypot(a.rate - a.low, b.high - b.rate)
  const high = difference + Math.hypot(a.high - a.rate, b.rate - b.low)
  return { difference, low, high, verdict: Math.min(a.n, b.n) < leastN ? 'not enough data' : verdictOf(low, high) }
}

/** The 95 % score interval for a Poisson mean after `count` events. */
export function countInterval(count: number): { readonly low: number; readonly high: number } {
  const reach = z * Math.sqrt(count + z2 / 4)
  return { low: Math.max(0, count + z2 / 2 - reach), high: count + z2 / 2 + reach }
}

/** Compares event counts of two equal periods: the second's share of both against one half. */
export function compareCounts(before: number, after: number): Verdict {
  const share = rateOf(after, before + after)
  if (share.low === null || share.high === null || share.n < 2 * leastN) return 'not enough data'
  return verdictOf(share.low - 0.5, share.high - 0.5)
}

const z = 1.959964
const z2 = z * z

function verdictOf(low: number, high: number): Verdict {
  if (low > 0) return 'higher'
  return high < 0 ? 'lower' : 'no difference'
}
