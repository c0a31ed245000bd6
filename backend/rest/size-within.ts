/**
 * An aggregate that fails as soon as `text` exceeds `maxBytes` in total, long before PostgreSQL runs out of memory.
 * `rest.size_within` (embedded/40-rest.sql) then overflows; see `sizeExceeded`.
 */
export function sizeWithin(maxBytes: number | null, text: string, aggregate: string): string {
  if (maxBytes === null) return aggregate
  const perByte = Math.floor(maxIpv4 / maxBytes)
  return `case when rest.size_within(octet_length(${text})::bigint * ${perByte}) is not null then ${aggregate} end`
}

/** PostgreSQL's message for the overflow. Nothing else does inet arithmetic. */
export const sizeExceeded = 'result is out of range'

const maxIpv4 = 2 ** 32 - 1
