import { CsvError, parse } from 'csv-parse/sync'

export interface CsvRow {
  /** Line of the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a CSV file without its header, or a sentence if it isn't one. Accepts commas, semicolons and tabs. */
export function readCsv(text: string, rowsMax: number): readonly CsvRow[] | string {
  const start = text.slice(0, 2_000).split('\n', 1)[0] ?? ''
  const delimiter = ['\t', ';', ','].find((each) => start.includes(each)) ?? ','
  if (countUpTo(text, delimiter, delimitersMax) === delimitersMax) return 'The file has too many columns.'
  try {
    const found = parse(text.replaceAll('\0', ''), {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
      to: rowsMax + 2,
    }) as unknown as readonly { readonly info: { readonly lines: number }; readonly record: readonly string[] }[]
    const rows = found.map(({ info, record }) => ({ line: info.lines, cells: record.map((cell) => cell.trim()) }))
    const hasHeader = /^(?:question|frage|pregunta|q)s?$/i.test(rows[0]?.cells[0] ?? '')
    const data = hasHeader ? rows.slice(1) : rows
    if (data.length > rowsMax) return `The file has more than ${rowsMax} rows. Split it.`
    return data.length === 0 ? 'The file has no rows.' : data
  } catch (error) {
    if (error instanceof CsvError) return `The file is not valid CSV: ${error.message}.`
    throw error
  }
}

function countUpTo(text: string, sign: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1 && count < most; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

/** Each may begin a cell, and a million cells take a quarter of a second. */
const delimitersMax = 300_000
