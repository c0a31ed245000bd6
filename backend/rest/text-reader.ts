import { requestTooComplex, unreadable } from './rest-error.ts'

/** Walks through one parameter of the address. `fail` makes PostgREST's error with the place reached. */
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

  /** The next character, or nothing at the end. */
  get next(): string {
    return this.#text.charAt(this.#at)
  }

  startsWith(token: string): boolean {
    return this.#text.startsWith(token, this.#at)
  }

  /** Steps over the token when it comes next. */
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

  /** White space around names and between the parts of a list means nothing. */
  skipSpace(): void {
    while (/\s/.test(this.next)) this.#at += 1
  }

  /** What a sticky pattern matches here, or null; steps over it. */
  match(pattern: RegExp): string | null {
    const sticky = new RegExp(pattern.source, 'uy')
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#text)?.[0] ?? null
    this.#at += found?.length ?? 0
    return found
  }

  /** `"…"` with `\"` and `\\` inside; the opening quote comes next. */
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

  /** Called before what holds more of its own kind is read, so that no request exhausts the stack. */
  enter(): void {
    this.#depth += 1
    if (this.#depth > deepest) {
      throw requestTooComplex(`The ${this.#what} is nested more than ${deepest} levels deep.`)
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

/** Of embedded tables the settings allow fewer. */
const deepest = 30
