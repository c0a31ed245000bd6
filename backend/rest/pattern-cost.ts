/** Why a pattern is too expensive, as the end of a sentence; null when it is fine. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > maxPatternLength) return `has more than ${maxPatternLength} characters`
  if (pattern.startsWith('***')) return 'begins with ***, which would change how it is read'
  const cost = new PatternReader(pattern).read()
  if (typeof cost === 'string') return cost
  return cost > maxCost ? 'repeats so much that searching for it would take too long' : null
}

/** As patternProblem, for all patterns of `match(any).{…}` together. */
export function patternListProblem(list: string): string | null {
  const patterns = elementsOf(list)
  const problem = patterns.map(patternProblem).find((each) => each !== null) ?? null
  if (problem !== null) return problem
  const cost = patterns.reduce((sum, pattern) => sum + Number(new PatternReader(pattern).read()), 0)
  return cost > maxCost ? 'repeats so much that searching for it would take too long' : null
}

/** Maximum length, the same as in Realtime's filters. */
const maxPatternLength = 500
/** Measured: up to this, PGlite compiles a pattern in 0.2 s; beyond, the time grows with the cube. */
const maxCost = 1000
/** Case-insensitive matching expands a bracket of non-ASCII letters one by one. */
const wideBracketCost = 25
/** Optional and repeated parts cost more, since PostgreSQL tries all ways around them. */
const optionalCost = 4
/** Anchors and word boundaries are expensive once repeated. */
const placeCost = 100

/**
 * Parses a pattern like PostgreSQL's advanced regular expressions and counts its states: a bound copies what it
 * repeats. Refuses back references and lookarounds, which need backtracking, and embedded options, which change the
 * meaning of the rest.
 */
class PatternReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The cost, or why the pattern is refused. PostgreSQL itself checks the syntax. */
  read(): number | string {
    // Cost of each open group so far, and of its last element.
    const groups: { total: number; last: number }[] = [{ total: 0, last: 0 }]
    while (this.#at < this.#text.length) {
      const group = groups.at(-1)
      if (group === undefined) return 'closes a bracket that is not open'
      const letter = this.#text.charAt(this.#at)
      if (letter === '(') {
        if (this.#text.startsWith('(?', this.#at) && !this.#text.startsWith('(?:', this.#at)) {
          return 'looks around or sets options with (?'
        }
        this.#at += this.#text.startsWith('(?:', this.#at) ? 3 : 1
        groups.push({ total: 0, last: 0 })
        if (groups.length > maxGroupDepth) return `has brackets more than ${maxGroupDepth - 1} deep`
      } else if (letter === ')') {
        this.#at += 1
        groups.pop()
        const outer = groups.at(-1)
        if (outer !== undefined) {
          outer.total += outer.last
          outer.last = group.total + group.last + 1
        }
      } else {
        const factor = this.#quantifier()
        if (factor === null) {
          const cost = this.#atom()
          if (typeof cost === 'string') return cost
          group.total += group.last
          group.last = cost
        } else {
          group.last *= factor
        }
      }
      if ((groups.at(-1)?.last ?? 0) > maxCost * 1000)
        return 'repeats so much that searching for it would take too long'
    }
    // PostgreSQL rejects unclosed groups; count them all the same.
    return groups.reduce((sum, { total, last }) => sum + total + last, 0)
  }

  /** How often a quantifier repeats the previous element; null when none follows. */
  #quantifier(): number | null {
    const found = /[*+?]\??|\{(\d{1,9})(,(\d{1,9})?)?\}\??/y
    found.lastIndex = this.#at
    const match = found.exec(this.#text)
    if (match === null) return null
    this.#at += match[0].length
    if (match[1] === undefined) return match[0].startsWith('+') ? 2 : optionalCost
    const least = Number(match[1])
    if (match[2] === undefined) return Math.max(1, least)
    const most = match[3] === undefined ? least + 1 : Math.max(least, Number(match[3]))
    return Math.max(optionalCost, least + 2 * (most - least))
  }

  /** Consumes one letter, escape or bracket. */
  #atom(): number | string {
    const letter = this.#text.charAt(this.#at)
    if (letter === '\\') {
      const next = this.#text.charAt(this.#at + 1)
      if (/[1-9]/.test(next)) return 'refers back to what it has found'
      this.#at += 2
      return /[mMyYAZ]/.test(next) ? placeCost : /[wWsSdD]/.test(next) ? 2 : 1
    }
    if (letter !== '[') {
      this.#at += 1
      return letter === '^' || letter === '$' ? placeCost : 1
    }
    const bracket = /\[\^?\]?(?:\[:[a-z]+:\]|\[(?![.:=])|\\[^]|[^\][\\])*\]/uy
    bracket.lastIndex = this.#at
    const found = bracket.exec(this.#text)?.[0]
    if (found === undefined) return 'has a bracket [ ] that is not closed, or holds another one'
    this.#at += found.length
    return /[^\0-\u007f]|\\[uUx0-9]/.test(found) ? wideBracketCost : 2
  }
}

const maxGroupDepth = 21

function elementsOf(list: string): readonly string[] {
  return [...list.matchAll(/"((?:[^"\\]|\\[^])*)"?|((?:[^{},"\\]|\\[^])+)/gu)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll(/\\([^])/g, '$1'),
  )
}
