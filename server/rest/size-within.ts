/**
 * SQL of an aggregate over rows, which fails at the row that makes `text` longer than `mostBytes` in all: long before
 * PostgreSQL has run out of memory. `rest.size_within` (embedded/40-rest.sql) overflows then, see `sizeExceeded`.
 */
export function sizeWithin(mostBytes: number | null, text: string, aggregate: string): string {
  if (mostBytes === null) return aggregate
  const perByte = mostOfLsn / BigInt(mostBytes)
  return `case when rest.size_within(octet_length(${text}) * ${perByte}::numeric) is not null then ${aggregate} end`
}

/** What PostgreSQL says when it overflows, under codes that differ by version. Nothing else adds to such a number. */
export const sizeExceeded = 'pg_lsn out of range'

const mostOfLsn = 2n ** 64n - 1n
