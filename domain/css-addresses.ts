/*
 * Finds every URL in a style sheet by tokens (CSS Syntax Level 3), so that escapes, comments and strings can't hide
 * one. Runs in linear time, and any input gives a valid style sheet.
 */

export interface CssRewrite {
  /** The replacement URL; null disables it. */
  readonly address: (address: string) => string | null
  /** The replacement for an @import; without it, imports are removed. */
  readonly importRule?: (address: string, conditions: string) => string
  /** The replacement for a text that the page shows, or keeps in a variable. */
  readonly shownText?: (text: string) => string
  /** The replacement for a name, such as a class, and for a string that isn't a shown text. */
  readonly name?: (name: string) => string
  /** Selectors that replace pseudo-classes, by name without the colon. */
  readonly pseudoClasses?: ReadonlyMap<string, string>
}

/** The style sheet with its URLs replaced; safe inside a style element. */
export function rewriteCss(css: string, rewrite: CssRewrite): string {
  const output: string[] = []
  /** Names of the functions around the current token; '' for a plain parenthesis. */
  const around: string[] = []
  let at = 0
  let lastName = ''
  /** The property of the current declaration. */
  let property = ''
  const written = ({ value, start, end }: Read) => {
    const isNumber = /^[+-]?\d/.test(css.slice(start, start + 2))
    const renamed = isNumber ? value : (rewrite.name?.(value) ?? value)
    return renamed === value ? css.slice(start, end) : escapeName(renamed)
  }
  const toUrl = (address: string) => `url("${escapeString(rewrite.address(address) ?? invalidAddress)}")`

  while (at < css.length) {
    const char = css[at] ?? ''
    if (css.startsWith('/*', at)) {
      const end = css.indexOf('*/', at + 2)
      at = end === -1 ? css.length : end + 2
      output.push('/**/')
    } else if (char === '"' || char === "'") {
      const string = readString(css, at)
      at = string.end
      const isAddress = addressFunctions.has(around.at(-1) ?? '')
      // A variable could carry any string into a URL.
      const replace = holdsText(property) ? rewrite.shownText : rewrite.name
      const text = replace?.(string.value) ?? string.value
      const plain = absoluteAddress.test(text) ? '' : text
      const value = isAddress ? (rewrite.address(string.value) ?? invalidAddress) : plain
      output.push(`"${escapeString(value)}"`)
    } else if (char === '@') {
      const name = readName(css, at + 1)
      at = name.end
      const keyword = name.value.toLowerCase()
      if (!droppedRules.has(keyword)) {
        output.push(`@${css.slice(at - (name.end - name.start), at)}`)
      } else {
        const statement = readStatement(css, at)
        at = statement.end
        if (keyword === 'import' && rewrite.importRule !== undefined && statement.address !== null) {
          output.push(rewrite.importRule(statement.address, statement.rest))
        }
      }
    } else if (startsName(css, at)) {
      const name = readName(css, at)
      const word = name.value.toLowerCase()
      lastName = word
      const standIn = rewrite.pseudoClasses?.get(word)
      if (css[name.end] === '(') {
        at = name.end + 1
        const address = word === 'url' ? readUrl(css, at) : null
        if (address !== null) {
          at = address.end
          output.push(toUrl(address.value))
        } else {
          // A variable could contain a string that is a URL here.
          const isVariable = substitutions.has(word) && addressFunctions.has(around.at(-1) ?? '')
          output.push(isVariable ? 'invalid(' : `${css.slice(name.start, name.end)}(`)
          around.push(word)
        }
      } else if (standIn !== undefined && output.at(-1) === ':' && output.at(-2) !== ':' && around.at(-1) !== '') {
        // A bare parenthesis belongs to a media query, such as (hover:hover).
        output[output.length - 1] = standIn
        at = name.end
      } else {
        output.push(written(name))
        at = name.end
      }
    } else {
      if (char === ':') property = lastName
      if (char === ';' || char === '{' || char === '}') property = ''
      if (char === '(') around.push('')
      if (char === ')') around.pop()
      // In a broken declaration, a block ends every function that was left open.
      if (char === '}') around.length = 0
      output.push(char)
      at += 1
    }
  }
  // Comparisons in media queries may have the space.
  return output.join('').replaceAll(/<(?=[a-z!/?])/gi, '< ')
}

function holdsText(property: string): boolean {
  return property === 'content' || property.startsWith('--')
}

const absoluteAddress = /^\s*(?:https?:)?\/\//i
/** CSS's own URL for a resource that doesn't exist. */
const invalidAddress = 'about:invalid'
const addressFunctions = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])
const substitutions = new Set(['var', 'env', 'attr', 'if'])
const droppedRules = new Set(['import', 'charset', 'namespace'])

interface Read {
  readonly value: string
  readonly start: number
  readonly end: number
}

function readString(css: string, start: number): Read {
  const quote = css[start]
  let value = ''
  let at = start + 1
  while (at < css.length) {
    const char = css[at] ?? ''
    if (char === quote) return { value, start, end: at + 1 }
    if (isNewline(char)) break
    if (char === '\\') {
      if (isNewline(css[at + 1] ?? '')) at += css.startsWith('\r\n', at + 1) ? 3 : 2
      else {
        const escaped = readEscape(css, at)
        value += escaped.value
        at = escaped.end
      }
    } else {
      value += char
      at += 1
    }
  }
  return { value, start, end: at }
}

/** An unquoted URL after `url(`; null if a string follows. */
function readUrl(css: string, start: number): Read | null {
  let at = start
  while (isSpace(css[at] ?? '')) at += 1
  if (css[at] === '"' || css[at] === "'") return null
  let value = ''
  while (at < css.length && css[at] !== ')') {
    if (css[at] === '\\') {
      const escaped = readEscape(css, at)
      value += escaped.value
      at = escaped.end
    } else {
      value += css[at] ?? ''
      at += 1
    }
  }
  return { value: value.trim(), start, end: at + 1 }
}

/** The rest of an at-rule that ends with a semicolon. */
function readStatement(css: string, start: number): { address: string | null; rest: string; end: number } {
  let address: string | null = null
  let rest = ''
  let at = start
  while (at < css.length && css[at] !== ';' && css[at] !== '{' && css[at] !== '}') {
    const char = css[at] ?? ''
    if (char === '"' || char === "'") {
      const string = readString(css, at)
      address ??= string.value
      at = Math.max(string.end, at + 1)
    } else if (css.startsWith('/*', at)) {
      const end = css.indexOf('*/', at + 2)
      at = end === -1 ? css.length : end + 2
    } else if (startsName(css, at)) {
      const name = readName(css, at)
      at = name.end
      if (name.value.toLowerCase() === 'url' && css[at] === '(') {
        const url = readUrl(css, at + 1)
        if (url === null) at += 1
        else {
          address ??= url.value
          at = url.end
        }
      } else if (address !== null) rest += name.value
    } else {
      if (address !== null) rest += char
      at += 1
    }
  }
  return { address, rest: rest.replace(/^[\s)]+/, '').trim(), end: css[at] === ';' ? at + 1 : at }
}

function readName(css: string, start: number): Read {
  let value = ''
  let at = start
  while (at < css.length) {
    const char = css[at] ?? ''
    if (isNameChar(char)) {
      value += char
      at += 1
    } else if (char === '\\' && !isNewline(css[at + 1] ?? '\n')) {
      const escaped = readEscape(css, at)
      value += escaped.value
      at = escaped.end
    } else break
  }
  return { value, start, end: at }
}

function startsName(css: string, at: number): boolean {
  return isNameChar(css[at] ?? '') || (css[at] === '\\' && !isNewline(css[at + 1] ?? '\n'))
}

function readEscape(css: string, start: number): Read {
  const hex = /^[\da-f]{1,6}/i.exec(css.slice(start + 1, start + 7))?.[0]
  if (hex === undefined) {
    const char = String.fromCodePoint(css.codePointAt(start + 1) ?? replacement)
    return { value: char, start, end: Math.min(css.length, start + 1 + char.length) }
  }
  const code = Number.parseInt(hex, 16)
  const isCharacter = code !== 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
  let end = start + 1 + hex.length
  if (css.startsWith('\r\n', end)) end += 2
  else if (isSpace(css[end] ?? '')) end += 1
  return { value: String.fromCodePoint(isCharacter ? code : replacement), start, end }
}

const replacement = 0xff_fd

function escapeString(value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters end strings or are dropped by parsers
  return value.replace(/["\\<\u0000-\u001f\u007f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)
}

function escapeName(value: string): string {
  return value.replace(/^-?\d|[^\w\u0080-\u{10ffff}-]/gu, (part) => {
    const char = part.at(-1) ?? ''
    return `${part.slice(0, -1)}\\${char.charCodeAt(0).toString(16)} `
  })
}

function isNameChar(char: string): boolean {
  return /[\w-]/.test(char) || char >= '\u0080'
}

function isNewline(char: string): boolean {
  return char === '\n' || char === '\r' || char === '\f'
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\t' || isNewline(char)
}
