import { toStem } from './stem.ts'

/** A question or sentence, analysed for matching. */
export interface Terms {
  /** Stems of the content words, synonyms merged, in order, without duplicates. */
  readonly informative: readonly string[]
  /** Terms that most questions contain (“work”, “support”); they have a low weight. */
  readonly weak: ReadonlySet<string>
  /** Numbers as written, without thousands separators. */
  readonly numbers: readonly string[]
  /** Stems that must match: names, and qualifiers of a plan or edition (“the *team* plan”). */
  readonly required: readonly string[]
}

/** Analyses a text; `isQuestion` also finds what an answer must contain. */
export function toTerms(written: string, isQuestion = false): Terms {
  const text = written.replace(/\b(sign)(?:ing|s|ed)?[ -](up)\b/gi, '$1$2')
  const words = [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?(?:[.,]\d+)*/gu)].map((match) => ({
    written: match[0],
    lower: match[0].toLowerCase().replace(/['’]s?$|['’](?=\p{L})/gu, ''),
    startsSentence: /(?:^|[.!?:“"]\s*)$/u.test(text.slice(0, match.index).trimEnd()),
  }))
  const informative = new Set<string>()
  const weak = new Set<string>()
  const numbers: string[] = []
  const required = new Set<string>()
  for (const [index, word] of words.entries()) {
    if (/^\d/.test(word.lower)) {
      numbers.push(toNumber(word.lower))
      if (/^\d+(?:[.,]\d+)*$/.test(word.lower)) continue
    }
    const spelled = spelledNumbers.get(word.lower)
    if (spelled !== undefined) {
      numbers.push(spelled)
      continue
    }
    const isName = isQuestion && looksLikeName(word.written, word.startsSentence)
    if (stopWords.has(word.lower) && !isAcronym(word.written)) continue
    const term = toTerm(word.lower)
    informative.add(term)
    if (weakWords.has(term)) weak.add(term)
    if (isName) required.add(term)
    const next = words[index + 1]
    if (isQuestion && next !== undefined && narrowed.has(toTerm(next.lower))) required.add(term)
  }
  // “How much is it per seat?” asks for a price, so a number of seats doesn't answer it.
  if (isQuestion && asksForPrice.test(text)) {
    informative.add(toTerm('price'))
    required.add(toTerm('price'))
  }
  return { informative: [...informative], weak, numbers, required: [...required] }
}

const asksForPrice =
  /\bhow much (?:is|are|for|per|would|will|do (?:i|we) (?:have to )?pay)\b(?!.*\b(?:data|time|space|storage|memory)\b)/i

/** The key a word is compared by: its stem, or the stem shared by its synonyms. */
function toTerm(word: string): string {
  const stem = toStem(word)
  return synonyms.get(stem) ?? stem
}

/** “1,200.50” and “1200.5” are the same number. */
function toNumber(text: string): string {
  const figure = /^\d+(?:,\d{3})*(?:\.\d+)?/.exec(text)?.[0] ?? text
  return figure
    .replaceAll(',', '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}

function isAcronym(written: string): boolean {
  return /^\p{Lu}{2,}$/u.test(written)
}

function looksLikeName(written: string, startsSentence: boolean): boolean {
  if (/^\p{Lu}{2,}\d*$/u.test(written) || /^\p{Ll}*\p{Lu}\p{L}*\p{Lu}/u.test(written)) return written !== 'OK'
  return !startsSentence && /^\p{Lu}/u.test(written) && written !== 'I' && !/^I['’]/.test(written)
}

const stopWords = new Set(
  (
    'a an and or but if then than so as at by for from in into of off on onto out over per to under up upon with without within ' +
    'the this that these those there here it its itself he she they them their his her we us our you your yours i me my mine ' +
    'is are was were be been being am do does did doing done have has had having can could will would shall should may might must ' +
    'what which who whom whose when where why how whether not no nor yes dont doesnt isnt arent cant wont im id ive youre thats whats ' +
    'about also any anything some something someone all each every both few more most other another such only own same too very just ' +
    'now again still even ever never always often much many lot lots please tell explain say said know let lets get gets got ' +
    'mean means really actually like want wants need needs see look show shows give gives thing things way ways kind sort stuff ' +
    'ok okay well hey hi hello um uh er hmm so oh long far soon after before while between through during because ' +
    'step steps demo page screen exactly possible able available it’s one ones question'
  ).split(' '),
)

const spelledNumbers = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, String(index + 2)]),
)

/* One meaning per line; the first word represents the others. */
const synonyms = new Map(
  `price cost fee charge rate expensive cheap pay payment dollar euro
delete remove erase discard drop
create make build new
change edit modify update adjust alter
sign login signin logon authenticate authentication
buy purchase order
cancel terminate quit
picture image screenshot photo
person people teammate colleague coworker
invite share
team group
fast quick quickly speed
secure security safe protect protection
save store keep retain retention retained
phone mobile smartphone iphone android
licence license
limit maximum cap quota
export download
import upload
error problem issue bug failure fail
company organisation organization firm
permission right privilege access
notification alert notify
free gratis trial
encrypt encryption encrypted cipher
language translate translation locale
begin start
finish end complete
search find look
message mail email
delay wait latency
calendar schedule
dashboard overview
report analytics statistic`
    .split('\n')
    .flatMap((line) => {
      const stems = line.split(' ').map((word) => toStem(word))
      return stems.map((stem): [string, string] => [stem, stems[0] ?? stem])
    }),
)

/** Verbs and nouns that many questions share; on their own they prove nothing. */
const weakWords = new Set(
  'work support help us make do happen come go take include offer provide allow let run start try add handle product app tool software system feature option find keep set put click press button select open'
    .split(' ')
    .map((word) => toTerm(word)),
)

/** The word before one of these names a certain plan or edition; an answer about a different one would be wrong. */
const narrowed = new Set(
  'plan tier edition version package licence license subscription region role level api integration app platform certificate'
    .split(' ')
    .map((word) => toTerm(word)),
)

/** How many informative words the note shares with the text. */
export function sharedWords(text: string, note: string): number {
  const said = new Set(toTerms(text).informative)
  return new Set(toTerms(note).informative.filter((term) => said.has(term))).size
}
