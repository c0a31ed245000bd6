/**
 * SQL of an aggregate over rows, which fails at the row that makes `text` longer than `mostBytes` in all: long before
 * PostgreSQL has run out of memory. `rest.size_within` (embedded/40-rest.sql) overflows then, see `sizeExceeded`.
 */
export function sizeWithin(mostBytes: number | null, text: string, aggregate: string): string {
  if (mostBytes === null) return aggregate
  const perByte = Math.floor(mostAddresses / mostBytes)
  return `case when rest.size_within(octet_length(${text})::bigint * ${perByte}) is not null then ${aggregate} end`
}

/** What PostgreSQL says when it overflows. Nothing else adds to an address. */
export const sizeExceeded = 'result is out of range'

const mostAddresses = 2 ** 32 - 1
