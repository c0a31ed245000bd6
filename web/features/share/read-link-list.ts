import { parse } from 'csv-parse/browser/esm/sync'

import { isVariableName } from '#domain/demo-look.ts'
import { limits } from '#domain/limits.ts'
import { readVariableValues } from '#domain/variables.ts'

import { endOfDay } from '../../lib/dates.ts'
import type { LinkText } from './link-calls.ts'

export const linkListBytesMax = 1_000_000
const linksMax = 500

/** The links of a CSV file, or why it can't be used. */
export type LinkList =
  | { readonly links: readonly LinkText[]; readonly problem: null }
  | { readonly links: null; readonly problem: string }

/**
 * Reads a list of people with columns for variables. The first line may name the columns in any order (`name`,
 * `expires`, `company` …); without such a line, they are name and company.
 */
export function readLinkList(text: string): LinkList {
  let rows: readonly { readonly cells: readonly string[]; readonly line: number }[]
  try {
    rows = parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, trim: true })
      .map((cells, index) => ({ cells, line: index + 1 }))
      // Spreadsheets write blank rows as delimiters only.
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
  } catch {
    return failed('This is not a CSV file.')
  }
  const titles = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? []
  const hasTitles = titles.includes('name')
  const columns = hasTitles ? titles : ['name', 'company']
  const people = hasTitles ? rows.slice(1) : rows
  if (people.length === 0) return failed('The file has no names.')
  if (people.length > linksMax) return failed(`A demo has at most ${linksMax} links. The file has ${people.length}.`)
  const links: LinkText[] = []
  for (const { cells: row, line } of people) {
    const cells = new Map(columns.map((column, at) => [column, row[at] ?? '']))
    const name = cells.get('name') ?? ''
    if (name === '') return failed(`Line ${line} has no name.`)
    if (name.length > limits.linkNameMax)
      return failed(`The name in line ${line} is longer than ${limits.linkNameMax} characters.`)
    const day = cells.get('expires') ?? ''
    if (day !== '' && (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))) {
      return failed(`Line ${line} has no date like 2026-12-31 under “expires”.`)
    }
    const values = [...cells].filter(([column]) => column !== 'name' && column !== 'expires' && isVariableName(column))
    links.push({
      name,
      expiresAt: day === '' ? null : endOfDay(day),
      password: undefined,
      variables: readVariableValues(values),
    })
  }
  return { links, problem: null }
}

/** The delimiter that occurs most in the first line, since spreadsheets of some regions write semicolons. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

function failed(problem: string): LinkList {
  return { links: null, problem }
}
