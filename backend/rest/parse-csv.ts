import { badBody } from './rest-error.ts'

/** Parses CSV with a header; as in PostgREST, NULL means null, quoted or not. */
export function parseCsv(text: string): readonly Readonly<Record<string, string | null>>[] {
  const [header, ...records] = readRecords(text)
  if (header === undefined) {
    throw badBody()
  }
  // Lines may be shorter or longer than the header, but all by the same amount: they determine the written columns.
  const lengths = new Set(records.map((record) => Math.min(record.length, header.length)))
  if (lengths.size > 1) {
    throw badBody('All lines must have same number of fields')
  }
  const names = header.slice(0, [...lengths][0])
  return records.map((record) =>
    Object.fromEntries(names.map((name, index) => [name, record[index] === 'NULL' ? null : (record[index] ?? '')])),
  )
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
