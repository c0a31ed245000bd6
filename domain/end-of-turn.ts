import { signsOf } from './spoken-signs.ts'
import { turnWordsOf, type TurnWords } from './turn-words.ts'

/*
 * Decides when a visitor's turn is over, from what they said so far and what was asked. Interrupting people is worse
 * than waiting, but a fixed long wait after every sentence would be unbearable.
 */

/** The kind of answer the agent waits for: once it was given, the browser ends the visitor's turn sooner. */
export type ExpectedAnswer = 'open' | 'yes-no' | 'time' | 'email' | 'name' | 'number'

/** However the text ends, this much silence ends the turn. */
export const longestWaitMs = 3_000

const answeredMs = 350
const finishedMs = 500
const usualMs = 900
const unfinishedMs = 1_500

/** Only this many characters at the end of a long text are inspected. */
const saidMax = 600

/** Milliseconds of silence after the visitor's last sound that end their turn. `lang` is BCP 47. */
export function waitAfter(text: string, expects: ExpectedAnswer, lang: string): number {
  const table = turnWordsOf(lang)
  const said = read(text)
  const meant = withoutFillers(said.words, table)
  if (meant.length === 0) return longestWaitMs
  if (said.end === '?') return finishedMs
  if (said.end === '…' || said.end === ',' || endsWithPhrase(said.words, table.fillers)) return unfinishedMs
  if (expects === 'email') {
    const wait = waitAfterAddress(said, meant, table, lang)
    if (wait !== null) return wait
  }
  if (isComplete(meant, table)) return expects === 'yes-no' ? answeredMs : finishedMs
  if (isCutOff(said, meant, table)) return unfinishedMs
  if (isAnswer(meant, expects, table)) return answeredMs
  if (expects === 'name') {
    const wait = waitAfterName(meant, table)
    if (wait !== null) return wait
  }
  if (isWhole(meant, table)) return finishedMs
  if (isNumber(meant.at(-1), table)) return said.end === '.' ? usualMs : unfinishedMs
  return said.end === '.' && !isSeldomLast(meant, table) ? finishedMs : usualMs
}

/** Whether the words only show that the visitor is listening (“uh-huh”, “I see”): not a turn while the agent speaks. */
export function isBackChannel(text: string, lang: string): boolean {
  const { words } = read(text)
  if (words.length === 0 || words.length > backChannelWordsMax) return false
  const rest = withoutLead(words, turnWordsOf(lang).backChannels)
  return rest.length === 0
}

/** Whether the words stop the agent at once: “stop”, “wait”, “hold on”, alone or followed by more. */
export function isStopWord(text: string, lang: string): boolean {
  const { stops, stopEnds, lead } = turnWordsOf(lang)
  const words = withoutLead(read(text).words, lead)
  const rest = withoutPhrase(words, stops)
  if (rest === null) return false
  return stopEnds === null || rest.length === 0 || withoutPhrase(rest, stopEnds) !== null
}

const backChannelWordsMax = 4
const phraseWordsMax = 4

interface Said {
  readonly words: readonly string[]
  /** How the text ends: as a question, a sentence, a pause, or without punctuation. */
  readonly end: '?' | '.' | ',' | '…' | ''
}

function read(text: string): Said {
  const said = text.slice(-saidMax).toLowerCase().normalize('NFC').replaceAll('’', "'").trim()
  const last = said.at(-1) ?? ''
  const end = /[?？]/.test(last)
    ? '?'
    : said.endsWith('…') || said.endsWith('...')
      ? '…'
      : /[.!。！]/.test(last)
        ? '.'
        : /[,;:–—-]/.test(last)
          ? ','
          : ''
  const words = said
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}@]+|[^\p{L}\p{N}@]+$/gu, ''))
    .filter((word) => word !== '')
  return { words, end }
}

function withoutFillers(words: readonly string[], { fillers }: TurnWords): readonly string[] {
  const rest: string[] = []
  for (let index = 0; index < words.length;) {
    const length = phraseLength(words.slice(index, index + phraseWordsMax), fillers)
    if (length === 0) rest.push(words[index] ?? '')
    index += Math.max(1, length)
  }
  return rest
}

/** Whether the words stop where no sentence ends. */
function isCutOff({ end }: Said, words: readonly string[], table: TurnWords): boolean {
  const last = words.at(-1) ?? ''
  if (endsWithPhrase(words, table.neverLast)) return true
  if (isLetter(last)) return true
  if (end === '.' || !isSeldomLast(words, table)) return false
  const [first = ''] = withoutOpening(words, table)
  // “What do you use it for” is complete.
  return table.auxiliaries.has(last) || !table.stranding.has(first) || words.length < strandedWordsMin
}

const strandedWordsMin = 4

function isSeldomLast(words: readonly string[], table: TurnWords): boolean {
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  // “Not really”, “yes, we are”.
  if (isYesOrNo(first, table) && (words.length === 2 || table.auxiliaries.has(last))) return false
  if (table.auxiliaries.has(last)) return words.length > 1 && !table.pronouns.has(words.at(-2) ?? '')
  return endsWithPhrase(words, table.seldomLast)
}

/** Whether the words are the expected answer. */
function isAnswer(words: readonly string[], expects: ExpectedAnswer, table: TurnWords): boolean {
  const [first = ''] = words
  switch (expects) {
    case 'yes-no':
      return words.length <= shortAnswerWords && isYesOrNo(first, table) && !asks(words, table)
    case 'time':
      return words.length <= answerWords && words.some((word) => table.times.has(word) || isCount(word, table))
    case 'number':
      return words.length <= dictatedWords && hasWholeNumber(words, table)
    default:
      return false
  }
}

const shortAnswerWords = 4
const answerWords = 8
const dictatedWords = 16

/** Single digits belong to a phone number, which has at least seven. */
function hasWholeNumber(words: readonly string[], table: TurnWords): boolean {
  const digits = words.filter((word) => /^\d$/.test(word) || table.digits.has(word))
  if (digits.length >= dictatedDigitsMin) return digits.length >= phoneDigitsMin
  return words.length <= answerWords && words.some((word) => isCount(word, table))
}

const dictatedDigitsMin = 3
const phoneDigitsMin = 7

/** Null if it isn't an attempt at an address. */
function waitAfterAddress(
  { words, end }: Said,
  meant: readonly string[],
  table: TurnWords,
  lang: string,
): number | null {
  const signs = signsOf(lang)
  const at = words.findLastIndex((word, index) => index > 0 && (word.includes('@') || signs['@'].includes(word)))
  const last = words.at(-1) ?? ''
  if (at !== -1) {
    const isWritten = /@.+\.\p{L}{2,}$/u.test(last)
    const isSpoken = at < words.length - 3 && signs['.'].includes(words.at(-2) ?? '') && /^\p{L}{2,}$/u.test(last)
    if (!isWritten && !isSpoken && !/\.\p{L}{2,}$/u.test(last)) return unfinishedMs
    // “dot co” may continue with “dot uk”.
    return last === 'co' || last.endsWith('.co') ? usualMs : finishedMs
  }
  if (isLetter(last)) return unfinishedMs
  const isOther = end === '.' || isYesOrNo(meant[0] ?? '', table) || isWhole(meant, table)
  return meant.length > addressWords || isOther ? null : unfinishedMs
}

/** “My email address is john smith”. */
const addressWords = 6

/** Null if it isn't a name. A single name may be followed by another. */
function waitAfterName(words: readonly string[], table: TurnWords): number | null {
  const intro = words.findIndex((word) => !table.nameIntro.has(word))
  const name = intro === -1 ? [] : words.slice(intro)
  if (name.length === 0 || name.length > nameWords) return null
  return name.length === 1 ? usualMs : finishedMs
}

const nameWords = 4

/** A command, thanks, a yes or no, or a question that is complete. */
function isWhole(words: readonly string[], table: TurnWords): boolean {
  if (isComplete(words, table) || (words.length <= 2 && isYesOrNo(words[0] ?? '', table))) return true
  const rest = withoutOpening(words, table)
  if (isComplete(rest, table)) return true
  const [first = ''] = rest
  if (rest.length < wholeWordsMin || isSeldomLast(rest, table)) return false
  return table.orders.has(first) || asks(rest, table)
}

const wholeWordsMin = 3

function asks(words: readonly string[], table: TurnWords): boolean {
  return table.questionStarts.has(withoutOpening(words, table)[0] ?? '')
}

function isComplete(words: readonly string[], { complete }: TurnWords): boolean {
  return words.length <= phraseWordsMax && complete.has(words.join(' '))
}

function isYesOrNo(word: string, { yes, no }: TurnWords): boolean {
  return yes.has(word) || no.has(word)
}

function isNumber(word: string | undefined, { numbers }: TurnWords): boolean {
  return word !== undefined && numbers.test(word)
}

function isCount(word: string, table: TurnWords): boolean {
  return isNumber(word, table) || table.digits.has(word)
}

/** A spelled letter, except in scripts where one letter can be a word. */
function isLetter(word: string): boolean {
  return /^\p{Script=Latin}$/u.test(word)
}

/** The number of words in the phrase at the start; 0 for none. Longer phrases win. */
function phraseLength(words: readonly string[], phrases: ReadonlySet<string>): number {
  for (let length = Math.min(phraseWordsMax, words.length); length > 0; length -= 1) {
    if (phrases.has(words.slice(0, length).join(' '))) return length
  }
  return 0
}

function endsWithPhrase(words: readonly string[], phrases: ReadonlySet<string>): boolean {
  for (let length = Math.min(phraseWordsMax, words.length); length > 0; length -= 1) {
    if (phrases.has(words.slice(-length).join(' '))) return true
  }
  return false
}

/** The words after a phrase at the start; null without one. */
function withoutPhrase(words: readonly string[], phrases: ReadonlySet<string>): readonly string[] | null {
  const length = phraseLength(words, phrases)
  return length === 0 ? null : words.slice(length)
}

/** The words after “so” and the like, and after a stop word: “wait, how much is it”. */
function withoutOpening(words: readonly string[], table: TurnWords): readonly string[] {
  const rest = withoutLead(words, table.lead)
  const meant = withoutPhrase(rest, table.stops)
  return meant === null || meant.length === 0 ? rest : withoutOpening(meant, table)
}

/** The words after all phrases at the start. */
function withoutLead(words: readonly string[], phrases: ReadonlySet<string>): readonly string[] {
  const rest = withoutPhrase(words, phrases)
  return rest === null ? words : withoutLead(rest, phrases)
}
