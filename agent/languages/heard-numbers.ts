import type { AgentLanguage } from '#domain/agent-languages.ts'

/**
 * Writes steps, times and team sizes in digits, because recognisers return “Schritt drei”, “halb vier” and “trois
 * heures et demie”. `said` is in lower case, without accents in French and Spanish.
 */
export function writeSpokenNumbers(said: string, language: Exclude<AgentLanguage, 'en'>): string {
  return frames[language].reduce((text, [frame, write]) => text.replace(frame, write), said)
}

type Frame = readonly [RegExp, (match: string, ...groups: string[]) => string]

/** Number words for 0 to 59. */
function count(words: readonly string[], tens: (ten: number, unit: number) => string): ReadonlyMap<string, number> {
  const known = words.map((word, number): [string, number] => [word, number])
  for (let number = words.length; number < 60; number += 1) {
    known.push([tens(Math.floor(number / 10), number % 10), number])
  }
  return new Map(known)
}

const germanUnits = 'null ein zwei drei vier funf sechs sieben acht neun'.split(' ')
const germanTens = ['', '', 'zwanzig', 'dreissig', 'vierzig', 'funfzig']
const germanPlain = new Map([
  ...count(
    [
      ...'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf'.split(' '),
      ...'drei vier funf sech sieb acht neun'.split(' ').map((unit) => `${unit}zehn`),
    ],
    (ten, unit) => `${unit === 0 ? '' : `${germanUnits[unit]}und`}${germanTens[ten]}`,
  ),
  ['ein', 1],
  ['zwo', 2],
  ['fuenf', 5],
  ['zwoelf', 12],
])
const german = new Map(
  [...germanPlain].flatMap(([word, number]) => [
    [word, number] as const,
    [word.replaceAll('funf', 'fünf').replace('zwolf', 'zwölf').replace('ssig', 'ßig'), number] as const,
  ]),
)

const frenchTens = ['', '', 'vingt', 'trente', 'quarante', 'cinquante']
const frenchUnits = 'zero un deux trois quatre cinq six sept huit neuf'.split(' ')
const french = new Map([
  ...count(
    [
      ...frenchUnits,
      ...'dix onze douze treize quatorze quinze seize'.split(' '),
      ...'sept huit neuf'.split(' ').map((unit) => `dix ${unit}`),
    ],
    (ten, unit) => `${frenchTens[ten]}${unit === 0 ? '' : unit === 1 ? ' et un' : ` ${frenchUnits[unit]}`}`,
  ),
  ['une', 1],
  ...[2, 3, 4, 5].map((ten) => [`${frenchTens[ten]} et une`, ten * 10 + 1] as const),
])

const spanishTens = ['', '', 'veinte', 'treinta', 'cuarenta', 'cincuenta']
const spanishUnits = 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' ')
const spanish = new Map([
  ...count(
    [
      ...spanishUnits,
      ...'diez once doce trece catorce quince'.split(' '),
      ...'seis siete ocho nueve'.split(' ').map((unit) => `dieci${unit}`),
    ],
    (ten, unit) =>
      unit === 0
        ? (spanishTens[ten] ?? '')
        : ten === 2
          ? `veinti${spanishUnits[unit]}`
          : `${spanishTens[ten]} y ${spanishUnits[unit]}`,
  ),
  ['una', 1],
])

function anyOf(numbers: ReadonlyMap<string, number>): string {
  return [...numbers.keys()].toSorted((a, b) => b.length - a.length).join('|')
}

function write(numbers: ReadonlyMap<string, number>, word: string): number {
  return numbers.get(word.toLowerCase()) ?? Number(word)
}

/** The time with these minutes in the hour before: 8:45 for “a quarter to nine”. */
function before(numbers: ReadonlyMap<string, number>, word: string, minutes: number): string {
  const hour = write(numbers, word) - 1
  return `${hour < 1 ? hour + 12 : hour}:${minutes}`
}

const de = String.raw`(${anyOf(german)}|\d{1,2})`
const fr = String.raw`(${anyOf(french)}|\d{1,2})`
const es = String.raw`(${anyOf(spanish)}|\d{1,2})`
const two = (minute: number): string => String(minute).padStart(2, '0')

const frames: Readonly<Record<Exclude<AgentLanguage, 'en'>, readonly Frame[]>> = {
  de: [
    [new RegExp(String.raw`\b(schritt (?:nummer )?)${de}\b`, 'g'), (_, noun, word) => `${noun}${write(german, word)}`],
    [new RegExp(String.raw`\bhalb ${de}\b(?: uhr)?`, 'g'), (_, word) => before(german, word, 30)],
    [
      new RegExp(String.raw`\b(?:dreiviertel|viertel vor) ${de}\b(?: uhr)?`, 'g'),
      (_, word) => before(german, word, 45),
    ],
    [new RegExp(String.raw`\bviertel nach ${de}\b(?: uhr)?`, 'g'), (_, word) => `${write(german, word)}:15`],
    [
      new RegExp(String.raw`\b${de} uhr ${de}\b`, 'g'),
      (_, hour, minute) => `${write(german, hour)}:${two(write(german, minute))}`,
    ],
    [new RegExp(String.raw`\b${de} uhr\b`, 'g'), (_, word) => `${write(german, word)} uhr`],
    [new RegExp(String.raw`\b(um|gegen) ${de}\b(?!:)`, 'g'), (_, word, hour) => `${word} ${write(german, hour)}`],
    [
      new RegExp(String.raw`\b${de} (?=leute|personen|mitarbeiter|kollegen)`, 'gi'),
      (_, word) => `${write(german, word)} `,
    ],
  ],
  fr: [
    [new RegExp(String.raw`\b(etape (?:numero )?)${fr}\b`, 'g'), (_, noun, word) => `${noun}${write(french, word)}`],
    [new RegExp(String.raw`\b${fr} ?h(?:eures?)? et demie?\b`, 'g'), (_, word) => `${write(french, word)}:30`],
    [new RegExp(String.raw`\b${fr} ?h(?:eures?)? et quart\b`, 'g'), (_, word) => `${write(french, word)}:15`],
    [new RegExp(String.raw`\b${fr} ?h(?:eures?)? moins le quart\b`, 'g'), (_, word) => before(french, word, 45)],
    [
      new RegExp(String.raw`\b${fr} heures? ${fr}\b`, 'g'),
      (_, hour, minute) => `${write(french, hour)}:${two(write(french, minute))}`,
    ],
    [new RegExp(String.raw`\b${fr} heures?\b`, 'g'), (_, word) => `${write(french, word)} h`],
    [
      new RegExp(String.raw`\b${fr} (?=personnes|employes|collaborateurs|salaries)`, 'g'),
      (_, word) => `${write(french, word)} `,
    ],
  ],
  es: [
    [new RegExp(String.raw`\b(paso (?:numero )?)${es}\b`, 'g'), (_, noun, word) => `${noun}${write(spanish, word)}`],
    [new RegExp(String.raw`\blas? ${es} y cuarto\b`, 'g'), (_, word) => `las ${write(spanish, word)}:15`],
    [new RegExp(String.raw`\blas? ${es} menos cuarto\b`, 'g'), (_, word) => `las ${before(spanish, word, 45)}`],
    [new RegExp(String.raw`\ba las? ${es}\b(?!:)`, 'g'), (_, word) => `a las ${write(spanish, word)}`],
    [new RegExp(String.raw`\b${es} (?=personas|empleados|usuarios)`, 'g'), (_, word) => `${write(spanish, word)} `],
  ],
}
