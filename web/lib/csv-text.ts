export type CsvValue = string | number | null | undefined

/**
 * Rows as a CSV file (RFC 4180) that Excel reads as UTF-8. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front, as what visitors send ends up in such files.
 */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
