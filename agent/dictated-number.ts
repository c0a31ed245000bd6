import { spellingWordsOf, type SpellingWords } from './spelling-words.ts'

/* Parses digits as people dictate them: “oh four”, “double seven”, “eighty four”, “nineteen”. */

/** The digits at a position, with the number of words for them; null for none. */
export function readDigits(
  words: readonly string[],
  index: number,
  table: SpellingWords,
): readonly [digits: string, words: number] | null {
  const word = words[index] ?? ''
  const next = words[index + 1] ?? ''
  // “Deux” doubles a letter that follows; before a digit it is the number.
  const times = table.numbers[word] === undefined ? table.repeats[word] : undefined
  const repeated = toDigits(next, table)
  if (times !== undefined && repeated?.length === 1) return [repeated.repeat(times), 2]
  if (word === 'oh' && (toDigits(next, table) ?? toDigits(words[index - 1] ?? '', table)) !== null) return ['0', 1]
  const number = toDigits(word, table)
  if (number === null) return null
  // “Eighty four”.
  const isTens = /^[2-9]0$/.test(number) && word !== number
  if (isTens && repeated !== null && /^[1-9]$/.test(repeated)) return [`${number[0]}${repeated}`, 2]
  return [number, 1]
}

function toDigits(word: string, { numbers }: SpellingWords): string | null {
  return numbers[word] ?? (/^\d{1,8}$/.test(word) ? word : null)
}

/** The text with dictated phone numbers as digits: “call me on oh one seven one …”. `lang` is BCP 47. */
export function writeDictatedNumbers(text: string, lang: string): string {
  const table = spellingWordsOf(lang)
  const written = text.split(/(\s*[,;:–—-]+\s*|\s+)/)
  // Even positions are words, odd ones the text between them.
  const spoken = written.filter((_, index) => index % 2 === 0).map((word) => word.toLowerCase())
  const words = spoken.map((word) => word.replace(/[.!?]+$/, ''))
  // “I nap till two. 01632 960417” ends a sentence; “0049. 171.” is dictated.
  const isEnd = (index: number) => /[\p{L}][.!?]$/u.test(spoken[index] ?? '') && /^\d{3,}/.test(words[index + 1] ?? '')
  const rest: string[] = []
  for (let index = 0; index < words.length;) {
    const run = readRun(words, index, table, isEnd)
    const isNumber = run.digits.length >= digitsMin && run.digits.length <= digitsMax && run.hasWords
    const length = isNumber ? run.length : 1
    const ending = /[.!?]+$/.exec(written[(index + length - 1) * 2] ?? '')?.[0] ?? ''
    rest.push(isNumber ? `${run.sign}${run.digits}${ending}` : (written[index * 2] ?? ''))
    rest.push(written[(index + length) * 2 - 1] ?? '')
    index += length
  }
  return rest.join('')
}

/** The sequence of digits from a word on. */
function readRun(words: readonly string[], start: number, table: SpellingWords, isEnd: (index: number) => boolean) {
  const sign = words[start] === 'plus' ? '+' : ''
  let index = start + sign.length
  let digits = ''
  let hasWords = false
  while (index < words.length && digits.length <= digitsMax) {
    const found = readDigits(words, index, table)
    if (found === null) break
    hasWords ||= !/^\d+$/.test(words[index] ?? '')
    digits += found[0]
    index += found[1]
    if (isEnd(index - 1)) break
  }
  return { digits, sign, hasWords, length: index - start }
}

/** The shortest phone number. */
const digitsMin = 7
const digitsMax = 15
