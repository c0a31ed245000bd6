import { badBody } from './rest-error.ts'

/** CSV with a header line, as objects; the word NULL without quotes or with them is null, as PostgREST has it. */
export function parseCsv(text: string): readonly Readonly<Record<string, string | null>>[] {
  const [header, ...records] = readRecords(text)
  if (header === undefined) {
    throw badBody()
  }
  return records.map((record) => {
    if (record.length !== header.length) {
      throw badBody('All lines must have same number of fields')
    }
    return Object.fromEntries(
      header.map((name, index) => [name, record[index] === 'NULL' ? null : (record[index] ?? '')]),
    )
  })
}

function readRecords(text: string): readonly (readonly string[])[] {
  const records: string[][] = []
  let record: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/uy
  while (field.lastIndex < text.length || record.length > 0) {
    const found = field.exec(text)
    if (found === null) {
      throw badBody()
    }
    const [, quoted, bare = '', end] = found
    record.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end !== ',') {
      records.push(record)
      record = []
    }
  }
  return records.filter((each) => each.length > 1 || each[0] !== '')
}
