import type { KnowledgeItem } from './knowledge.ts'
import { paraphraseWords } from './paraphrase-words.ts'
import type { ProposedSentence } from './responder.ts'
import { countWords } from './sentences.ts'
import { toTerms } from './terms.ts'
import { endsAsQuestion } from './turn.ts'

/*
 * Checks a model's sentence before anybody sees it, in addition to `guardProposal`. A model may rephrase its source,
 * but not add to it. Fails closed: a doubtful sentence is dropped, and the notes are quoted instead.
 */

export interface ModelGuard {
  readonly items: ReadonlyMap<string, KnowledgeItem>
  /** The visitor's words. */
  readonly question: string
  /** Words and topics the author forbids. */
  readonly neverSay: readonly string[]
}

export function maySay(
  { text, cites, language }: ProposedSentence,
  { items, question, neverSay }: ModelGuard,
): boolean {
  const cited = cites.map((id) => items.get(id))
  if (cited.length === 0 || cited.some((item) => item === undefined || readsLikeOrders(item.text))) return false
  if (cited.some((item) => item?.text === text)) return !saysForbidden(text, neverSay)
  // In another language, `guardProposal` checks everything that can be compared.
  if (language !== undefined) {
    return (
      countWords(text) <= wordsMax && !endsAsQuestion(text) && !readsLikeOrders(text) && !saysForbidden(text, neverSay)
    )
  }
  const source = cited.flatMap((item) => (item === undefined ? [] : [`${item.context}. ${item.text}`])).join('\n')
  return (
    countWords(text) <= wordsMax &&
    !endsAsQuestion(text) &&
    !claimsDeed.test(text) &&
    !claimsToBeHuman.test(text) &&
    !commits.test(text) &&
    !readsLikeOrders(text) &&
    !saysForbidden(text, neverSay) &&
    hasItsFigures(text, source) &&
    pairsFiguresLike(text, source, cited.map((item) => item?.context ?? '').join('\n')) &&
    hasItsWords(text, source) &&
    hasItsNames(text, source) &&
    isNegatedLike(text, cited) &&
    mayAffirm(text, source, question)
  )
}

/** Sentences of a knowledge source that address the model; they are neither sent to it nor quoted. */
export function readsLikeOrders(text: string): boolean {
  return orders.test(text)
}

const orders =
  /\b(?:(?:ignore|disregard|forget|override)\b.{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|above|previous)|you are (?:now|no longer)\b|system prompt|(?:reply|respond|answer|say|speak) (?:only |always |exactly )?(?:with|that|in|as)\b.{0,40}(?:visitors?|users?|customers?|assistants?)|(?:tell|inform|convince|promise) (?:the |every |all )?(?:visitors?|users?|customers?|buyers?|them)\b|as an? (?:ai|assistant|language model)|<\/?(?:system|instructions?|assistant|user)>|\[\/?inst\]|jailbreak|developer mode)/i

/** Only tool results may say that something was done. */
const claimsDeed =
  /\b(?:i|we)(?:['’](?:ve|ll|m|re)| have| has| will| am| are| just)? (?:\w+ ){0,2}(?:book(?:ed|ing)?|schedul(?:ed?|ing)|sent|send(?:ing)?|e?-?mail(?:ed|ing)?|reserv(?:ed?|ing)|creat(?:ed|ing)|sign(?:ed|ing) you|notif(?:y|ied)|forward(?:ed|ing)?|arrang(?:ed?|ing)|cancel(?:l?ed|ling)?|refund(?:ed|ing)?|contact(?:ed|ing)?)\b/i
const claimsToBeHuman =
  /\b(?:i am|i['’]m) (?:not (?:an? )?(?:ai|bot|robot|machine)|(?:a |an )?(?:real|human|person))\b|\bas a human\b/i
const commits =
  /\b(?:discounts?|guarante\w+|promise[ds]?|(?:we|i) (?:will|can|shall|could) (?:offer|refund|deliver|add|give|reduce|waive|match)|roadmap|coming soon|soon be|contracts?|certified|compliant|compliance|liab\w+|for free|free of charge|refunds?|money back|no risk|legally)\b/i

const wordsMax = 34

function saysForbidden(text: string, neverSay: readonly string[]): boolean {
  const said = new Set(toTerms(text).informative)
  const plain = spaced(text)
  return neverSay.some((phrase) => {
    const words = spaced(phrase)
    if (words.trim() === '') return false
    if (plain.includes(words)) return true
    const terms = toTerms(phrase).informative
    return terms.length > 0 && terms.every((term) => said.has(term))
  })
}

/** Lower case with single spaces around every word, so that phrases match whole words. */
function spaced(text: string): string {
  return ` ${wordsOf(text).join(' ')} `
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Every number, with its currency, percent sign or unit, and every date, must occur in the source. */
function hasItsFigures(text: string, source: string): boolean {
  const known = figuresOf(source)
  const words = new Set(wordsOf(source))
  return (
    [...figuresOf(text)].every((figure) => known.has(figure)) &&
    [...text.matchAll(figureWords)].every(([word]) => words.has(word.toLowerCase())) &&
    [...text.matchAll(dateWords)].every(([word]) => source.toLowerCase().includes(word.toLowerCase())) &&
    [...text.matchAll(addresses)].every(([address]) => source.includes(address.replace(/[.,;]$/, '')))
  )
}

/** Numbers with their currency, percent sign or unit in one normalised form: “$ 29”, “29 %”, “90 day”, “2026”. */
function figuresOf(text: string): ReadonlySet<string> {
  const figures = new Set<string>()
  for (const match of text.matchAll(figure)) {
    const { before = '', number = '', percent, currency, unit } = match.groups ?? {}
    const plain = plainNumber(number)
    figures.add(plain)
    if (before !== '') figures.add(`${before} ${plain}`)
    if (percent !== undefined) figures.add(`${plain} %`)
    if (currency !== undefined)
      figures.add(`${currencies.get(currency.toLowerCase().replace(/s$/, '')) ?? ''} ${plain}`)
    const measured = toTerms(unit ?? '').informative[0]
    if (unit !== undefined && units.test(unit) && measured !== undefined) figures.add(`${plain} ${measured}`)
  }
  for (const { numbers } of [toTerms(text)]) for (const number of numbers) figures.add(number)
  return figures
}

const figure =
  /(?<before>[$€£¥₹])?\s?(?<number>\d+(?:[.,:]\d+)*)(?:\s?(?<percent>%|percent|per cent)|\s?(?<currency>dollars?|euros?|pounds?|usd|eur|gbp)\b|[\s-](?<unit>\p{L}+))?/giu
const currencies = new Map([
  ['dollar', '$'],
  ['usd', '$'],
  ['euro', '€'],
  ['eur', '€'],
  ['pound', '£'],
  ['gbp', '£'],
])
const units =
  /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|users?|seats?|people|members?|times?|steps?|[kmgt]b|bytes?|pages?|rows?|calls?|projects?|files?|licen[cs]es?|countries|languages|cents?)$/i
const figureWords =
  /\b(?:hundreds?|thousands?|millions?|billions?|dozens?|half|double|twice|triple|quarters?|third|daily|weekly|monthly|yearly|annual(?:ly)?|hourly|nightly)\b/gi
const dateWords =
  /\b(?:January|February|March (?=\d)|April|May (?=\d)|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|today|tomorrow|yesterday|(?:next|this|last) (?:week|month|quarter|year))\b/g
const addresses = /\b(?:https?:\/\/\S+|www\.\S+|\S+@\S+\.\w+)/gi

function plainNumber(number: string): string {
  return number
    .replace(/,(?=\d{3}\b)/g, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}

/** Rejects “the team plan has 25 seats” if the notes say so about the business plan. */
function pairsFiguresLike(text: string, source: string, headings: string): boolean {
  const told = clausesOf(source)
  const subjects = new Set(toTerms(headings).informative)
  return clausesOf(text).every(({ numbers, terms }) =>
    numbers.every((number) => {
      const same = told.filter((clause) => clause.numbers.includes(number))
      const others = told.filter((clause) => !clause.numbers.includes(number) && clause.numbers.length > 0)
      // Terms that the source uses with other numbers.
      const rivals = terms.filter((term) => !subjects.has(term) && others.some((clause) => clause.terms.includes(term)))
      return same.length === 0 || same.some((clause) => rivals.every((term) => clause.terms.includes(term)))
    }),
  )
}

interface Clause {
  readonly numbers: readonly string[]
  readonly terms: readonly string[]
}

function clausesOf(text: string): readonly Clause[] {
  const clauses: Clause[] = []
  for (const part of text.split(/[;\n]|,(?!\d)|\.(?=\s|$)|\b(?:and|but|while|whereas)\b/i)) {
    const { numbers, informative } = toTerms(part)
    // In “They are kept for 90 days”, the subject is in the sentence before.
    const before = /^\s*(?:it|they|this|that|these|those|which)\b/i.test(part) ? (clauses.at(-1)?.terms ?? []) : []
    clauses.push({ numbers, terms: [...informative, ...before] })
  }
  return clauses
}

/** Rejects words that neither the source nor a common paraphrase has. */
function hasItsWords(text: string, source: string): boolean {
  const known = new Set(toTerms(source).informative)
  const { informative } = toTerms(text)
  const fresh = informative.filter((term) => !known.has(term))
  const words = new Set(wordsOf(source))
  return (
    informative.some((term) => known.has(term)) &&
    fresh.every((term) => paraphraseWords.has(term)) &&
    [...text.matchAll(absolutes)].every(([word]) => words.has(word.toLowerCase()))
  )
}

/** Small words that change the meaning. */
const absolutes =
  /\b(?:all|any|anyone|anything|every|everyone|everything|always|never|only|best|unlimited|free|instantly|immediately|automatic(?:ally)?|permanent(?:ly)?|least|most|maximum|minimum|fully|completely|entirely|both|also|before|after|without|more|less|than)\b/gi

/** Names and abbreviations, even at the start of a sentence. */
function hasItsNames(text: string, source: string): boolean {
  const words = new Set(wordsOf(source))
  const first = /^["“(]?(\p{Lu}[\p{L}\p{N}]*)/u.exec(text)?.[1] ?? ''
  const firstTerm = toTerms(first).informative[0]
  const isPlain = firstTerm === undefined || words.has(first.toLowerCase()) || isKnown(firstTerm, source)
  const shorthand =
    text.match(/\b(?:soc ?2|iso ?\d+|gdpr|hipaa|sso|saml|scim|api|sdk|sla|mfa|2fa|pci|aes|tls|ssl)\b/gi) ?? []
  return (
    isPlain &&
    shorthand.every((name) => source.toLowerCase().includes(name.toLowerCase())) &&
    toTerms(text, true).required.every((term) => isKnown(term, source))
  )
}

function isKnown(term: string, source: string): boolean {
  return toTerms(source).informative.includes(term) || paraphraseWords.has(term)
}

/** Rejects “viewers can delete it” if the notes say “viewers can’t”. */
function isNegatedLike(text: string, cited: readonly (KnowledgeItem | undefined)[]): boolean {
  const isNegated = negation.test(text)
  return cited.every((item) => item === undefined || negation.test(item.text) === isNegated)
}

const negation =
  /\b(?:not?|never|none|nothing|nobody|cannot|without|except|unless|neither|nor|isn|aren|don|doesn|can|won|didn)(?:['’]t)?\b(?<!\bcan)|n['’]t\b/i

/** A “yes” or “no” must be about the subject of the source. */
function mayAffirm(text: string, source: string, question: string): boolean {
  if (
    !/^["“]?(?:yes|yeah|yep|sure|certainly|absolutely|of course|correct|exactly|indeed|right|no|nope)\b/i.test(text)
  ) {
    return true
  }
  const asked = toTerms(question, true)
  const known = new Set(toTerms(source).informative)
  const numbers = toTerms(source).numbers
  const strong = asked.informative.filter((term) => !asked.weak.has(term))
  return (
    strong.length > 0 &&
    strong.every((term) => known.has(term)) &&
    asked.required.every((term) => known.has(term)) &&
    asked.numbers.every((number) => numbers.includes(number))
  )
}
