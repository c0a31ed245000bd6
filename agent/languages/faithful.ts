import type { AgentLanguage } from '#domain/agent-languages.ts'

import { foldAccents } from './fold-accents.ts'
import { readLanguage } from './read-language.ts'

/**
 * Whether a model's sentence agrees with notes in another language. Words can't be compared across languages, so this
 * compares everything else: numbers with their units, names, addresses, negation, and words that promise something.
 */
export function isFaithful(text: string, source: string, language: AgentLanguage): boolean {
  const said = foldAccents(text)
  const told = foldAccents(source)
  const spoken = readLanguage(text)
  return (
    (spoken === null || spoken === language) &&
    hasItsFigures(said, told) &&
    hasItsNames(text, source, language) &&
    negates(said) === negates(told) &&
    absolutes.every((absolute) => !absolute.test(said) || absolute.test(told)) &&
    !(commitments.test(said) && !commitments.test(told)) &&
    !(claims.test(said) && !claims.test(told))
  )
}

/** Numbers with the unit of each. */
function hasItsFigures(said: string, told: string): boolean {
  const known = figuresOf(told)
  return [...figuresOf(said)].every((each) => known.has(each))
}

function figuresOf(text: string): ReadonlySet<string> {
  const figures = new Set<string>()
  for (const match of text.matchAll(figure)) {
    const { before, number = '', word = '', spelled } = match.groups ?? {}
    const plain = spelled === undefined ? number.replaceAll(/[.,\s]/g, '') : String(numberNamed(spelled))
    figures.add(plain)
    const unit = units.find(([, pattern]) => pattern.test(before ?? '') || pattern.test(word))
    if (unit !== undefined) figures.add(`${plain} ${unit[0]}`)
  }
  return figures
}

const numbers = [
  'two zwei deux dos',
  'three drei trois tres',
  'four vier quatre cuatro',
  'five funf cinq cinco',
  'six sechs seis',
  'seven sieben sept siete',
  'eight acht huit ocho',
  'nine neun neuf nueve',
  'ten zehn dix diez',
  'eleven elf onze once',
  'twelve zwolf douze doce',
].map((words) => words.split(' '))

function numberNamed(word: string): number {
  return numbers.findIndex((words) => words.includes(word)) + 2
}

const figure = new RegExp(
  String.raw`(?<before>[$€£])?\s?(?:(?<number>\d+(?:[.,]\d+)*)|\b(?<spelled>${numbers.flat().join('|')})\b)[\s-]?(?<word>[$€£%]|\p{L}+(?: (?:cent|ciento))?)?`,
  'gu',
)

/** Units by meaning, in the four languages without accents. */
const units: readonly (readonly [string, RegExp])[] = [
  ['dollar', /^(?:\$|usd|dollars?|dolar(?:es)?)$/],
  ['euro', /^(?:€|eur|euros?)$/],
  ['pound', /^(?:£|gbp|pounds?|pfund|livres?|libras?)$/],
  ['percent', /^(?:%|percent|per cent|prozent|pour cent|por ciento)$/],
  ['second', /^(?:seconds?|sekunden?|secondes?|segundos?)$/],
  ['minute', /^(?:minutes?|minuten?|minutos?)$/],
  ['hour', /^(?:hours?|stunden?|heures?|horas?)$/],
  ['day', /^(?:days?|tage?n?|jours?|dias?)$/],
  ['week', /^(?:weeks?|wochen?|semaines?|semanas?)$/],
  ['month', /^(?:months?|monate?n?|mois|mes(?:es)?)$/],
  ['year', /^(?:years?|jahre?n?|ans?|annees?|anos?)$/],
  ['user', /^(?:users?|seats?|benutzer\w*|nutzer\w*|platze?|utilisateurs?|sieges?|usuarios?|licencias?)$/],
]

/** Names, abbreviations and addresses must occur in the notes. In German, any noun has a capital letter. */
function hasItsNames(text: string, source: string, language: AgentLanguage): boolean {
  const known = source.toLowerCase()
  const inside = language === 'de' ? /\b\p{Lu}[\p{L}\d]*[\p{Lu}\d][\p{L}\d]*\b/gu : /(?<=[\p{L},;:] )\p{Lu}[\p{L}\d]+/gu
  const names = [
    ...(text.match(inside) ?? []),
    ...(text.match(/\b\p{Lu}{2,}\d*\b/gu) ?? []),
    ...(text.match(/\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/g) ?? []),
  ]
  return names.every((name) => commonCapitals.has(name) || known.includes(name.toLowerCase().replace(/[.,;]$/, '')))
}

/** Abbreviations that differ between languages. */
const commonCapitals = new Set(['KI', 'IA', 'AI', 'EU', 'UE', 'USA'])

function negates(text: string): boolean {
  return /\b(?:not?|never|none|nothing|nobody|cannot|without|nicht|kein\w*|nie|niemals|ohne|ne|pas|jamais|aucun\w*|sans|nunca|ningun\w*|nada|sin)\b|\bn['’]|n['’]t\b/.test(
    text,
  )
}

/** Small words that change the meaning, one group of equivalents per meaning in all languages. */
const absolutes: readonly RegExp[] = [
  /\b(?:free|gratis|kostenlos\w*|gratuit\w*|umsonst)\b/,
  /\b(?:unlimited|unbegrenzt\w*|illimite\w*|ilimitad\w*)\b/,
  /\b(?:always|immer|stets|toujours|siempre)\b/,
  /\b(?:automatic\w*|automatisch\w*|automatique\w*)\b/,
  /\b(?:instant\w*|immediate\w*|sofort\w*|immediat\w*|inmediat\w*)\b/,
]

const commitments =
  /\b(?:discounts?|guarantee\w*|promise\w*|certified|compliant|rabatte?|garant\w+|versprech\w*|zertifiziert\w*|remises?|promet\w*|promes\w*|certifie\w*|conforme\w*|descuentos?|certificad\w*)\b/

/** “I have booked it”, “I am a person”: only tool results may claim such things. */
const claims =
  /\b(?:(?:ich|wir) (?:habe|haben|werde|werden|bin)|(?:habe|haben|werde|werden) (?:ich|wir)|j ?['’]?ai|nous avons|nous allons|je (?:vais|suis)|hemos|vamos a|voy a|soy|i (?:have|am|will)|we (?:have|will))\b/
