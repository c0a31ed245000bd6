import { baseLanguage } from '#domain/spoken-signs.ts'

/* How people spell, by language. */

export interface SpellingWords {
  /** The words between letter and name, as in “j as in Juliet”. */
  readonly asIn: readonly string[]
  /** Words that repeat a letter, with the count: “double l”. */
  readonly repeats: Readonly<Record<string, number>>
  /** Words that join two parts: “no space”. */
  readonly joins: readonly string[]
  /** Words about a letter or an address that are not part of it. */
  readonly asides: readonly string[]
  readonly numbers: Readonly<Record<string, string>>
  /** Names of letters that are also words; read as letters only between letters. */
  readonly letterNames: Readonly<Record<string, string>>
}

const english: SpellingWords = {
  asIn: ['as in', 'like in', 'for', 'like'],
  repeats: { double: 2, triple: 3 },
  joins: ['no space', 'all one word'],
  asides: ['capital', 'uppercase', 'upper case', 'lowercase', 'lower case', 'all lowercase', 'letter'],
  numbers: {
    ...digits('zero one two three four five six seven eight nine'),
    ...Object.fromEntries(
      'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
        .split(' ')
        .map((word, index) => [word, String(10 + index)]),
    ),
    ...Object.fromEntries(
      'twenty thirty forty fifty sixty seventy eighty ninety'
        .split(' ')
        .map((word, index) => [word, String(20 + index * 10)]),
    ),
  },
  letterNames: {
    ay: 'a',
    bee: 'b',
    be: 'b',
    see: 'c',
    sea: 'c',
    dee: 'd',
    gee: 'g',
    aitch: 'h',
    eye: 'i',
    jay: 'j',
    kay: 'k',
    el: 'l',
    em: 'm',
    en: 'n',
    oh: 'o',
    pee: 'p',
    cue: 'q',
    queue: 'q',
    are: 'r',
    ess: 's',
    tee: 't',
    tea: 't',
    you: 'u',
    vee: 'v',
    ex: 'x',
    why: 'y',
    zee: 'z',
    zed: 'z',
  },
}

const german: SpellingWords = {
  asIn: ['wie'],
  repeats: { doppel: 2, zweimal: 2, dreimal: 3 },
  joins: ['ohne leerzeichen', 'zusammen'],
  asides: ['großes', 'grosses', 'großbuchstabe', 'kleines', 'kleinbuchstabe', 'alles klein', 'klein geschrieben'],
  numbers: {
    ...digits('null eins zwei drei vier fünf sechs sieben acht neun'),
    zwo: '2',
    zehn: '10',
    elf: '11',
    zwölf: '12',
  },
  letterNames: {
    ah: 'a',
    be: 'b',
    zeh: 'c',
    de: 'd',
    eff: 'f',
    ge: 'g',
    ha: 'h',
    jot: 'j',
    ka: 'k',
    el: 'l',
    em: 'm',
    en: 'n',
    oh: 'o',
    pe: 'p',
    kuh: 'q',
    er: 'r',
    es: 's',
    te: 't',
    uh: 'u',
    vau: 'v',
    we: 'w',
    ix: 'x',
    ypsilon: 'y',
    zett: 'z',
  },
}

const french: SpellingWords = {
  asIn: ['comme', 'comme dans'],
  repeats: { double: 2, deux: 2 },
  joins: ['sans espace', 'attaché'],
  asides: ['majuscule', 'minuscule', 'tout en minuscules'],
  numbers: digits('zéro un deux trois quatre cinq six sept huit neuf'),
  letterNames: {
    bé: 'b',
    cé: 'c',
    dé: 'd',
    effe: 'f',
    gé: 'g',
    ache: 'h',
    ji: 'j',
    ka: 'k',
    elle: 'l',
    aime: 'm',
    haine: 'n',
    pé: 'p',
    ku: 'q',
    erre: 'r',
    esse: 's',
    té: 't',
    vé: 'v',
    ixe: 'x',
    zède: 'z',
  },
}

const spanish: SpellingWords = {
  asIn: ['de', 'como'],
  repeats: { doble: 2, triple: 3 },
  joins: ['sin espacio', 'sin espacios', 'junto'],
  asides: ['mayúscula', 'minúscula', 'todo en minúsculas'],
  numbers: digits('cero uno dos tres cuatro cinco seis siete ocho nueve'),
  letterNames: {
    be: 'b',
    ce: 'c',
    efe: 'f',
    ge: 'g',
    hache: 'h',
    jota: 'j',
    ka: 'k',
    ele: 'l',
    eme: 'm',
    ene: 'n',
    pe: 'p',
    cu: 'q',
    erre: 'r',
    ese: 's',
    te: 't',
    uve: 'v',
    equis: 'x',
    zeta: 'z',
  },
}

const byLanguage: Readonly<Record<string, SpellingWords>> = { en: english, de: german, fr: french, es: spanish }

export function spellingWordsOf(lang: string): SpellingWords {
  return byLanguage[baseLanguage(lang)] ?? english
}

/** The telephone alphabet, used in every language. */
export const alphabetNames: ReadonlySet<string> = new Set(
  (
    'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec ' +
    'romeo sierra tango uniform victor whiskey x-ray xray yankee zulu'
  ).split(' '),
)

/** Mail providers that recognisers split into two words. */
export const splitHosts: Readonly<Record<string, string>> = {
  'g mail': 'gmail',
  'gee mail': 'gmail',
  'hot mail': 'hotmail',
  'out look': 'outlook',
  'i cloud': 'icloud',
  'proton mail': 'protonmail',
}

function digits(words: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.split(' ').map((word, index) => [word, String(index)]))
}
