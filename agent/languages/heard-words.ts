import type { AgentLanguage } from '#domain/agent-languages.ts'

import { readSpelledAddress } from '../spelled-address.ts'
import { foldAccents } from './fold-accents.ts'
import { heardInFrench } from './french-heard.ts'
import { heardInGerman } from './german-heard.ts'
import { writeNumericDates } from './month-dates.ts'
import { heardInSpanish } from './spanish-heard.ts'
import { writeSpokenNumbers } from './heard-numbers.ts'

/** A language's phrases for everything except questions about the product, with their English equivalents. */
export interface HeardWords {
  /**
   * Rules, tried in order on text in lower case without accents and punctuation. The first match gives the English
   * request; days and times in the sentence are appended to it.
   */
  readonly remarks: readonly (readonly [RegExp, string])[]
  /** Days, times and positions in a list. */
  readonly times: readonly (readonly [RegExp, string])[]
  /** Matches the start of a question. */
  readonly asks: RegExp
  /** Subjects other than the visitor: “can customers book a meeting?” asks about the product. */
  readonly others: RegExp
  /** Patterns around a name: “my name is”, “I'm … from”. */
  readonly names: readonly (readonly [RegExp, string])[]
  /** Patterns around a team's size and a budget. */
  readonly facts: readonly (readonly [RegExp, string])[]
}

const byLanguage: Readonly<Record<Exclude<AgentLanguage, 'en'>, HeardWords>> = {
  de: heardInGerman,
  fr: heardInFrench,
  es: heardInSpanish,
}

/**
 * Translates a remark, command, time or address to English, so that one set of rules handles all languages. Null for
 * anything else, which counts as a question.
 */
export function toEnglish(text: string, language: AgentLanguage): string | null {
  if (language === 'en') return text
  if (/\S@\S/.test(text)) return text
  const spelled = readSpelledAddress(text, language)
  if (spelled?.isWhole === true) return spelled.address
  const { remarks, times, asks, names, others } = byLanguage[language]
  const named = names.find(([frame]) => frame.test(text))
  if (named !== undefined) return text.replace(named[0], named[1])
  const said = writeSpokenNumbers(plain(writeNumericDates(text)), language)
  const when = timesIn(said, times)
  const isAboutOthers = others.test(said)
  const rule = remarks.find(([pattern, english]) => pattern.test(said) && !(isAboutOthers && acts.has(english)))
  if (rule !== undefined) return [inEnglish(said, rule), when].filter((part) => part !== '').join(' ')
  const isQuestion = /[?？]\s*$/.test(text) || asks.test(said)
  if (when !== '' && !isQuestion && said.split(' ').length <= timeWordsMax) return when
  // A text without letters is the same in every language.
  return /\p{L}/u.test(text) ? null : text
}

/** Requests that make the agent act. */
const acts: ReadonlySet<string> = new Set([
  'book a meeting',
  'cancel my meeting',
  'reschedule my meeting',
  'talk to a person',
  'delete my data',
  'send me some information',
  'can I get a discount',
])

function inEnglish(said: string, [pattern, english]: readonly [RegExp, string]): string {
  const match = pattern.exec(said)
  return english.replace('$1', match?.[1] ?? '')
}

/** The text with facts about the visitor in English: “we are 12 people und suchen …”. */
export function tellsInEnglish(text: string, language: AgentLanguage): string {
  if (language === 'en') return ''
  const written = writeSpokenNumbers(text, language)
  const told = byLanguage[language].facts.reduce((rest, [frame, english]) => rest.replace(frame, english), written)
  // “5.000” is not a decimal here.
  return told === written ? '' : told.replace(/(\d)[.\u202f\u00a0 ](?=\d{3}\b)/g, '$1')
}

/** A longer sentence that mentions a time is about something else. */
const timeWordsMax = 12

function timesIn(said: string, times: HeardWords['times']): string {
  const found: { readonly at: number; readonly text: string }[] = []
  let rest = said
  for (const [pattern, english] of times) {
    const all = new RegExp(pattern.source, 'g')
    for (const match of rest.matchAll(all)) {
      found.push({ at: match.index, text: match[0].replace(pattern, english).trim() })
    }
    rest = rest.replace(all, (match) => '_'.repeat(match.length))
  }
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(' ')
}

function plain(text: string): string {
  return foldAccents(text)
    .replace(/(\d)[:.](?=\d\d\b)/g, '$1:')
    .replace(/[^\p{L}\p{N}:]+/gu, ' ')
    .trim()
}
