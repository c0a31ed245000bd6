/*
 * Converts values for both adapters: parameters to PostgreSQL's text, results to the JavaScript values that JSON would
 * show.
 */

/** A parameter in PostgreSQL's text format; the server infers its type. */
export function toParameter(value: unknown): string | null {
  if (value === null || value === undefined) {
    return null
  }
  if (Array.isArray(value)) {
    return toArrayLiteral(value)
  }
  if (value instanceof Uint8Array) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  }
  if (value instanceof Date) {
    return value.toISOString()
  }
  if (typeof value === 'object') {
    return JSON.stringify(value)
  }
  return String(value)
}

/** The parser for a column type; null keeps the text. */
export function parserFor(typeOid: number): (text: string) => unknown {
  const element = elementOfArray.get(typeOid)
  if (element === undefined) {
    return scalarParsers.get(typeOid) ?? asText
  }
  const parseElement = scalarParsers.get(element) ?? asText
  return (text) => parseArray(text, parseElement)
}

const scalarParsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [17, parseBytes],
  [20, Number],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, parseJson],
  [700, Number],
  [701, Number],
  [1114, toIsoTimestamp],
  [1184, toIsoTimestamp],
  [3802, parseJson],
])

/** Array type → element type, for the array types in our schemas. */
const elementOfArray: ReadonlyMap<number, number> = new Map([
  [199, 114],
  [1000, 16],
  [1001, 17],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1115, 1114],
  [1182, 1082],
  [1185, 1184],
  [1231, 1700],
  [2951, 2950],
  [3807, 3802],
  [1003, 19],
  [1002, 18],
])

function asText(text: string): string {
  return text
}

function parseJson(text: string): unknown {
  return JSON.parse(text)
}

function parseBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}

/** `2026-11-21 06:15:31.5+00` → `2026-11-21T06:15:31.5+00:00`; keeps "infinity" and BC dates. */
function toIsoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

function toArrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) {
      return toArrayLiteral(value)
    }
    // A fast path: Realtime sends thousands of numbers.
    if (typeof value === 'number') {
      return String(value)
    }
    const text = toParameter(value)
    return text === null ? 'NULL' : `"${text.replace(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${elements.join(',')}}`
}

function parseArray(text: string, parseElement: (text: string) => unknown): unknown[] {
  // Skips bounds such as "[0:1]=" in "[0:1]={1,2}".
  let at = text.indexOf('{')
  return readList()

  function readList(): unknown[] {
    const list: unknown[] = []
    at += 1
    while (text[at] !== '}') {
      list.push(text[at] === '{' ? readList() : readElement())
      if (text[at] === ',') {
        at += 1
      }
    }
    at += 1
    return list
  }

  function readElement(): unknown {
    if (text[at] === '"') {
      return readQuoted()
    }
    const start = at
    while (text[at] !== ',' && text[at] !== '}') {
      at += 1
    }
    const bare = text.slice(start, at)
    return bare === 'NULL' ? null : parseElement(bare)
  }

  function readQuoted(): unknown {
    let value = ''
    at += 1
    while (text[at] !== '"') {
      if (text[at] === '\\') {
        at += 1
      }
      value += text[at]
      at += 1
    }
    at += 1
    return parseElement(value)
  }
}
