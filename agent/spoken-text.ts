import type { Pronunciation } from '#domain/speech-providers.ts'

import { toPlainText } from './plain-text.ts'
import { spokenEnglish } from './spoken-english.ts'

/** How a language pronounces what captions write in signs. Each language has a table. */
export interface SpokenLanguage {
  readonly currencies: Readonly<Record<string, { readonly one: string; readonly many: string; readonly cents: string }>>
  readonly scales: Readonly<Record<string, string>>
  /** After a number: one, many. */
  readonly units: Readonly<Record<string, readonly [string, string]>>
  readonly minutesAfterHours: readonly [string, string]
  /** After a slash. */
  readonly perUnits: Readonly<Record<string, string>>
  /** From January. */
  readonly months: readonly string[]
  /** From Monday. */
  readonly days: readonly string[]
  readonly slashDates: 'month-first' | 'day-first'
  readonly date: (day: number, month: string, year: string) => string
  readonly time: (hour: number, minute: string) => string
  readonly words: Readonly<
    Record<
      | 'percent'
      | 'to'
      | 'at'
      | 'dot'
      | 'and'
      | 'or'
      | 'plus'
      | 'minus'
      | 'equals'
      | 'number'
      | 'next'
      | 'point'
      | 'version'
      | 'per'
      | 'about'
      | 'times'
      | 'atLeast'
      | 'atMost'
      | 'lessThan'
      | 'moreThan',
      string
    >
  >
  readonly phrases: readonly (readonly [RegExp, string])[]
  /** Names whose pronunciation differs from their spelling. */
  readonly sayings: Readonly<Record<string, string>>
  /** Acronyms with a vowel that are spelled out nevertheless. */
  readonly spelled: ReadonlySet<string>
}

/** A caption in spoken form: signs in words, then the author's pronunciations. */
export function toSpokenText(
  caption: string,
  pronunciations: readonly Pronunciation[] = [],
  language: SpokenLanguage = spokenEnglish,
): string {
  const { text, restore } = setAside(toPlainText(caption).replaceAll('\n', ' '), pronunciations)
  const rules = [sayPhrases, sayAddresses, sayDates, sayPhones, saySums, sayNumbers, sayNames, saySigns]
  return restore(rules.reduce((said, rule) => rule(said, language), text))
}

type Rule = (text: string, language: SpokenLanguage) => string

/** Protects the author's pronunciations from the rules. */
export function setAside(text: string, pronunciations: readonly Pronunciation[]) {
  const known = pronunciations.map(({ word, say }) => ({ word: word.trim(), say })).filter(({ word }) => word !== '')
  if (known.length === 0) return { text, restore: (said: string) => said }
  const words = known.map(({ word }) => word).toSorted((a, b) => b.length - a.length)
  const pattern = words.map((word) => word.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)).join('|')
  const said: string[] = []
  // Notes contain no private-use characters.
  const marked = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'), (found) => {
    const entry = known.find(({ word }) => word.toLowerCase() === found.toLowerCase())
    said.push(entry?.say ?? found)
    return String.fromCodePoint(privateUse + said.length - 1)
  })
  return {
    text: marked,
    restore: (spoken: string) =>
      spoken.replace(/\p{Co}/gu, (mark) => said[(mark.codePointAt(0) ?? 0) - privateUse] ?? ''),
  }
}

const privateUse = 0xf_00_00

const sayPhrases: Rule = (text, { phrases }) => phrases.reduce((said, [from, to]) => said.replace(from, to), text)

/** Addresses and file names in words. */
export function sayAddresses(
  text: string,
  {
    words,
    sayings,
  }: { readonly words: Pick<SpokenLanguage['words'], 'dot' | 'at'>; readonly sayings: SpokenLanguage['sayings'] },
): string {
  const host = (name: string): string => name.replaceAll('.', ` ${words.dot} `)
  return text
    .replace(/\bhttps?:\/\/(?:www\.)?([^\s/?#]+)[^\s]*?(?=[.,;:!?)]*(?:\s|$))/gi, (_, name: string) => host(name))
    .replace(/\bwww\.([^\s/?#]+)[^\s]*?(?=[.,;:!?)]*(?:\s|$))/gi, (_, name: string) => host(name))
    .replace(
      /(?<![\w.+-])([\w.+-]{1,64})@([\w-]{1,63}(?:\.[\w-]{1,63}){1,4})\b/g,
      (_, name: string, at: string) => `${host(name)} ${words.at} ${host(at)}`,
    )
    .replace(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]?\d)/g, host)
    .replace(
      /(?<![\w.])([\w-]{1,60})\.(pdf|csv|json|xlsx|docx|png|jpg|zip|html)\b/gi,
      (_, name: string, ending: string) =>
        `${name} ${words.dot} ${sayings[ending.toUpperCase()] ?? spell(ending.toUpperCase())}`,
    )
    .replace(
      /(?<![\w.@-])([\w-]{1,60}(?:\.[\w-]{1,60}){0,3}\.(?:com|org|net|io|dev|app|co|ai|example))\b(?![\w@])/gi,
      (_, name: string) => host(name),
    )
}

const sayDates: Rule = (text, { months, days, slashDates, date, time, words }) => {
  const whole = (match: string, year: string, month: string, day: string): string => {
    const name = months[Number(month) - 1]
    return name === undefined || Number(day) < 1 || Number(day) > 31 ? match : date(Number(day), name, year)
  }
  const clock = (match: string, hour: string, minute: string): string =>
    Number(hour) > 23 ? match : time(Number(hour), minute)
  const short = months.map((month) => month.slice(0, 3)).join('|')
  const shortDays = days.map((day) => day.slice(0, 3)).join('|')
  const longDay = (name: string): string => days.find((day) => day.startsWith(name)) ?? name
  return text
    .replace(/\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z\b/g, `$1 ${words.at} $2 UTC`)
    .replace(/\b(\d{4})-(\d\d)-(\d\d)\b/g, whole)
    .replace(/\b(\d\d?)\/(\d\d?)\/(\d{4})\b/g, (match, first: string, second: string, year: string) => {
      const isMonthFirst = (slashDates === 'month-first' && Number(first) <= 12) || Number(second) > 12
      return isMonthFirst ? whole(match, year, first, second) : whole(match, year, second, first)
    })
    .replace(/\b(\d\d?)\.(\d\d?)\.(\d{4})\b/g, (match, day: string, month: string, year: string) =>
      whole(match, year, month, day),
    )
    .replace(new RegExp(String.raw`\b(${short})\.?(?=\s\d)`, 'g'), (match, name: string) => {
      return months.find((month) => month.startsWith(name)) ?? match
    })
    .replace(
      new RegExp(String.raw`\b(${shortDays})\s?[–-]\s?(${shortDays})\b`, 'g'),
      (_, from: string, to: string) => `${longDay(from)} ${words.to} ${longDay(to)}`,
    )
    .replace(
      /\b(\d\d?)(:\d\d)?\s?([ap])\.?m\b\.?(?=[\s,;:–-]|$|\.)/gi,
      (_, hour: string, minute = '', half: string) => {
        return `${hour}${String(minute)} ${half.toUpperCase()}M`
      },
    )
    .replace(/([AP]M)\s?[–-]\s?(?=\d)/g, `$1 ${words.to} `)
    .replace(/\b(\d\d?):(\d\d)\b(?!:\d|\s?[AP]M)/g, clock)
}

/** Digit by digit, in groups as written. */
const sayPhones: Rule = (text, { words }) => {
  const group = (digits: string): string => [...digits].join(' ')
  return text
    .replace(/(?<![\w+])\+(\d{1,3})((?:[\s().-]{1,3}\d{2,5}){2,6})(?!\d)/g, (_, country: string, rest: string) =>
      [`${words.plus} ${country}`, ...(rest.match(/\d+/g) ?? []).map(group)].join(', '),
    )
    .replace(/(?<![\d.,$€£-])\(?(\d{3})\)?[\s-](\d{3})-(\d{4})(?![\d-])/g, (_, ...groups: string[]) =>
      groups.slice(0, 3).map(group).join(', '),
    )
    .replace(/(?<![\d.,$€£-])(\d{3})-(\d{4})(?![\d-])/g, (_, ...groups: string[]) =>
      groups.slice(0, 2).map(group).join(', '),
    )
}

const saySums: Rule = (text, { currencies, scales, perUnits, words }) => {
  const sum = (sign: string, amount: string, scale = ''): string => {
    const money = currencies[sign]
    if (money === undefined) return `${sign} ${amount}`
    const size = scales[scale.toLowerCase()]
    if (size !== undefined) return `${amount} ${size} ${money.many}`
    const [, units = amount, cents] = /^([\d,]+)\.(\d\d)$/.exec(amount) ?? []
    if (cents === undefined || cents === '00') return `${units} ${units === '1' ? money.one : money.many}`
    const small = `${Number(cents)} ${money.cents}`
    return Number(units) === 0 ? small : `${units} ${units === '1' ? money.one : money.many} ${words.and} ${small}`
  }
  const number = String.raw`\d[\d,]{0,20}(?:\.\d{1,9})?`
  const sized = String.raw`(${number})(?:\s?(k|m|bn|b)\b)?`
  return (
    text
      .replace(
        new RegExp(String.raw`([$€£])\s?(${number})\s?[–-]\s?[$€£]?(?=\d)`, 'g'),
        (_, sign: string, from: string) => {
          return `${from} ${words.to} ${sign}`
        },
      )
      // “€40k projects”: before a noun, the unit stays singular.
      .replace(
        new RegExp(String.raw`([$€£])\s?${sized}(?=\s(?:projects?|deals?|plans?|contracts?)\b)`, 'gi'),
        (_, sign: string, amount: string, scale?: string) => {
          const { many = '', one = '' } = currencies[sign] ?? {}
          return sum(sign, amount, scale).replace(new RegExp(`${many}$`), one)
        },
      )
      .replace(new RegExp(String.raw`([$€£])\s?${sized}`, 'gi'), (_, sign: string, amount: string, scale?: string) =>
        sum(sign, amount, scale),
      )
      .replace(
        new RegExp(String.raw`\b(USD|EUR|GBP)\s?${sized}`, 'g'),
        (_, sign: string, amount: string, scale?: string) => sum(sign, amount, scale),
      )
      .replace(
        new RegExp(String.raw`(?<![\d.,])(${number})\s?([€£]|(?:USD|EUR|GBP)\b)`, 'g'),
        (_, amount: string, sign: string) => sum(sign, amount),
      )
      .replace(new RegExp(String.raw`\/(${Object.keys(perUnits).join('|')})\b`, 'gi'), (match, unit: string) => {
        return ` ${words.per} ${perUnits[unit.toLowerCase()] ?? match}`
      })
  )
}

const sayNumbers: Rule = (text, { units, minutesAfterHours, words }) => {
  const names = Object.keys(units)
    .toSorted((a, b) => b.length - a.length)
    .join('|')
  const counted = (amount: string, [one, many]: readonly [string, string]): string =>
    `${amount} ${amount === '1' ? one : many}`
  return text
    .replace(/\b(\d{1,3})h\s?(\d\d?)m\b/g, (_, hours: string, minutes: string) => {
      return `${counted(hours, units['h'] ?? ['', ''])} ${counted(minutes, minutesAfterHours)}`
    })
    .replace(/(\d)\s?%/g, `$1 ${words.percent}`)
    .replace(/(^|\s)[-−](?=\d)/g, `$1${words.minus} `)
    .replace(/(\d)\s?[–-]\s?(?=\d)/g, `$1 ${words.to} `)
    .replace(
      new RegExp(String.raw`(?<![\w.,]|\bthe )(\d[\d,]{0,20}(?:\.\d{1,9})?)\s?(${names})(?![\w/])`, 'g'),
      (match, amount: string, unit: string) => {
        const forms = units[unit]
        return forms === undefined ? match : counted(amount, forms)
      },
    )
    .replace(/\b(\d+(?:\.\d{1,3})?)x\b/g, `$1 ${words.times}`)
    .replace(/(\d)\+(?=\s|$)/g, `$1 ${words.plus}`)
    .replace(/[~≈]\s?(?=\d)/g, `${words.about} `)
    .replace(/(?:≥|>=)\s?(?=\d)/g, `${words.atLeast} `)
    .replace(/(?:≤|<=)\s?(?=\d)/g, `${words.atMost} `)
    .replace(/<\s?(?=\d)/g, `${words.lessThan} `)
    .replace(/>\s?(?=\d)/g, `${words.moreThan} `)
    .replace(/(^|\s)#(?=\d)/g, `$1${words.number} `)
}

const sayNames: Rule = (text, { sayings, spelled, words }) => {
  const versioned = (digits: string): string => digits.replaceAll('.', ` ${words.point} `)
  return text
    .replace(/\b(version\s)?v(\d{1,4}(?:\.\d{1,4}){0,3})\b/gi, (_, before: string | undefined, digits: string) => {
      return `${before ?? `${words.version} `}${versioned(digits)}`
    })
    .replace(/(?<![\d.])\d{1,4}(?:\.\d{1,4}){2,3}(?![\d.]?\d)/g, versioned)
    .replace(/\b([A-Z])&([A-Z])\b/g, `$1 ${words.and} $2`)
    .replace(/\b[A-Za-z]{2,6}\b/g, (word) => {
      if (Object.hasOwn(sayings, word)) return sayings[word] ?? word
      const [, capitals = '', plural = ''] = /^([A-Z]{2,5})(s?)$/.exec(word) ?? []
      const isSpelled = capitals !== '' && (spelled.has(capitals) || !/[AEIOUY]/.test(capitals))
      return isSpelled && capitals !== 'AM' && capitals !== 'PM' ? `${spell(capitals)}${plural}` : word
    })
}

const saySigns: Rule = (text, { words }) =>
  text
    .replace(/\s&\s/g, ` ${words.and} `)
    .replace(/\s(?:→|->|=>|»|›)\s/g, `, ${words.next} `)
    .replace(/\s[+]\s/g, ` ${words.plus} `)
    .replace(/([A-Za-z])\+(?=[A-Za-z])/g, '$1 ')
    .replace(/\s=\s/g, ` ${words.equals} `)
    .replace(/(\p{Ll}{2})\/(?=\p{Ll}{2})/gu, `$1 ${words.or} `)
    .replace(/(^|\s)@(?=\w)/g, `$1${words.at} `)
    .replace(/(^|\s)#(?=\p{L})/gu, '$1')
    .replace(/[“”"«»*_`~^\\{}<>|[\]]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s(?=[.,;:!?](?:\s|$))/g, '')
    .trim()

function spell(letters: string): string {
  return [...letters].join(' ')
}
