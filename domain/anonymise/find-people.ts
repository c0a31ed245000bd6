import {
  commonWords,
  doubtfulNames,
  familyBeginning,
  familyEnding,
  familyNames,
  femaleNames,
  maleNames,
  uncasedNames,
} from './known-names.ts'

/** A person named in the texts. */
export interface Person {
  /** As first written: “Jane”; '' if only the family name is known. */
  readonly given: string
  /** “Roe”; '' if only the given name is known. */
  readonly family: string
}

/** The position of a name in a text, and the person it names. */
export interface NamePart {
  readonly start: number
  readonly end: number
  readonly person: Person
}

export interface PeopleClues {
  /** Texts of two or three capital letters, like the initials in an avatar. */
  readonly initials: ReadonlySet<string>
  /** The letters before the @ of email addresses, and after that of handles. */
  readonly mailNames: readonly string[]
}

const nameWord = String.raw`\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*`
const particle = String.raw`(?:(?:de|van|von|der|den|del|della|di|da|dos|du|la|le|ten|zu|bin|ibn|al|el) )*`
const sequence = new RegExp(String.raw`(?<![\p{L}\p{N}@._-])${nameWord}(?:\.)?(?: ${particle}${nameWord}\.?)*`, 'gu')
const honorific =
  /(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Miss|Mx|Señora?|Monsieur|Madame|Signora?|Dr|Prof|Herrn?|Frau|M|Mme|Mlle|Sr|Sra|Srta|Don|Doña|Sig|Ing|Dipl\.-Ing)\.? (?:(?:Dr|Prof)\.? )?$/u
const listed = new RegExp(
  String.raw`^\s*(${particle}${nameWord}(?: ${nameWord})?), (${nameWord})(?: \p{Lu}\.?)?\s*$`,
  'u',
)

/** People's names in a text. */
export function findNames(text: string, clues: PeopleClues): readonly NamePart[] {
  const byList = listed.exec(text)
  if (byList !== null && isGiven(byList[2] ?? '') && !isCommon(byList[1] ?? '')) {
    const [, family = '', given = ''] = byList
    const start = text.indexOf(family)
    return [{ start, end: text.trimEnd().length, person: { given, family } }]
  }
  const found: NamePart[] = uncased(text)
  for (const { 0: match, index } of text.matchAll(sequence)) {
    const isWhole = match.length === text.replace(/\([^()]*\)\s*$/, '').trim().length
    found.push(
      ...namesIn(match, { isWhole, isTitled: honorific.test(text.slice(0, index)), clues }).map((part) => ({
        ...part,
        start: part.start + index,
        end: part.end + index,
      })),
    )
  }
  return found
}

/** Names in scripts without capitals. */
function uncased(text: string): NamePart[] {
  const found: NamePart[] = []
  for (const pattern of uncasedNames) {
    for (const { 0: match, index, groups } of text.matchAll(pattern)) {
      const { given = '', family = '' } = groups ?? {}
      if (found.length === 0) found.push({ start: index, end: index + match.length, person: { given, family } })
    }
  }
  return found
}

interface Around {
  readonly isWhole: boolean
  readonly isTitled: boolean
  readonly clues: PeopleClues
}

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

function namesIn(run: string, { isWhole, isTitled, clues }: Around): readonly NamePart[] {
  const words = wordsOf(run)
  for (const [at, word] of words.entries()) {
    const given = plain(word.text)
    const isTitle = honorific.test(`${word.text} `)
    if (isTitle) {
      const rest = words.slice(at + 1, at + 4)
      if (honorific.test(`${rest[0]?.text ?? ''} `)) continue
      const last = rest.at(-1)
      const first = rest[0]
      if (first === undefined || last === undefined || isCommon(first.text)) continue
      const person =
        rest.length === 1 ? { given: '', family: first.text } : { given: first.text, family: restOf(run, first, last) }
      return [{ start: first.start, end: last.end, person }]
    }
    const next = familyAfter(words, at)
    if (isTitled && at === 0 && !isCommon(word.text)) {
      const person =
        next === null ? { given: '', family: word.text } : { given: word.text, family: restOf(run, word, next) }
      return [{ start: word.start, end: (next ?? word).end, person }]
    }
    if (
      next !== null &&
      isGiven(given) &&
      isSure(given, next, { isWhole: isWhole && next.end === run.length, clues })
    ) {
      return [
        { start: word.start, end: next.end, person: { given, family: restOf(run, word, next) } },
        ...after(run, next.end, clues),
      ]
    }
    // J. Roe
    if (/^\p{Lu}\.$/u.test(word.text) && next !== null && (isFamily(next.text) || isWhole)) {
      return [{ start: word.start, end: next.end, person: { given: word.text, family: restOf(run, word, next) } }]
    }
    if (next !== null && at === 0 && isWhole && !isCommon(word.text) && isLikely(word.text, next.text, clues)) {
      return [{ start: word.start, end: next.end, person: { given: word.text, family: restOf(run, word, next) } }]
    }
    // Chen Wei
    if (next !== null && at === 0 && isWhole && words.length === 2 && isFamily(word.text) && isGiven(next.text)) {
      return [{ start: word.start, end: next.end, person: { given: next.text, family: word.text } }]
    }
    const isAlone = words.length === 1 && isWhole
    if (
      isGiven(given) &&
      !doubtfulNames.has(fold(given)) &&
      (isAlone || at > 0 || words.length === 1) &&
      next === null
    ) {
      return [{ start: word.start, end: word.start + given.length, person: { given, family: '' } }]
    }
  }
  return []
}

function wordsOf(run: string): readonly Word[] {
  return [...run.matchAll(new RegExp(`${particle}${nameWord}\\.?`, 'gu'))].map(({ 0: text, index }) => {
    const end = index + text.length
    const last = text.slice(text.lastIndexOf(' ') + 1)
    // In “Notiz von Matthias”, “von” doesn't belong to a family name.
    return isGiven(last) ? { text: last, start: end - last.length, end } : { text, start: index, end }
  })
}

function after(run: string, from: number, clues: PeopleClues): readonly NamePart[] {
  const rest = namesIn(run.slice(from), { isWhole: false, isTitled: false, clues })
  return rest.map((part) => ({ ...part, start: part.start + from, end: part.end + from }))
}

/** Given names that are also ordinary words need more evidence. */
function isSure(given: string, family: Word, { isWhole, clues }: Pick<Around, 'isWhole' | 'clues'>): boolean {
  return !doubtfulNames.has(fold(given)) || isWhole || isLikely(given, family.text, clues)
}

/** The last word of the family name after a given name, past middle names and initials. */
function familyAfter(words: readonly Word[], at: number): Word | null {
  let last: Word | null = null
  for (const word of words.slice(at + 1, at + 4)) {
    if (isCommon(word.text) || /^\p{Lu}{2,}$/u.test(word.text) !== /^\p{Lu}{2,}$/u.test(words[at]?.text ?? '')) break
    if (!/^\p{Lu}\.?$/u.test(word.text)) last = word
  }
  return last
}

/** The family name without the middle names. */
function restOf(run: string, given: Word, last: Word): string {
  return run
    .slice(given.end, last.end)
    .trim()
    .replace(/^(?:\p{Lu}\. )+/u, '')
    .replace(/['’]s$/u, '')
}

/** Whether two unknown words are a name, judging by avatars' initials and email addresses. */
function isLikely(first: string, last: string, { initials, mailNames }: PeopleClues): boolean {
  if (isFamily(last)) return true
  const [a, b] = [fold(first), fold(last)]
  if (initials.has(`${first[0] ?? ''}${last[0] ?? ''}`.toUpperCase())) return true
  return mailNames.some((name) => name.includes(b) && (name.includes(a) || name.startsWith(a[0] ?? '')))
}

export function genderOf(given: string): 'female' | 'male' | null {
  const [name = ''] = fold(given).split('-')
  return femaleNames.has(name) ? 'female' : maleNames.has(name) ? 'male' : null
}

function isGiven(word: string): boolean {
  const [first = ''] = fold(plain(word)).split('-')
  return femaleNames.has(first) || maleNames.has(first) || doubtfulNames.has(first)
}

export function isAmbiguousName(word: string): boolean {
  return doubtfulNames.has(fold(word)) || isCommon(word)
}

function isFamily(word: string): boolean {
  const bare = plain(word)
  return (
    familyNames.has(bare.toLowerCase()) ||
    familyNames.has(fold(bare)) ||
    familyEnding.test(bare.toLowerCase()) ||
    familyBeginning.test(bare)
  )
}

function isCommon(word: string): boolean {
  // The last part of the name, without prefixes such as “van der”.
  const parts = word.slice(word.lastIndexOf(' ') + 1).split('-')
  return parts.some((part) => commonWords.has(plain(part).toLowerCase()))
}

function plain(word: string): string {
  return word.replace(/['’]s?$/u, '').replace(/\.$/, '')
}

/** The person whose given and family name make up an address; null for other addresses. */
export function personOfAddress(email: string): Person | null {
  const parts = (email.split('@')[0] ?? '').split(/[._-]/)
  const [given = '', family = ''] = parts.map(
    (part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1).toLowerCase()}`,
  )
  if (parts.length !== 2 || !/^\p{L}{2,}$/u.test(given) || !/^\p{L}{3,}$/u.test(family)) return null
  return (isGiven(given) || isFamily(family)) && !isCommon(given) && !isCommon(family) ? { given, family } : null
}

/** Lower case, without accents. */
export function fold(word: string): string {
  return word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ø', 'o').replaceAll('ß', 'ss')
}
