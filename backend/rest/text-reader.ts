import { requestTooComplex, unreadable } from './rest-error.ts'

/** Scans one URL parameter. `fail` builds PostgREST's error with the current position. */
export class TextReader {
  readonly #what: string
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(what: string, text: string) {
    this.#what = what
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** The next character, '' at the end. */
  get next(): string {
    return this.#text.charAt(this.#at)
  }

  startsWith(token: string): boolean {
    return this.#text.startsWith(token, this.#at)
  }

  accept(token: string): boolean {
    if (!this.startsWith(token)) {
      return false
    }
    this.#at += token.length
    return true
  }

  expect(token: string): void {
    if (!this.accept(token)) {
      this.fail(`expecting "${token}"`)
    }
  }

  /** Skips insignificant whitespace. */
  skipSpace(): void {
    while (/\s/.test(this.next)) this.#at += 1
  }

  /** Consumes and returns a sticky pattern's match, or null. */
  match(pattern: RegExp): string | null {
    const sticky = stickyOf(pattern.source)
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#text)?.[0] ?? null
    this.#at += found?.length ?? 0
    return found
  }

  /** `"…"` with escapes `\"` and `\\`; starts at the opening quote. */
  quoted(): string {
    this.expect('"')
    let value = ''
    while (!this.accept('"')) {
      if (this.isAtEnd) {
        this.fail('expecting "\\""')
      }
      this.accept('\\')
      value += this.next
      this.#at += 1
    }
    return value
  }

  /** Called before recursing, so that no request exhausts the stack. */
  enter(): void {
    this.#depth += 1
    if (this.#depth > maxDepth) {
      throw requestTooComplex(`The ${this.#what} is nested more than ${maxDepth} levels deep.`)
    }
  }

  leave(): void {
    this.#depth -= 1
  }

  fail(expecting: string): never {
    const found = this.isAtEnd ? 'unexpected end of input' : `unexpected "${this.next}"`
    throw unreadable(this.#what, this.#text, this.#at + 1, `${found} ${expecting}`)
  }
}

/** Refuses a list far longer than a query may select or sort by, because counting is quicker than parsing. */
export function requireFewCommas(what: string, text: string): void {
  let commas = 0
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) commas += 1
  if (commas > commasMax) throw requestTooComplex(`The ${what} parameter has more than ${commasMax} commas.`)
}

const commasMax = 2_000

/** Building an expression takes longer than matching it; there are as many as the parsers have patterns. */
const stickies = new Map<string, RegExp>()

function stickyOf(source: string): RegExp {
  const known = stickies.get(source) ?? new RegExp(source, 'uy')
  stickies.set(source, known)
  return known
}

/** The settings allow fewer embedded tables. */
const maxDepth = 30
