import { escapePattern } from '../escape-pattern.ts'
import {
  findNames,
  fold,
  isAmbiguousName,
  personOfAddress,
  type NamePart,
  type PeopleClues,
  type Person,
} from './find-people.ts'
import { findPatterns, type FoundKind, type FoundPart } from './find-patterns.ts'
import { companyBase, createReplacer } from './made-up.ts'

/* Finds personal data in a demo's texts and proposes made-up replacements. Changes nothing. */

export interface Proposal {
  readonly kind: FoundKind
  /** The personal data as written in the texts. */
  readonly found: string
  readonly replacement: string
  /** Indexes of the texts that contain it. */
  readonly places: readonly number[]
}

/** Abbreviations that could be mistaken for initials. */
const abbreviations = new Set(
  'AI AM AND API AG DE EN ES EU FR GB HR ID IT MB NEW NO OK OR PDF PM PR QA SE SLA TV UI UK URL US USD VAT VIP VP'.split(
    ' ',
  ),
)
/** The rest of a longer text isn't searched. */
const textMax = 5_000

/** The proposals, most frequent first; the same for the same seed and texts. */
export function proposeReplacements(texts: readonly string[], seed: string): readonly Proposal[] {
  const madeUp = createReplacer(seed)
  const shapes = texts.map((text) => findPatterns(text.slice(0, textMax)))
  const clues = cluesIn(texts, shapes)
  const proposals = new Map<string, { kind: FoundKind; replacement: string; places: Set<number> }>()
  const propose = (kind: FoundKind, found: string, replacement: string, place: number) => {
    const known = proposals.get(found) ?? { kind, replacement, places: new Set() }
    proposals.set(found, known)
    known.places.add(place)
  }

  const people: Person[] = []
  const companies = new Set<string>()
  const names = texts.map((text, at) => namesOutside(text.slice(0, textMax), shapes[at] ?? [], clues))
  for (const { person } of names.flat()) people.push(person)
  for (const [at, text] of texts.entries()) {
    for (const { kind, start, end } of shapes[at] ?? []) {
      const person = kind === 'email' ? personOfAddress(text.slice(start, end)) : null
      if (person !== null) people.push(person)
    }
  }
  const known = knownPeople(people)

  for (const [at, text] of texts.entries()) {
    for (const { start, end, person } of names[at] ?? []) {
      const written = text.slice(start, end)
      propose('person', written, rewrite(written, person, madeUp.person(known.fullOf(person))), at)
    }
    for (const { kind, start, end } of shapes[at] ?? []) {
      const found = text.slice(start, end)
      if (kind === 'person') continue
      if (kind === 'company') {
        const base = companyBase(found)
        companies.add(base)
        propose(kind, found, found.replace(base, madeUp.companyName(base)), at)
      } else if (kind === 'email') propose(kind, found, madeUp.email(found, known.ownerOf(found)), at)
      else propose(kind, found, madeUp.other(kind, found), at)
    }
  }

  // Short forms elsewhere: a given name alone, initials, a company without its legal form.
  const mentions = mentionsOf(known.all, madeUp.person)
  for (const base of companies) {
    if (base.length >= 4 && !isAmbiguousName(base))
      mentions.set(base, { kind: 'company', replacement: madeUp.companyName(base) })
  }
  for (const [at, text] of texts.entries()) {
    const covered = [...(shapes[at] ?? []), ...(names[at] ?? [])]
    for (const { found, start, end } of wordsIn(text.slice(0, textMax), mentions)) {
      const mention = mentions.get(found)
      if (mention === undefined || covered.some((part) => part.start < end && start < part.end)) continue
      if (mention.isWhole === true && text.trim() !== found) continue
      propose(mention.kind, found, mention.replacement, at)
    }
  }
  return [...proposals]
    .map(([found, { kind, replacement, places }]) => ({ kind, found, replacement, places: [...places] }))
    .filter(({ found, replacement }) => found !== replacement)
    .toSorted((a, b) => b.places.length - a.places.length)
}

/** The text with whole words replaced, longer matches first. */
export function replaceFound(text: string, replacements: ReadonlyMap<string, string>): string {
  if (replacements.size === 0) return text
  const longestFirst = [...replacements.keys()].toSorted((a, b) => b.length - a.length)
  const any = new RegExp(longestFirst.map((found) => bounded(found)).join('|'), 'gu')
  return text.replaceAll(any, (found) => replacements.get(found) ?? found)
}

function bounded(found: string): string {
  const escaped = escapePattern(found)
  const before = /^[\p{L}\p{N}]/u.test(found) ? String.raw`(?<![\p{L}\p{N}])` : ''
  const after = /[\p{L}\p{N}]$/u.test(found) ? String.raw`(?![\p{L}\p{N}])` : ''
  return `${before}${escaped}${after}`
}

/** A name in a chat: @ada.lovelace */
const handle = /(?<=(?<![\p{L}\p{N}._-])@)\p{L}[\p{L}\p{N}._-]{3,39}/gu

function cluesIn(texts: readonly string[], shapes: readonly (readonly FoundPart[])[]): PeopleClues {
  const initials = new Set(
    texts.map((text) => text.trim()).filter((text) => /^\p{Lu}{2,3}$/u.test(text) && !abbreviations.has(text)),
  )
  const mailNames = texts.flatMap((text, at) =>
    [
      ...(shapes[at] ?? [])
        .filter(({ kind }) => kind === 'email')
        .map(({ start, end }) => text.slice(start, end).split('@')[0] ?? ''),
      ...[...text.matchAll(handle)].map(([name]) => name),
    ].map((name) => fold(name).replaceAll(/[^a-z]/g, '')),
  )
  return { initials, mailNames }
}

function namesOutside(text: string, shapes: readonly FoundPart[], clues: PeopleClues): readonly NamePart[] {
  return findNames(text, clues).filter(({ start, end }) => !shapes.some((part) => part.start < end && start < part.end))
}

/** Merges short forms: “J. Roe” and “Jane” are Jane Roe unless someone else fits, too. */
function knownPeople(people: readonly Person[]) {
  const byName = new Map<string, Person>()
  for (const person of people) {
    const key = fold(`${person.given} ${person.family}`)
    if (!byName.has(key)) byName.set(key, person)
  }
  const all = [...byName.values()]
  const whole = all.filter(({ given, family }) => given.replace('.', '').length > 1 && family !== '')
  const only = (fits: (person: Person) => boolean): Person | null => {
    const fitting = whole.filter(fits)
    return fitting.length === 1 ? (fitting[0] ?? null) : null
  }
  return {
    all,
    fullOf: (person: Person): Person => {
      const { given, family } = person
      const isShort = given.replace('.', '').length <= 1
      if (!isShort || family === '') return person
      const full = only(
        (each) => fold(each.family) === fold(family) && fold(each.given).startsWith(fold(given.replace('.', ''))),
      )
      return full === null ? person : { given: given === '' ? '' : full.given, family: full.family }
    },
    ownerOf: (email: string): Person | null => {
      const local = fold(email.split('@')[0] ?? '').replaceAll(/[^a-z]/g, '')
      const isOf = ({ given, family }: Person) => {
        const [a, b] = [fold(given).replaceAll(/[^a-z]/g, ''), fold(family).replaceAll(/[^a-z]/g, '')]
        return (
          b !== '' &&
          [`${a}${b}`, `${b}${a}`, `${a[0] ?? ''}${b}`, `${b}${a[0] ?? ''}`, `${a}${b[0] ?? ''}`].includes(local)
        )
      }
      return whole.find(isOf) ?? only(({ given, family }) => [fold(given), fold(family)].includes(local))
    },
  }
}

/** The made-up name with the order, capitals and initials of the original. */
function rewrite(written: string, person: Person, made: Person): string {
  const isListed = written.includes(',')
  const isInitial = /^\p{Lu}\.?$/u.test(person.given)
  const given = isInitial ? `${made.given[0] ?? ''}${person.given.endsWith('.') ? '.' : ''}` : made.given
  const isFamilyFirst = person.family !== '' && person.given !== '' && written.startsWith(`${person.family} `)
  const parts = isListed ? [`${made.family},`, given] : isFamilyFirst ? [made.family, given] : [given, made.family]
  const name = parts.filter((part) => part !== '' && part !== ',').join(' ')
  const isUpper = written === written.toUpperCase() && /\p{Lu}{2}/u.test(written)
  return `${isUpper ? name.toUpperCase() : name}${/['’]s$/u.exec(written)?.[0] ?? ''}`
}

interface Mention {
  readonly kind: FoundKind
  readonly replacement: string
  /** Counts only if it is the whole text. */
  readonly isWhole?: boolean
}

function mentionsOf(people: readonly Person[], make: (person: Person) => Person): Map<string, Mention> {
  const mentions = new Map<string, Mention>()
  const add = (found: string, replacement: string, isWhole = false) => {
    if (!mentions.has(found)) mentions.set(found, { kind: 'person', replacement, ...(isWhole && { isWhole }) })
  }
  for (const person of people) {
    const { given, family } = person
    const made = make(person)
    if (given.replace('.', '').length > 2) add(given, made.given, isAmbiguousName(given))
    if (family.length > 2) add(family, made.family, isAmbiguousName(family))
    if (family.length > 5 && !isAmbiguousName(family)) add(family.toLowerCase(), made.family.toLowerCase())
    if (given === '' || family === '') continue
    const initials = initialsOf(given, family)
    if (!abbreviations.has(initials)) add(initials, initialsOf(made.given, made.family), true)
    // Pages capitalise some names by style.
    add(inLowerCase(person), inLowerCase(made))
    for (const handle of handlesOf(person)) {
      const at = handlesOf(person).indexOf(handle)
      add(handle, handlesOf(made)[at] ?? '', handle.length < 6)
    }
  }
  return mentions
}

function inLowerCase({ given, family }: Person): string {
  return `${given} ${family}`.toLowerCase()
}

function initialsOf(given: string, family: string): string {
  return `${given[0] ?? ''}${family.split(' ').at(-1)?.[0] ?? ''}`.toUpperCase()
}

function handlesOf({ given, family }: Person): readonly string[] {
  const [a, b] = [fold(given).replaceAll(/[^a-z]/g, ''), fold(family).replaceAll(/[^a-z]/g, '')]
  if (a.length < 2 || b.length < 2) return []
  return [`${a}.${b}`, `${a}_${b}`, `${a}-${b}`, `${a}${b}`, `${a[0]}${b}`, `${a[0]}.${b}`]
}

/** Finds the wanted phrases at word boundaries, in one pass. */
function* wordsIn(
  text: string,
  wanted: ReadonlyMap<string, unknown>,
): Generator<{ readonly found: string; readonly start: number; readonly end: number }, void> {
  const starts = [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)
  const ends = [...text.matchAll(/[\p{L}\p{N}](?![\p{L}\p{N}])/gu)].map(({ 0: char, index }) => index + char.length)
  let done = 0
  for (const [at, start] of starts.entries()) {
    if (start < done) continue
    // Names have at most four words.
    for (const end of ends.slice(at, at + 4).toReversed()) {
      const found = text.slice(start, end)
      if (!wanted.has(found)) continue
      yield { found, start, end }
      done = end
      break
    }
  }
}
