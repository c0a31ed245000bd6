import type { RandomChoices } from '#support/random-choices.ts'

/** Text that commonly breaks programs. */
export function oddText(chance: RandomChoices): string {
  if (chance.often(0.1)) return chance.pick(['a', '%', '(', '"', '{', '💥']).repeat(1 + chance.upTo(3000))
  return chance.pick(oddTexts)
}

/** Mutates text by dropping, doubling, reversing or replacing parts, even within a character's bytes. */
export function mutated(chance: RandomChoices, text: string): string {
  let result = text
  for (let times = 1 + chance.upTo(2); times > 0; times -= 1) {
    const at = chance.upTo(result.length)
    const length = chance.upTo(6)
    const change = chance.pick([
      () => result.slice(0, at) + result.slice(at + length),
      () => result.slice(0, at) + oddText(chance) + result.slice(at),
      () => result.slice(0, at) + result.slice(at, at + length).repeat(3) + result.slice(at + length),
      () => result.slice(0, at) + String.fromCharCode(chance.upTo(0xff_ff)) + result.slice(at + 1),
      () =>
        result.slice(0, at) +
        Array.from(result.slice(at, at + length))
          .toReversed()
          .join('') +
        result.slice(at + length),
    ])
    result = change()
  }
  return result
}

/** A pattern that takes some regex engine seconds or gigabytes, or nearly does. */
export function costlyPattern(chance: RandomChoices, depth = 0): string {
  const part = () =>
    depth < 3 && chance.often(0.6) ? `(${costlyPattern(chance, depth + 1)})` : chance.pick(patternParts)
  const repeat = () =>
    chance.pick(['', '*', '+', '?', '*?', `{${chance.upTo(3)},${chance.upTo(255)}}`, `{${chance.upTo(255)}}`, '{0,}'])
  const parts = Array.from({ length: 1 + chance.upTo(3) }, () => part() + repeat())
  return parts.join(chance.pick(['', '', '|']))
}

/** JSON or a PostgreSQL array, nested as deep as a URL or body allows. */
export function deepText(chance: RandomChoices): string {
  const levels = chance.pick([50, 99, 101, 1000, 3000])
  const [open = '', close = ''] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{', '}'],
    ['(', ')'],
  ])
  return open.repeat(levels) + chance.pick(['', '1']) + (chance.often(0.7) ? close.repeat(levels) : '')
}

const patternParts = String.raw`x y . [xy] [^x] [[:alpha:]] []a] [à-￿] ^ $ x|y () \w \m \1 \( (?=x) (?i) ***=`.split(
  ' ',
)

/** Any JSON; often of the wrong type. */
export function oddJson(chance: RandomChoices, depth = 0): unknown {
  return chance.pick<() => unknown>([
    () => oddText(chance),
    () => chance.pick([0, -1, 1.5, 1e308, 9_007_199_254_740_991, 2_147_483_648]),
    () => chance.often(0.5),
    () => null,
    () => (depth > 3 ? [] : chance.some([1, 2, 3], 3).map(() => oddJson(chance, depth + 1))),
    () =>
      depth > 3
        ? {}
        : Object.fromEntries(
            chance.some(['id', 'name', '__proto__', 'a.b', ''], 3).map((key) => [key, oddJson(chance, depth + 1)]),
          ),
  ])()
}

const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'undefined',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '東京',
  '💥',
  '%00',
  '%',
  '%c0%af',
  "'",
  '"',
  '\\',
  "';--",
  '$1',
  '${x}',
  '{}',
  '[]',
  '{',
  '../../../etc/passwd',
  '..%2f..%2f',
  '//example.com',
  'http://127.0.0.1/',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  'someone@example.com',
  '+4915112345678',
  '2026-02-30',
  'infinity',
  '00000000-0000-0000-0000-000000000000',
  '[1,2)',
  '{1,NULL}',
  'eq.1',
  'select pg_sleep(1)',
  '\r\nx-injected: 1',
]
