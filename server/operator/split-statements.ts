/**
 * Splits SQL into statements plus the rest after the last semicolon. Skips semicolons in strings, quoted names, dollar
 * quotes and comments.
 */
export function splitStatements(text: string): { readonly statements: readonly string[]; readonly rest: string } {
  const statements: string[] = []
  let start = 0
  let at = 0
  while (at < text.length) {
    const quoted = quotedAt(text, at)
    if (quoted === null) return { statements, rest: text.slice(start) }
    if (quoted > at) {
      at = quoted
    } else {
      if (text[at] === ';') {
        const statement = text.slice(start, at).trim()
        if (statement !== '') statements.push(statement)
        start = at + 1
      }
      at += 1
    }
  }
  return { statements, rest: text.slice(start) }
}

/** Where the quote or comment starting here ends; `at` if none starts; null if it is unterminated. */
function quotedAt(text: string, at: number): number | null {
  const rest = text.slice(at)
  if (rest.startsWith('--')) return endOf(text, '\n', at + 2)
  if (rest.startsWith('/*')) return endOfComment(text, at)
  const isEscaping = /^[eE]'/.test(rest) && !/\w/.test(text[at - 1] ?? '')
  if (isEscaping) return endOfEscaped(text, at + 2)
  if (rest.startsWith("'")) return endOf(text, "'", at + 1)
  if (rest.startsWith('"')) return endOf(text, '"', at + 1)
  const [dollar] = /^\$(?:[A-Za-z_]\w*)?\$/.exec(rest) ?? []
  if (dollar !== undefined && !/\w/.test(text[at - 1] ?? '')) return endOf(text, dollar, at + dollar.length)
  return at
}

function endOf(text: string, mark: string, from: number): number | null {
  const found = text.indexOf(mark, from)
  return found === -1 ? null : found + mark.length
}

function endOfEscaped(text: string, from: number): number | null {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === "'") return at + 1
  }
  return null
}

/** Block comments nest. */
function endOfComment(text: string, from: number): number | null {
  let depth = 0
  for (let at = from; at < text.length - 1; at += 1) {
    const two = text.slice(at, at + 2)
    if (two === '/*') depth += 1
    if (two === '*/') depth -= 1
    if (two === '/*' || two === '*/') at += 1
    if (depth === 0) return at + 1
  }
  return null
}
