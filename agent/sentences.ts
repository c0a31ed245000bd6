/** Longer sentences are spoken in pieces, because some browser voices stop in the middle of them. */
import { capitalise } from './capitalise.ts'

export const sentenceCharactersMax = 180
/** Keeps a piece made of very short words within one turn. */
const pieceWordsMax = 40

/** Splits plain text into sentences that a voice can say in one go. */
export function splitSentences(text: string): readonly string[] {
  return text.split('\n').flatMap(splitLine).flatMap(splitLongSentence)
}

/** Lone symbols, such as a spaced dash, are not words. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

const abbreviations = new Set(
  (
    'e.g i.e etc vs mr mrs ms dr prof sr jr st no nos fig approx est dept inc ltd co corp jan feb mar apr jun jul aug ' +
    'sep sept oct nov dec min max sec hr hrs a.m p.m u.s u.k incl excl tel ext ver vol ed pp cf al ca ' +
    // Abbreviations in German, French and Spanish.
    'z.b d.h u.a z.t bzw ggf evtl bzgl inkl exkl zzgl vgl sog usw nr std sek mio mrd tsd mwst okt dez ' +
    'ex janv févr avr juil déc ej aprox máx mín pág núm ud uds sra ene abr dic'
  ).split(' '),
)
const longMonths = /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/
/** “From 3 a.m. to 6 p.m. Eastern” */
const timeZone =
  /^\(?(?:(?:Eastern|Central|Mountain|Pacific|Greenwich|Atlantic)\b(?! (?:is|are|has|was)\b)|[A-Z]{2,4}T\b|UTC\b|ET\b|PT\b|CT\b|UK\b|US\b|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)/
/** These may or may not end a sentence; a capital letter after one starts a new sentence. */
const endingAbbreviations = new Set([
  'etc',
  'a.m',
  'p.m',
  'u.s',
  'u.k',
  'inc',
  'ltd',
  'co',
  'corp',
  'al',
  'min',
  'sec',
  'no',
  'usw',
  'mwst',
  'std',
  'sek',
])

function splitLine(line: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  for (const match of line.matchAll(/(?<![.!?…。！？])[.!?…。！？]+["'”’)\]]*(?=\s|$)|[。！？]/gu)) {
    const end = match.index + match[0].length
    if (match[0].startsWith('.') && !endsSentence(line.slice(start, match.index), line.slice(end))) continue
    sentences.push(line.slice(start, end).trim())
    start = end
  }
  sentences.push(line.slice(start).trim())
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

function endsSentence(before: string, after: string): boolean {
  // No abbreviation is longer, and an unbounded search is quadratic.
  const lastWord = (/[^\s("'“‘[]*$/u.exec(before.slice(-20))?.[0] ?? '').toLowerCase()
  const next = after.trimStart()
  if (next === '') return true
  if (/^\p{L}$/u.test(lastWord) && lastWord !== 'i') return false
  if (/^[ap]\.m$/.test(lastWord) && timeZone.test(next)) return false
  if (abbreviations.has(lastWord)) return endingAbbreviations.has(lastWord) && /^["'“‘(]?\p{Lu}/u.test(next)
  // “am 5. Dezember”
  if (/^\d{1,2}$/.test(lastWord) && longMonths.test(next)) return false
  return !/^\p{Ll}/u.test(next)
}

/**
 * The pieces of `splitSentences` as sentences to quote: “and that is why teams trust it,” after another piece is “That
 * is why teams trust it.”
 */
export function asSentences(pieces: readonly string[]): readonly string[] {
  return pieces.map((piece, index) => {
    const isContinued = index < pieces.length - 1 && !endsAsSentence.test(piece)
    const begun = continuesPiece(pieces, index) ? withCapital(piece.replace(joining, '')) : piece
    return isContinued ? begun.replace(/[,;:–—]$/u, '.') : begun
  })
}

/** Whether a piece of `splitSentences` is the rest of the sentence before it. */
export function continuesPiece(pieces: readonly string[], index: number): boolean {
  return index > 0 && !endsAsSentence.test(pieces[index - 1] ?? '')
}

const endsAsSentence = /[.!?…。！？]["'”’)\]]*$/u
const joining = /^(?:and|or|but|while|und|oder|aber|et|ou|mais|y|o|pero) (?=\S+ \S)/

/** “iPhone” keeps its first letter. */
function withCapital(text: string): string {
  return /^\p{Ll}(?!\p{Lu})/u.test(text) ? capitalise(text) : text
}

function splitLongSentence(sentence: string): readonly string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > sentenceCharactersMax || countWords(rest) > pieceWordsMax) {
    const cut = findCut(rest)
    pieces.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  if (rest !== '') pieces.push(rest)
  return pieces
}

/**
 * Where to cut a long text: before the last joined clause that fits (“…, and Group costs more”), else after the last
 * comma, else after the last word, else between two characters.
 */
function findCut(text: string): number {
  const head = text.slice(0, sentenceCharactersMax)
  const words = [...head.matchAll(/\S+\s*/g)]
  const window = head.slice(0, words[pieceWordsMax]?.index)
  for (const ends of [clauseEnd, comma]) {
    const clause = Math.max(...[...window.matchAll(ends)].map((match) => match.index + 1), 0)
    if (clause >= window.length / 3) return clause
  }
  const space = window.search(/\s\S*$/)
  if (space > 0) return space
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length
}

const clauseEnd =
  /[;:–—](?=\s)|,(?=\s(?:and|or|but|while|so|because|which|und|oder|aber|während|et|ou|mais|tandis|y|o|pero|mientras)\s)/g
const comma = /,(?=\s)/g
