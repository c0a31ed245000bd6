export type CsvValue = string | number | null | undefined

/** CSV dialect of a region; with a decimal comma, cells are separated by semicolons. */
export interface CsvStyle {
  readonly separator: ',' | ';'
  readonly decimal: '.' | ','
}

/**
 * Rows as CSV for spreadsheets of the reader's region, with numbers in its format: German Excel reads 0.5 as text and
 * 1.5 as a date. UTF-8 with a byte order mark. Cells that would execute as formulas get an apostrophe, because some
 * contain visitors' input.
 */
export function csvText(rows: readonly (readonly CsvValue[])[], style = styleOf()): string {
  const line = (row: readonly CsvValue[]) => `${row.map((value) => cellText(value, style)).join(style.separator)}\r\n`
  return `\uFEFF${rows.map(line).join('')}`
}

/** A time that spreadsheets of any region can read, in UTC; the column's name must say so. */
export function csvMoment(iso: string | null | undefined): string | null {
  return iso === null || iso === undefined ? null : new Date(iso).toISOString().slice(0, 19).replace('T', ' ')
}

/** The CSV dialect of a region, by default the reader's own. */
export function styleOf(region?: string): CsvStyle {
  const hasComma = new Intl.NumberFormat(region).format(1.5).includes(',')
  return hasComma ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }
}

function cellText(value: CsvValue, { separator, decimal }: CsvStyle): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', decimal)
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  const isPlain = !/["\r\n]/.test(text) && !text.includes(separator) && text === text.trim()
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}
