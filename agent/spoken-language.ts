/** How a language pronounces what captions write in signs. Each language has a table. */
export interface SpokenLanguage {
  /** The signs between groups of three digits, and before decimals. */
  readonly digits: { readonly group: '.' | ','; readonly decimal: '.' | ',' }
  /** By sign or code. */
  readonly currencies: Readonly<Record<string, SpokenCurrency>>
  /** Words and abbreviations of thousands and millions after a sum. */
  readonly scales: Readonly<Record<string, string>>
  /** Those that also follow a plain number. */
  readonly countScales: readonly string[]
  readonly price: (units: string, currency: string, cents: string) => string
  /** “million” of “dollars”. */
  readonly ofCurrency: (scale: string, currency: string) => string
  /** Whether a sum is said in the singular: “a 20 dollar plan”. */
  readonly isBeforeNoun?: (before: string, after: string) => boolean
  /** After a number: one, many. Abbreviations without their full stop. */
  readonly units: Readonly<Record<string, readonly [string, string]>>
  readonly minutesAfterHours: readonly [string, string]
  /** After a slash, with the preposition. */
  readonly perUnits: Readonly<Record<string, string>>
  /** From January. */
  readonly months: readonly string[]
  /** Of months, without their full stop. */
  readonly shortMonths: readonly string[]
  /** From Monday. */
  readonly days: readonly string[]
  readonly shortDays: readonly string[]
  readonly slashDates: 'month-first' | 'day-first'
  readonly date: (day: number, month: string, year: string) => string
  readonly time: (hour: number, minute: string) => string
  /** A word after a time that `time` contains already. */
  readonly clockWord: string
  /** Nouns before Roman numerals. */
  readonly numbered: readonly string[]
  readonly words: Readonly<Record<SpokenWord, string>>
  readonly phrases: readonly (readonly [RegExp, string])[]
  /** Names whose pronunciation differs from their spelling. */
  readonly sayings: Readonly<Record<string, string>>
  /** Acronyms with a vowel that are spelled out nevertheless. */
  readonly spelled: ReadonlySet<string>
}

interface SpokenCurrency {
  readonly one: string
  readonly many: string
  /** One and many; missing where amounts have none. */
  readonly cents?: readonly [string, string]
}

type SpokenWord =
  | 'percent'
  | 'to'
  | 'at'
  | 'dot'
  | 'hyphen'
  | 'underscore'
  | 'and'
  | 'or'
  | 'of'
  | 'by'
  | 'ratio'
  | 'plus'
  | 'minus'
  | 'plusMinus'
  | 'equals'
  | 'number'
  | 'section'
  | 'stars'
  | 'next'
  | 'point'
  | 'version'
  | 'about'
  | 'times'
  | 'atLeast'
  | 'atMost'
  | 'lessThan'
  | 'moreThan'
