/** Parses a provider's Retry-After header (seconds or a date) to milliseconds; 0 if it is missing or invalid. */
export function readRetryAfter(header: unknown, now: number): number {
  const value = typeof header === 'string' ? header.trim() : ''
  if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return Number(value) * 1_000
  const at = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
