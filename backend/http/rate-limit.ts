import { hash } from 'node:crypto'

/** Lets `burst` calls through at once and refills at a steady rate; one bucket per key, in this process's memory. */
export interface RateLimit {
  /** Takes one token, or `count` of them; false, and none taken, when there are not as many. */
  readonly take: (key: string, count?: number) => boolean
  /** Whether `take` would succeed; takes and remembers nothing. */
  readonly has: (key: string, count?: number) => boolean
}

export function createRateLimit(options: {
  readonly burst: number
  /** Time in which an empty bucket fills up again. */
  readonly refillMs: number
  readonly now: () => number
}): RateLimit {
  const { burst, refillMs, now } = options
  const buckets = new Map<string, Bucket>()
  // A clock that was set back must take nothing away: a wrong hour would lock everybody out for as long.
  const tokensAt = ({ tokens, filledAt }: Bucket, at: number): number =>
    Math.min(burst, tokens + (Math.max(0, at - filledAt) / refillMs) * burst)

  return {
    has: (name, count = 1) => {
      const bucket = buckets.get(shortened(name))
      return (bucket === undefined ? burst : tokensAt(bucket, now())) >= count
    },
    take: (name, count = 1) => {
      const key = shortened(name)
      const at = now()
      const bucket = buckets.get(key) ?? { tokens: burst, filledAt: at }
      bucket.tokens = tokensAt(bucket, at)
      bucket.filledAt = at
      // Put last, so that the oldest are first when room is needed.
      buckets.delete(key)
      buckets.set(key, bucket)
      if (buckets.size > keysMax) forgetIdle(buckets, at - refillMs)
      if (bucket.tokens < count) return false
      bucket.tokens -= count
      return true
    },
  }
}

interface Bucket {
  tokens: number
  filledAt: number
}

/** A flood from many addresses costs memory for this many, and no more. */
const keysMax = 50_000

/** Keys hold what strangers send, such as an e-mail address. */
function shortened(name: string): string {
  return name.length <= 100 ? name : hash('sha256', name)
}

function forgetIdle(buckets: Map<string, { filledAt: number }>, before: number): void {
  for (const [key, bucket] of buckets) {
    if (bucket.filledAt >= before && buckets.size <= keysMax) return
    buckets.delete(key)
  }
}
