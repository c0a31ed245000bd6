import { normalForm } from '#domain/normal-form.ts'
import { toStem } from './stem.ts'

/** A word or number of a text. */
export interface Word {
  /** Lower case, contractions resolved. */
  readonly text: string
  readonly stem: string
  /** As typed, to recognise names. */
  readonly written: string
  /** The number without separators, for “1,200”, “$29” or “two”; null for words. */
  readonly number: string | null
  /** The number was written in digits. */
  readonly isDigits: boolean
  /** A comma, full stop or similar precedes it. */
  readonly startsClause: boolean
}

/** Longer texts are cut: no question has this length. */
const wordsMax = 120

/** Splits a text into words, the same way for questions and notes. */
export function toWords(text: string): readonly Word[] {
  const plain = expandContractions(text)
  const words: Word[] = []
  let end = 0
  for (const match of plain.matchAll(/[\p{L}\p{N}]+(?:[.,:]\d+)*/gu)) {
    if (words.length >= wordsMax) break
    const between = plain.slice(end, match.index)
    end = match.index + match[0].length
    const startsClause = words.length === 0 || /[.,;:!?()\n–—]/.test(between)
    for (const [index, part] of splitUnits(match[0]).entries()) {
      words.push(toWord(part, startsClause && index === 0))
    }
  }
  return words
}

function toWord(written: string, startsClause: boolean): Word {
  const lower = written.toLowerCase()
  const text = chatSpellings.get(lower) ?? lower
  const isDigits = /^\d[\d.,:]*$/.test(text)
  const number = isDigits ? toFigure(text) : (spelledNumbers.get(text) ?? null)
  const stem = isDigits ? toFigure(text) : toStem(text)
  return { text, stem, written, number, isDigits, startsClause }
}

/** “25MB” and “15min” are two words; “3D” and “2fa” are names. */
function splitUnits(written: string): readonly string[] {
  const parts = /^(\d+(?:[.,]\d+)*)(mb|gb|kb|tb|kg|km|min|mins|hrs?|h|days?|months?|years?|am|pm|k|x)$/i.exec(written)
  return parts === null ? [written] : [parts[1] ?? written, parts[2] ?? '']
}

function toFigure(text: string): string {
  const figure = /^\d+(?:,\d{3})*(?:[.:]\d+)?/.exec(text)?.[0] ?? text
  return figure
    .replaceAll(',', '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}

/** “What’s” is “what is”, “e-mail” is “email”. */
function expandContractions(text: string): string {
  return normalForm(text, 'NFKC')
    .replace(/[’‘`´]/g, "'")
    .replace(/\be-?mails?\b/gi, (found) => (found.toLowerCase().endsWith('s') ? 'emails' : 'email'))
    .replace(/\bwi-?fi\b/gi, 'wifi')
    .replace(/\b(can)'?t\b/gi, '$1 not')
    .replace(/\bwon'?t\b/gi, 'will not')
    .replace(/\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n'?t\b/gi, '$1 not')
    .replace(/\b(what|where|who|how|when|that|there|it|he|she|let)'s\b/gi, '$1 is')
    .replace(/\b(what|where|who|how|that)s\b/gi, '$1 is')
    .replace(/\b(I|you|we|they)'(m|re|ve|ll|d)\b/gi, '$1')
    .replace(/\b(\p{L}+)'s\b/gu, '$1')
    .replace(/\b(\p{L}+)s'(?=\s|$)/gu, '$1s')
    .replaceAll("'", '')
}

/* Chat spelling. */
const chatSpellings = new Map(
  (
    'u you ur your r are ppl people pls please plz please thx thanks cuz because coz because tho though gonna going ' +
    'wanna want gotta must lemme let gimme give dunno know im i ive i id i youre you theyre they dont not doesnt not ' +
    'msg message msgs messages txt text txts texts pic photo pics photos vid video vids videos nr number num number ' +
    'acct account accts accounts acc account info information docs documents doc document docx word xls excel xlsx ' +
    'excel ppt powerpoint pptx powerpoint mins minutes sec second secs seconds hrs hours wk week ' +
    'wks weeks mth month mths months mo month yr year yrs years tmrw tomorrow bday birthday biz business mgr manager ' +
    'mgmt management org organisation orgs organisations dept department depts departments dev developer devs ' +
    'developers admins admin app app apps app config configuration fav favourite intl international approx about max ' +
    'maximum min. minimum temp temporary temps temporary rep representative reps representatives govt government ' +
    'addr address tel phone cell mobile fone phone mob mobile insta instagram fb facebook gcal calendar gdrive drive ' +
    'sheet spreadsheet sheets spreadsheets cc card ccs cards vs versus abt about w with wo without btw also asap soon ' +
    'auto automatically diff difference sub subscription subs subscriptions perms permissions sms sms'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, word, index, all) => {
      if (index % 2 === 0) pairs.push([word, all[index + 1] ?? word])
      return pairs
    }, []),
)

const spelledNumbers = new Map(
  (
    'two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 ' +
    'fifteen 15 sixteen 16 eighteen 18 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 ninety 90 hundred 100 thousand 1000'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, word, index, all) => {
      if (index % 2 === 0) pairs.push([word, all[index + 1] ?? ''])
      return pairs
    }, []),
)
