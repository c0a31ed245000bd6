import type { QueryResult } from '#backend/database/database.ts'

/** Formats rows like psql. */
export function textTable({ rows, rowCount }: QueryResult): string {
  const [first] = rows
  if (first === undefined) return `(${countOf(rowCount)})`
  const names = Object.keys(first)
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])))
  const widths = names.map((name, index) => Math.max(name.length, ...cells.map((row) => (row[index] ?? '').length)))
  const line = (row: readonly string[]): string =>
    ` ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')}`.trimEnd()
  const rule = widths.map((width) => '-'.repeat(width + 2)).join('+')
  return [line(names), rule, ...cells.map(line), `(${countOf(rows.length)})`].join('\n')
}

function countOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value).replaceAll('\n', ' ')
  // Escapes terminal control characters.
  return String(value)
    .replaceAll('\n', '↵')
    .replaceAll(/\p{Cc}/gu, '·')
}
