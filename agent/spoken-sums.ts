import { escapePattern } from '#domain/escape-pattern.ts'

import type { SpokenLanguage } from './spoken-language.ts'

/** Puts sums of money into words. */
export function saySums(text: string, language: SpokenLanguage): string {
  const { perUnits } = language
  const { number, money, scale } = patternsOf(language)
  const amount = String.raw`(${number})(?:\s?(${scale})(?![\p{L}\p{N}]))?`
  const before = String.raw`(?<![\p{L}\p{N}])(${money})\s?${amount}(?:\s?[–-]\s?(?:(?:${money})\s?)?${amount}(?![.,]?\d|-?\p{L}))?`
  const after = String.raw`(?<![\p{L}\p{N}.,])${amount}(?:(?:\s?(?:${money}))?\s?[–-]\s?${amount})?\s?(${money})(?![\p{L}\p{N}])`
  return text
    .replace(new RegExp(before, 'gu'), (match, sign: string, ...found) => {
      const [from, fromScale, to, toScale, at, all] = found as Found
      const place = { before: all.slice(0, at), after: all.slice(at + match.length) }
      return saySum(language, sign, { from, fromScale, to, toScale }, place)
    })
    .replace(new RegExp(after, 'gu'), (match, ...found) => {
      const [from, fromScale, to, toScale, sign, at, all] = found as FoundAfter
      const place = { before: all.slice(0, at), after: all.slice(at + match.length) }
      return saySum(language, sign, { from, fromScale, to, toScale }, place)
    })
    .replace(
      // The full stop of “mo.” doesn't end the sentence.
      new RegExp(
        String.raw`\s?\/\s?(${either(Object.keys(perUnits))})(?![\p{L}\p{N}])(?:\.(?=\s\p{Ll}|[,;:)]))?`,
        'giu',
      ),
      (match, unit: string) => ` ${perUnits[unit] ?? perUnits[unit.toLowerCase()] ?? match}`,
    )
}

interface Sum {
  readonly from: string
  readonly fromScale: string | undefined
  /** The end of a range. */
  readonly to: string | undefined
  readonly toScale: string | undefined
}
type Found = [string, string | undefined, string | undefined, string | undefined, number, string]
type FoundAfter = [string, string | undefined, string | undefined, string | undefined, string, number, string]

function saySum(
  language: SpokenLanguage,
  sign: string,
  { from, fromScale, to, toScale }: Sum,
  place: { readonly before: string; readonly after: string },
): string {
  const { digits, price, ofCurrency, scales, words, isBeforeNoun } = language
  const money = language.currencies[sign]
  if (money === undefined) return `${sign} ${from}`
  const plain = (amount: string, scale: string | undefined): string =>
    scale === undefined ? amount : `${amount} ${scales[scale] ?? scale}`
  const whole = (amount: string, scale: string | undefined): string => {
    const isSingular = isBeforeNoun?.(place.before.slice(-contextMax), place.after.slice(0, contextMax)) === true
    const many = isSingular ? money.one : money.many
    if (scale !== undefined) return `${amount} ${ofCurrency(scales[scale] ?? scale, many)}`
    const [units = '', cents] = amount.split(digits.decimal)
    const name = units === '1' ? money.one : many
    if (cents?.length !== 2 || money.cents === undefined) return `${amount} ${amount === '1' ? money.one : many}`
    if (cents === '00') return `${units} ${name}`
    if (units === '0') return `${Number(cents)} ${Number(cents) === 1 ? money.cents[0] : money.cents[1]}`
    return price(units, name, `${Number(cents)} ${Number(cents) === 1 ? money.cents[0] : money.cents[1]}`)
  }
  if (to === undefined) return whole(from, fromScale)
  return `${plain(from, fromScale)} ${words.to} ${whole(to, toScale)}`
}

/** Puts percentages, units, quantities, and signs beside numbers into words. */
export function sayNumbers(text: string, language: SpokenLanguage): string {
  const { units, minutesAfterHours, countScales, scales, words } = language
  const { number } = patternsOf(language)
  const counted = (amount: string, [one, many]: readonly [string, string]): string =>
    `${amount} ${amount === '1' ? one : many}`
  return text
    .replace(/\b(\d{1,3})h\s?(\d\d?)m\b/g, (_, hours: string, minutes: string) => {
      return `${counted(hours, units['h'] ?? ['', ''])} ${counted(minutes, minutesAfterHours)}`
    })
    .replace(/±\s?(?=\d)/g, `${words.plusMinus} `)
    .replace(/(\d)\s?%/g, `$1 ${words.percent}`)
    .replace(/(?<=^|[^\d]\s|\()[-−–](?=\d)/g, `${words.minus} `)
    .replace(/(?<=^|\s)\+(?=\d)/g, `${words.plus} `)
    .replace(/(\d[kM]?)\s?[–-]\s?(?=\d)/g, `$1 ${words.to} `)
    .replace(/(\d)\s?[×x]\s?(?=\d)/g, `$1 ${words.by} `)
    .replace(/\b(\d{1,3}):(\d)(?![\d:])/g, `$1 ${words.ratio} $2`)
    .replace(
      // “1990s” are years, and “100s of” hundreds.
      new RegExp(
        String.raw`(?<![\w.,’']|\b(?:the|early|late|mid) )(${number})\s?(${either(Object.keys(units))})(?![\p{L}\p{N}/])(?:\.(?=\s[\p{Ll}\d]|[,;:)]))?`,
        'gu',
      ),
      (match, amount: string, unit: string, at: number, all: string) => {
        const forms = units[unit]
        const isPlural =
          /^(?:19|20)\d0s$/.test(match) || (/^\d+00s$/.test(match) && /^\sof\b/.test(all.slice(at + match.length)))
        return forms === undefined || isPlural ? match : counted(amount, forms)
      },
    )
    .replace(/(\d(?:[.,]\d{1,3})?)[x×](?![\p{L}\p{N}])/gu, `$1 ${words.times}`)
    .replace(/(\d[kM]?)\+(?=[\s,.;:!?)]|$)/g, `$1 ${words.plus}`)
    .replace(
      new RegExp(String.raw`(?<![\p{L}\p{N}.,])(${number})\s?(${either(countScales)})(?![\p{L}\p{N}])`, 'gu'),
      (match, amount: string, scale: string) => `${amount} ${scales[scale] ?? match}`,
    )
    .replace(/(?<=\d)\s?[★⭐]/gu, ` ${words.stars}`)
    .replace(/\b(\d{1,3}[.,]\d)\/(?=(?:5|10|100)\b)/g, `$1 ${words.of} `)
    .replace(/[~≈]\s?(?=\d)/g, `${words.about} `)
    .replace(/(?:≥|>=)\s?(?=\d)/g, `${words.atLeast} `)
    .replace(/(?:≤|<=)\s?(?=\d)/g, `${words.atMost} `)
    .replace(/<\s?(?=\d)/g, `${words.lessThan} `)
    .replace(/>\s?(?=\d)/g, `${words.moreThan} `)
    .replace(/(?<=^|\s|\()(?:#|№\s?)(?=\d)/g, `${words.number} `)
    .replace(/§+\s?(?=\d)/g, `${words.section} `)
}

function patternsOf(language: SpokenLanguage) {
  const known = patterns.get(language)
  if (known !== undefined) return known
  const { digits, currencies, scales } = language
  const [group, decimal] = [escapePattern(digits.group), escapePattern(digits.decimal)]
  const found = {
    number: String.raw`(?:\d{1,3}(?:${group}\d{3})+|\d{1,3}(?: \d{3})+|\d{1,20})(?:${decimal}\d{1,9})?`,
    money: either(Object.keys(currencies)),
    scale: either(Object.keys(scales)),
  }
  patterns.set(language, found)
  return found
}

const patterns = new WeakMap<
  SpokenLanguage,
  { readonly number: string; readonly money: string; readonly scale: string }
>()

/** A pattern for any of the texts; longer ones come first, so that they win. */
function either(texts: readonly string[]): string {
  return texts
    .toSorted((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|')
}

/** Characters of text beside a sum that are considered. */
const contextMax = 30
