import { isEmailAddress } from '#domain/email-address.ts'
import { signsOf, type AddressSign } from '#domain/spoken-signs.ts'
import { turnWordsOf } from '#domain/turn-words.ts'

import { readDigits } from './dictated-number.ts'
import { alphabetNames, spellingWordsOf, splitHosts, type SpellingWords } from './spelling-words.ts'

/** An address as far as it was said. It may be misheard, so show it for correction and read it back. */
export interface SpelledAddress {
  readonly address: string
  readonly isWhole: boolean
}

/** The address or part of one in a remark, typed or spelled; null if there is none. `lang` is BCP 47. */
export function readSpelledAddress(text: string, lang: string): SpelledAddress | null {
  const parts = join(toParts(text.slice(0, textMax), lang))
  const at = parts.findIndex(({ text: part }) => part.includes('@'))
  const found = at === -1 ? parts.findLast(isSpelled) : parts[at]
  // “At point of sale” names a place.
  if (found === undefined || /@[^\p{L}\p{N}]/u.test(found.text)) return null
  const address = withoutLead(found.text).slice(0, addressMax)
  const trimmed = address.replace(/^[.\-+]+|[.\-_+]+$/g, '')
  if (/^[^@]+@[^@]+\.\p{L}{2,}$/u.test(trimmed) && isEmailAddress(trimmed)) return { address: trimmed, isWhole: true }
  return at !== -1 && !hasSign(found.text, parts, at) ? null : { address, isWhole: false }
}

/** The whole address in an English remark, typed or spoken (“ada at example dot com”); null for none. It may be misheard. */
export function findEmailAddress(text: string): string | null {
  const written = findWritten(text)?.[0]
  if (written !== undefined) return isEmailAddress(written) ? written : null
  const spoken = readSpelledAddress(text, 'en')
  return spoken?.isWhole === true ? spoken.address : null
}

function findWritten(text: string): RegExpExecArray | null {
  // Without the sign, the pattern would try every place.
  return text.includes('@') ? emailPattern.exec(text) : null
}

const emailPattern = /[^\s@<>",;:()[\]]+@[^\s@<>",;:()[\].!?]+(?:\.[^\s@<>",;:()[\].!?]+)+/u

/** Adds a remark to an address begun in an earlier one; a new address replaces it. */
export function continueAddress(before: string, text: string, lang: string): SpelledAddress | null {
  const written = findWritten(text)
  // “Sue@wexcombe.example . that's the Tuesday, isn't it?”; but “jo@acme.co dot uk” is spelled to its end.
  const rest = written === null ? '' : text.slice(written.index + written[0].length)
  if (written !== null && rest.trim().split(/\s+/).length > 2 && isEmailAddress(written[0]))
    return { address: written[0], isWhole: true }
  const said = readSpelledAddress(text, lang)
  if (before === '' || !continuesAddress(before, text, lang)) return said
  const [join = ''] = spellingWordsOf(lang).joins
  return readSpelledAddress(`${before} ${join} ${text}`, lang)
}

/** “Dot com” continues an address; “yes, that's right” doesn't. After a sign, one or two plain words do, too. */
function continuesAddress(before: string, text: string, lang: string): boolean {
  const parts = toParts(text, lang)
  if (parts[0] !== undefined && parts[0].kind !== 'word') return true
  return !/[\p{L}\p{N}]$/u.test(before) && (parts.length <= 2 || parts.some(({ kind }) => kind !== 'word'))
}

/** In “get me at jo at acme.io”, only the last “at” is part of the address. */
function withoutLead(address: string): string {
  return address.split('@').slice(-2).join('@')
}

/** Longer texts contain no address. */
const textMax = 600
const addressMax = 255

interface Part {
  readonly text: string
  /** `letters` were spelled individually. */
  readonly kind: 'letters' | 'digits' | 'word' | 'sign'
  /** How many of its letters were spelled. */
  readonly spelled: number
}

/** “At” also occurs in ordinary sentences: it belongs to an address only with other signs or a spelled name. */
function hasSign(address: string, parts: readonly Part[], at: number): boolean {
  return /[._+]|-/.test(address) || (parts[at]?.spelled ?? 0) > 1
}

function isSpelled({ text, spelled }: Part): boolean {
  return spelled >= spelledMin || (spelled > 1 && /[.@_+-]/.test(text))
}

const spelledMin = 3

function toParts(text: string, lang: string): readonly Part[] {
  const table = spellingWordsOf(lang)
  const said = text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('’', "'")
    // “Example with an a. m-o-r-a-g at …”
    .replaceAll(/\bwith (?:an?|one|two|double) \p{L}(?:['’]?s)?\b[.,;]?(?= )/gu, ' ')
    // “jo [at] acme (dot) com”
    .replaceAll(/\s*[[({<]\s*(at|dot|@|\.)\s*[\])}>]\s*/g, ' $1 ')
    // In “email me at ana dot ruiz”, the address comes after “at”.
    .replaceAll(/\b(reach|get|e-?mail|contact|write(?: to)?|find|message|text|call) (me|us) at\b/g, '$1 $2')
    // “J-O-H-N” and “J. O. H. N.”
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}[-.]){2,}\p{L}?(?![\p{L}\p{N}@])/gu, (run) => run.replaceAll(/[-.]/g, ' '))
    .replaceAll(/(?<![\p{L}\p{N}@.])(\p{L})\.(?=\s)/gu, '$1')
  let words = said.split(/\s+/).map((word) => word.replaceAll(/^[("'“„«¿¡]+|[,;:!?)"'”»]+$/gu, ''))
  words = words.map((word, index) => (index === words.length - 1 ? word.replace(/(?<=.)\.$/, '') : word))
  words = withoutPhrases(words, [...turnWordsOf(lang).fillers, ...table.asides]).filter((word) => word !== '')
  const parts: Part[] = []
  for (let index = 0; index < words.length;) {
    const [part, length] = readPart(words, index, table, lang)
    parts.push(part)
    index += length
  }
  return parts
}

/** Parses the part at a position, with the number of words it takes. */
function readPart(
  words: readonly string[],
  index: number,
  table: SpellingWords,
  lang: string,
): readonly [Part, number] {
  const word = words[index] ?? ''
  const sign = readSign(words, index, lang)
  if (sign !== null) return [{ text: sign[0], kind: 'sign', spelled: 0 }, sign[1]]
  for (const phrase of table.joins) {
    const length = phrase.split(' ').length
    if (words.slice(index, index + length).join(' ') === phrase) return [{ text: '', kind: 'sign', spelled: 0 }, length]
  }
  const host = splitHosts[words.slice(index, index + 2).join(' ')]
  if (host !== undefined) return [{ text: host, kind: 'word', spelled: 0 }, 2]
  if (word === 'double' && ['u', 'you'].includes(words[index + 1] ?? '')) return [letters('w'), 2]
  const times = table.repeats[word]
  const next = words[index + 1] ?? ''
  if (times !== undefined && isLetter(next)) return [letters(next.repeat(times)), 2]
  if (isLetter(word)) return [letters(word), 1 + nameLength(words, index, table)]
  if (isAlphabetName(words, index)) return [letters(word[0] ?? ''), 1]
  const letter = table.letterNames[word]
  if (
    letter !== undefined &&
    (isLetter(words[index - 1] ?? '') || isLetter(words[index - 2] ?? '')) &&
    !isSentence(words, index)
  ) {
    return [letters(letter), 1]
  }
  const number = readDigits(words, index, table)
  if (number !== null) return [{ text: number[0], kind: 'digits', spelled: 0 }, number[1]]
  return [{ text: word, kind: 'word', spelled: 0 }, 1]
}

function letters(text: string): Part {
  return { text, kind: 'letters', spelled: text.length }
}

/** A sign's character, and the number of words for it. */
function readSign(words: readonly string[], index: number, lang: string): readonly [AddressSign, number] | null {
  const word = words[index] ?? ''
  if (isSignCharacter(word)) return [word, 1]
  let best: readonly [AddressSign, number] | null = null
  for (const [sign, phrases] of Object.entries(signsOf(lang)) as [AddressSign, readonly string[]][]) {
    for (const phrase of phrases) {
      const length = phrase.split(' ').length
      if (length > (best?.[1] ?? 0) && words.slice(index, index + length).join(' ') === phrase) best = [sign, length]
    }
  }
  return best
}

function isSignCharacter(word: string): word is AddressSign {
  return word === '@' || word === '.' || word === '_' || word === '-' || word === '+'
}

/** The words of “as in Juliet” behind a letter. */
function nameLength(words: readonly string[], index: number, { asIn }: SpellingWords): number {
  const letter = words[index] ?? ''
  for (const phrase of asIn) {
    const length = phrase.split(' ').length
    if (words.slice(index + 1, index + 1 + length).join(' ') !== phrase) continue
    const name = words[index + 1 + length] ?? ''
    if (name.length > 1 && name.startsWith(letter)) return length + 1
  }
  return 0
}

/** Whether a word of the telephone alphabet is next to a letter or another such word; alone it is just a name. */
function isAlphabetName(words: readonly string[], index: number): boolean {
  const isName = (at: number): boolean => alphabetNames.has(words[at] ?? '') || isLetter(words[at] ?? '')
  return alphabetNames.has(words[index] ?? '') && (isName(index - 1) || isName(index + 1))
}

/** After letters, “why” and “you” may also start a sentence. */
function isSentence(words: readonly string[], index: number): boolean {
  return words.length - index > sentenceWords && !words.slice(index).some(isLetter)
}

const sentenceWords = 6

function isLetter(word: string): boolean {
  return /^\p{L}$/u.test(word)
}

/** Joins the parts that are spoken without a space. */
function join(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = []
  let before: Part | null = null
  for (const part of parts) {
    const last = joined.at(-1)
    if (last !== undefined && before !== null && isGlued(before, part, last)) {
      joined[joined.length - 1] = { text: last.text + part.text, kind: part.kind, spelled: last.spelled + part.spelled }
    } else {
      joined.push(part)
    }
    before = part
  }
  return joined
}

function isGlued(before: Part, part: Part, whole: Part): boolean {
  if (before.kind === 'sign' || part.kind === 'sign') return true
  if (before.kind === 'letters' && part.kind === 'letters') return true
  if (part.kind === 'digits') return true
  if (before.kind === 'digits') return part.kind === 'letters'
  // “J smith”, but “a” and “I” alone are words.
  return before.kind === 'letters' && part.kind === 'word' && !/^[ai]$/.test(whole.text)
}

function withoutPhrases(words: readonly string[], phrases: readonly string[]): readonly string[] {
  const known = new Set(phrases)
  const rest: string[] = []
  for (let index = 0; index < words.length;) {
    let length = Math.min(4, words.length - index)
    while (length > 0 && !known.has(words.slice(index, index + length).join(' '))) length -= 1
    if (length === 0) rest.push(words[index] ?? '')
    index += Math.max(1, length)
  }
  return rest
}
