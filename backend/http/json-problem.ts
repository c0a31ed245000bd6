/** Limits for JSON, beyond which parsers run out of stack, memory or time. */
export interface JsonLimits {
  readonly depth: number
  /** Values and keys in total. */
  readonly values: number
  /** Characters of a number; parsing a longer one takes far longer than a text of that length. */
  readonly numberLength: number
}

/**
 * Why a JSON text is too large to parse, as the end of a sentence; null when it isn't. One pass in constant memory;
 * doesn't validate the JSON.
 */
export function jsonProblem(
  text: string,
  { depth: maxDepth, values: maxValues, numberLength: maxNumber } = usualJsonLimits,
): string | null {
  let depth = 0
  let values = 1
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isNumberPart(code)) {
      digits += 1
      if (digits > maxNumber) return `holds a number of more than ${maxNumber} characters`
      continue
    }
    digits = 0
    switch (code) {
      case quote:
        at = endOfString(text, at)
        break
      case openBracket:
      case openBrace:
        depth += 1
        values += 1
        if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep`
        break
      case closeBracket:
      case closeBrace:
        depth -= 1
        break
      case comma:
      case colon:
        values += 1
        break
      default:
    }
    if (values > maxValues) return `holds more than ${maxValues} values`
  }
  return null
}

const usualJsonLimits: JsonLimits = { depth: 100, values: 100_000, numberLength: 1_000 }

const backslash = 92
const [quote, openBracket, openBrace, closeBracket, closeBrace, comma, colon] = [34, 91, 123, 93, 125, 44, 58]

function isNumberPart(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 43 || code === 101 || code === 69
}

/** Index of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
    at = end + 1
  }
}
