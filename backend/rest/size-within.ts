/**
 * An aggregate that fails as soon as `text` exceeds `mostBytes` in total, long before PostgreSQL runs out of memory.
 * `rest.size_within` (embedded/40-rest.sql) then overflows; see `sizeExceeded`.
 */
export function sizeWithin(mostBytes: number | null, text: string, aggregate: string): string {
  if (mostBytes === null) return aggregate
  const perByte = Math.floor(mostAddresses / mostBytes)
  return `case when rest.size_within(octet_length(${text})::bigint * ${perByte}) is not null then ${aggregate} end`
}

/** PostgreSQL's message for the overflow. Nothing else does inet arithmetic. */
export const sizeExceeded = 'result is out of range'

const mostAddresses = 2 ** 32 - 1
