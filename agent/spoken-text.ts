import { escapePattern } from '#domain/escape-pattern.ts'
import type { Pronunciation } from '#domain/speech-providers.ts'

import { toPlainText } from './plain-text.ts'
import { sayDates, sayPhones } from './spoken-dates.ts'
import type { SpokenLanguage } from './spoken-language.ts'
import { sayNumbers, saySums } from './spoken-sums.ts'

/** A caption in spoken form: signs put into words, with the author's pronunciations. */
export function toSpokenText(
  caption: string,
  pronunciations: readonly Pronunciation[],
  language: SpokenLanguage,
): string {
  const { text, restore } = setAside(toPlainText(caption).replaceAll('\n', ' '), pronunciations)
  const rules = [sayPhrases, sayAddresses, sayDates, sayPhones, saySums, sayNumbers, sayNames, saySigns]
  return restore(rules.reduce((said, rule) => rule(said, language), text))
}

type Rule = (text: string, language: SpokenLanguage) => string

/** Protects the author's pronunciations from the rules. */
function setAside(text: string, pronunciations: readonly Pronunciation[]) {
  const known = pronunciations.map(({ word, say }) => ({ word: word.trim(), say })).filter(({ word }) => word !== '')
  if (known.length === 0) return { text, restore: (said: string) => said }
  const words = known.map(({ word }) => word).toSorted((a, b) => b.length - a.length)
  const pattern = words.map(escapePattern).join('|')
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

const sayPhrases: Rule = (text, { phrases }) =>
  [...phrases, ...everywhere].reduce((said, [from, to]) => said.replace(from, to), text)

/** Names that are written and said the same in every language. */
const everywhere: SpokenLanguage['phrases'] = [
  [/\b(ISO(?:\/IEC)?\s?\d{4,5}):((?:19|20)\d\d)\b/g, '$1, $2'],
  [/\bC\+\+/g, 'C plus plus'],
  [/\b([CF])#/g, '$1 sharp'],
  [/(^|\s)\.NET\b/g, '$1dot net'],
  [/\b(\p{L}{1,30})\.js\b/gu, '$1 J S'],
  // “80/20”.
  [/\b([5-9]0)\/([1-5]0)\b/g, '$1 $2'],
]

/** Puts addresses and file names into words. */
const sayAddresses: Rule = (text, { words, sayings }) => {
  const host = (name: string): string => name.replaceAll('.', ` ${words.dot} `)
  const signs: Readonly<Record<string, string>> = {
    '.': words.dot,
    _: words.underscore,
    '-': words.hyphen,
    '+': words.plus,
  }
  // Say every sign of an address, because it must be understood exactly.
  const exact = (name: string): string => name.replace(/[._+-]/g, (sign) => ` ${signs[sign] ?? sign} `)
  return text
    .replace(/\bhttps?:\/\/(?:www\.)?([^\s/?#]+)[^\s]*?(?=[.,;:!?)]*(?:\s|$))/gi, (_, name: string) => host(name))
    .replace(/\bwww\.([^\s/?#]+)[^\s]*?(?=[.,;:!?)]*(?:\s|$))/gi, (_, name: string) => host(name))
    .replace(
      /(?<![\w.+-])([\w.+-]{1,64})@([\w-]{1,63}(?:\.[\w-]{1,63}){1,4})\b/g,
      (_, name: string, at: string) => `${exact(name)} ${words.at} ${exact(at)}`,
    )
    .replace(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]?\d)/g, host)
    .replace(
      /(?<![\w.])([\w-]{1,60})\.(pdf|csv|json|xlsx|docx|png|jpg|zip|html)\b/gi,
      (_, name: string, ending: string) =>
        `${name} ${words.dot} ${sayings[ending.toUpperCase()] ?? spell(ending.toUpperCase())}`,
    )
    .replace(
      /(?<![\w.@-])([\w-]{1,60}(?:\.[\w-]{1,60}){0,3}\.(?:com|org|net|io|dev|app|co|ai|de|fr|es|eu|ch|at|uk|cloud|tech|example))(?![\w@-])(?:[/?#]\S*)?/gi,
      (match, name: string) => `${host(name)}${/[.,;:!?)]{1,3}$/.exec(match)?.[0] ?? ''}`,
    )
}

const sayNames: Rule = (text, { numbered, sayings, spelled, words }) => {
  const versioned = (digits: string): string => digits.replaceAll('.', ` ${words.point} `)
  return text
    .replace(/\b(version\s)?v(\d{1,4}(?:\.\d{1,4}){0,3})\b/gi, (_, before: string | undefined, digits: string) => {
      return `${before ?? `${words.version} `}${versioned(digits)}`
    })
    .replace(/(?<![\d.])\d{1,4}(?:\.\d{1,4}){2,3}(?![\d.]?\d)/g, versioned)
    .replace(
      new RegExp(String.raw`\b(${numbered.join('|')})\s([IVX]{1,5})\b(?![&’'])`, 'g'),
      (match, noun: string, numeral: string, at: number, all: string) => {
        const value = fromRoman(numeral)
        // “Part I like”
        const isPronoun = numeral === 'I' && /^\s\p{Ll}/u.test(all.slice(at + match.length))
        return value === null || isPronoun ? match : `${noun} ${value}`
      },
    )
    .replace(/\b([A-Z]{1,3})&([A-Z]{1,3})\b/g, (_, first: string, second: string) => {
      return `${spell(first)} ${words.and} ${spell(second)}`
    })
    .replace(/\b([A-Z])\/(?=[A-Z]\b)/g, '$1 ')
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
    .replace(/(?<=^|\s)(?:→|->|=>|»|›|>)\s/g, (match, at: number) => (at === 0 ? '' : `, ${words.next} `))
    .replace(/\s(?=, )/g, '')
    .replace(/\s[+]\s/g, ` ${words.plus} `)
    .replace(/([A-Za-z])\+(?=[A-Za-z])/g, '$1 ')
    .replace(/\s=\s/g, ` ${words.equals} `)
    .replace(/(\p{Ll}{2})\/(?=\p{Ll}{2})/gu, `$1 ${words.or} `)
    .replace(/(\p{L})\/(?=\d)/gu, '$1 ')
    .replace(/(\p{L})\/(?=\p{Lu})/gu, '$1, ')
    .replace(/(^|\s)@(?=\w)/g, `$1${words.at} `)
    .replace(/(^|\s)#(?=\p{L})/gu, '$1')
    .replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/(\d)\^(?=\d)/g, '$1 ')
    .replace(/[“”„"«»*_`~^\\{}<>|[\]]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s(?=[.,;:!?](?:\s|$))/g, '')
    .trim()

function spell(letters: string): string {
  return [...letters].join(' ')
}

/** The value of a Roman numeral up to 39; null if it isn't one. */
function fromRoman(text: string): number | null {
  const [, tens = '', ones = ''] = /^(X{0,3})(IX|IV|V?I{0,3})$/.exec(text) ?? []
  if (tens + ones !== text || text === '') return null
  return tens.length * 10 + ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'].indexOf(ones)
}
