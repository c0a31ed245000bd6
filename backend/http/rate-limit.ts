import { hash } from 'node:crypto'

/** Token buckets by key in this process's memory, with capacity `burst`. */
export interface RateLimit {
  /** Takes `count` tokens; false, taking none, when too few are left. */
  readonly take: (key: string, count?: number) => boolean
  /** Whether `take` would succeed, without taking any. */
  readonly has: (key: string, count?: number) => boolean
  /** Milliseconds until `take` would succeed, 0 for now. */
  readonly wait: (key: string, count?: number) => number
}

export function createRateLimit(options: {
  readonly burst: number
  /** Time to refill from empty. */
  readonly refillMs: number
  readonly now: () => number
}): RateLimit {
  const { burst, refillMs, now } = options
  const buckets = new Map<string, Bucket>()
  // A clock set back must not take tokens away, which would lock everyone out.
  const tokensAt = ({ tokens, filledAt }: Bucket, at: number): number =>
    Math.min(burst, tokens + (Math.max(0, at - filledAt) / refillMs) * burst)

  const tokensOf = (name: string): number => {
    const bucket = buckets.get(truncateKey(name))
    return bucket === undefined ? burst : tokensAt(bucket, now())
  }

  return {
    has: (name, count = 1) => tokensOf(name) >= count,
    wait: (name, count = 1) => (Math.max(0, count - tokensOf(name)) / burst) * refillMs,
    take: (name, count = 1) => {
      const key = truncateKey(name)
      const at = now()
      const bucket = buckets.get(key) ?? { tokens: burst, filledAt: at }
      bucket.tokens = tokensAt(bucket, at)
      bucket.filledAt = at
      // Reinserted at the end, so that the oldest are evicted first.
      buckets.delete(key)
      buckets.set(key, bucket)
      if (buckets.size > keysMax) evictIdle(buckets, at - refillMs)
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

/** Bounds memory in a flood from many addresses. */
const keysMax = 50_000

/** Keys contain untrusted text, such as an email address. */
function truncateKey(name: string): string {
  return name.length <= 100 ? name : hash('sha256', name)
}

function evictIdle(buckets: Map<string, { filledAt: number }>, before: number): void {
  for (const [key, bucket] of buckets) {
    if (bucket.filledAt >= before && buckets.size <= keysMax) return
    buckets.delete(key)
  }
}
