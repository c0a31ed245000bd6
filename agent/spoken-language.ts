/** The words a language uses for the signs and abbreviations in captions. Each language has such a table. */
export interface SpokenLanguage {
  /** The signs between groups of three digits, and before decimals. */
  readonly digits: { readonly group: '.' | ','; readonly decimal: '.' | ',' }
  /** By currency sign or code. */
  readonly currencies: Readonly<Record<string, SpokenCurrency>>
  /** Words and abbreviations for thousands and millions after a sum. */
  readonly scales: Readonly<Record<string, string>>
  /** The scales that also follow a plain number. */
  readonly countScales: readonly string[]
  readonly price: (units: string, currency: string, cents: string) => string
  /** Joins “million” and “dollars”, in some languages with a preposition. */
  readonly ofCurrency: (scale: string, currency: string) => string
  /** Whether a sum is said in the singular: “a 20 dollar plan”. */
  readonly isBeforeNoun?: (before: string, after: string) => boolean
  /** Units after a number, in singular and plural. The keys are abbreviations without their full stop. */
  readonly units: Readonly<Record<string, readonly [string, string]>>
  readonly minutesAfterHours: readonly [string, string]
  /** Units after a slash, with the preposition. */
  readonly perUnits: Readonly<Record<string, string>>
  /** Months, starting with January. */
  readonly months: readonly string[]
  /** Abbreviated months without their full stop. */
  readonly shortMonths: readonly string[]
  /** Weekdays, starting with Monday. */
  readonly days: readonly string[]
  readonly shortDays: readonly string[]
  readonly slashDates: 'month-first' | 'day-first'
  readonly date: (day: number, month: string, year: string) => string
  readonly time: (hour: number, minute: string) => string
  /** A word after a time, which `time` already includes. */
  readonly clockWord: string
  /** Nouns that come before Roman numerals. */
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
  /** Singular and plural; missing for currencies without cents. */
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
