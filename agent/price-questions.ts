import { readBudgetAsked, weigh } from './budget-question.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { toKey } from './lexicon.ts'
import { addExtra, choosePlans, namePlans, offerFree, pickEnd, spread, yearlyOffer } from './price-conclusions.ts'
import { isOther, periodIn } from './price-periods.ts'
import { notesOf, pricedUnits, readAll, yearly, type PriceConclusion } from './price-terms.ts'
import { findSum } from './priced-sum.ts'
import { countsIn } from './counted-units.ts'
import { isBeside, offersYear } from './prices.ts'
import { readForm } from './retrieval-question.ts'
import { toTerms } from './terms.ts'

/*
 * Questions whose answer follows from the prices in the notes: “and yearly?”, “the cheapest?”, “under 500 a year?”,
 * “monthly or yearly?”. English only.
 */

export interface PriceAnswer extends PriceConclusion {
  /** The question with the number it means: “and yearly, for 8 users?” */
  readonly question: string
}

interface Asked {
  readonly question: string
  /** The question that was just answered with prices, so that “and yearly?” asks about them; otherwise null. */
  readonly before: string | null
  /** The visitor's team size, if given earlier. */
  readonly size: string | null
}

/** @param quoted Notes with the product's prices; those beside them are read too. */
export function answerFromPrices(
  asked: Asked,
  quoted: readonly KnowledgeItem[],
  items: readonly KnowledgeItem[],
): PriceAnswer | null {
  const said = withOwnSize(asked.question.replace(/[’‘]/g, "'").trim(), asked.size)
  const question = withCount({ ...asked, question: said }, pricedUnits(quoted))
  const found = findAnswer(question, { ...asked, question: said }, quoted, items)
  return found === null ? null : { ...found, question }
}

/** “For a team of our size”: the size told earlier. */
function withOwnSize(question: string, size: string | null): string {
  if (size === null || countsIn(question).length > 0) return question
  const count = countsIn(`for ${size}`)[0]
  if (count === undefined) return question
  return question.replace(ownSize, `for ${count.number} ${count.unit ?? 'people'}`)
}

const ownSize =
  /\b(?:for|with|at) (?:(?:an? |the )?(?:(?:team|group|company|firm|shop|crew|business|office|place) of )?our size|(?:that|this) (?:size|number|many|amount)|(?:that|as) many(?: of (?:them|us))?|(?:all|that lot|the lot)(?: of (?:them|those|us))?)\b/i

function findAnswer(
  text: string,
  { question, before, size }: Asked,
  quoted: readonly KnowledgeItem[],
  items: readonly KnowledgeItem[],
): PriceConclusion | null {
  if (text.split(/\s+/).length > wordsMax || namesOthers.test(text)) return null
  // “We've got 450 of them” counts something else, unless the price was just said.
  if (before === null && /\b(?:them|those|these)\b/i.test(text)) return null
  const isOnPrices = before !== null
  const around = items.filter((item) => quoted.some((note) => isBeside(item, note)) || item.source?.kind === 'plan')
  const all = readAll(around)
  const regular = all.filter(({ kind }) => kind === 'regular')
  const offers = around.filter(({ text: note }) => offersYear.test(note))
  if (asksForYearlyOffer.test(text) && regular.length > 0) return yearlyOffer(all, regular, items)
  const isMeant = (isOnPrices && statesCount.test(question)) || isAboutPrices(question, around, isOnPrices)
  if (asksForLess.test(text)) return null
  // “We're 31 people, which plan would that be?”
  if (!isMeant) return readForm(text).types.has('plan') ? addExtra(text, choosePlans(text, regular), all) : null
  const sum = findSum(text, size, quoted, items)
  if (sum !== null) return { notes: sum.cited, conclusion: sum.text }
  if (regular.length === 0) return null
  if (asksHowOftenPaid.test(text)) return { notes: notesOf([...regular, ...yearly(all)], offers), conclusion: null }
  if (asksForFree.test(text)) return offerFree(regular, items)
  const plans = regular.filter(({ price }) => price.plan !== null)
  if (asksPlainly.test(text)) return namePlans(plans)
  const meant = choosePlans(text, regular)
  // Two prices without names can't be told apart.
  if (meant.length === 0 || (meant.length > 1 && meant.some(({ price }) => price.plan === null))) return null
  const withMore = addExtra(text, meant, all)
  if (withMore !== null) return withMore
  const budget = readBudgetAsked(text)
  if (budget !== null) return weigh(budget, meant, size)
  const period = periodIn(text.replace(countedPerPeriod, ' '))
  if (period !== null && meant.some(({ price }) => isOther(price, period))) return spread(period, meant, all, offers)
  // “Do we pay more with 400 people a day?”
  if (period === null && periodIn(text) !== null) return { notes: notesOf(meant), conclusion: null }
  return asksForEnd.test(text) ? pickEnd(text, regular) : null
}

const wordsMax = 16
/** “Can they be billed monthly?”, “what would a day cost?” */
const namesOthers = /\b(?:they|their|he|she|him|her)\b|\b(?:a|one) (?:day|week|month|year) costs?\b/i
/** “We are 4” */
const statesCount =
  /^(?:(?:ok|okay|well|so|and|oh),? )*(?:(?:we|we're|there|there's|i|i've)(?: are| r| have| got| is)* |it's )?(?:(?:only|just|about|around) )*(\d[\d.,]*)(?: (?:of us|people))?[.!]*$/iu

/** Adds the number that a short follow-up means: the one of the question before, or a bare one (“140 all in”). */
function withCount({ question, before, size }: Asked, units: ReadonlySet<string>): string {
  if (before === null) return question
  const stated = statesCount.exec(question)?.[1]
  if (stated !== undefined) return `how much for ${stated}`
  if (countsIn(question).length > 0) return question
  const bare = bareNumber.exec(question)?.[1]
  if (bare !== undefined && asksTotal.test(question)) return `${question} for ${bare}?`
  const [count, ...others] = countsIn(before).filter(
    ({ unit }, _, all) => all.length === 1 || units.has(toKey(unit ?? '')),
  )
  const isShort = question.split(/\s+/).length <= 8
  if (count === undefined || others.length > 0 || !isShort || periodIn(question) === null) {
    return size === null || !isShort || periodIn(question) === null ? question : `${question} for ${size}`
  }
  return `${question} for ${count.number} ${count.unit ?? ''}`.trim()
}

const bareNumber = /(?<![$€£\d.,])\b(\d[\d,]*)(?![\d.,%]|\s?(?:%|days?|weeks?|months?|years?|am\b|pm\b))/
const asksTotal = /\b(?:come to|comes to|how much|cost|total|altogether|all in|be|pay)\b/i

/** “Do I get it cheaper if I pay for the year up front?” */
const asksForYearlyOffer =
  /\b(?:benefits?|advantages?|better off|worth it|savings?|gain|cheaper|less|save)\b.*\b(?:pay\w*|buy\w*|sign\w*|commit\w*|taking)\b.*\b(?:(?:twelve|12) months|year\w*|annual\w*|in one go|all at once|at once)\b|\b(?:cheaper|discount|save|less|something off|reduction)\b.*\b(?:year|yearly|annum|annual|annually|up ?front|in advance)\b|\b(?:year|yearly|annual|annually|up ?front|in advance)\b.*\b(?:cheaper|discount|save|less|something off|reduction)\b/i

/** The notes themselves say what paying yearly saves. */
const asksForLess =
  /\b(?:sav(?:e|es|ing)|discount\w*|cheaper(?! (?:one|plan|version|option|package|tier)\b)|reduc\w+|off)\b/i

/** “Could you please state the list price per user?”: asks for nothing but the product's price. */
export function asksOnlyForPrice(text: string, notes: readonly KnowledgeItem[]): boolean {
  // “What does a 6 TB archive cost?” needs a sum or a limit.
  if (
    /\d/.test(text) ||
    text.split(/\s+/).length > wordsMax ||
    namesOthers.test(text) ||
    ownOrPast.test(text) ||
    asksContents.test(text)
  )
    return false
  return readForm(text).types.has('price') && isAboutPrices(text.replace(politeWords, ' '), notes, false)
}

/** Whether the question names only what a note beside the first one prices: “how much are extra locations?” */
export function asksForOther(text: string, [first, ...others]: readonly KnowledgeItem[]): boolean {
  const terms = subjectOf(text.replace(politeWords, ' '))
  const names = (note: KnowledgeItem | undefined) => {
    const known = new Set(toTerms(note?.text ?? '').informative)
    return terms.every((term) => known.has(term))
  }
  return terms.length > 0 && !names(first) && others.some(names)
}

/** “What is in the price?”, “is support included in the cost?” */
const asksContents =
  /\b(?:in|into|includ\w+|covers?|covered|behind|contain\w*|part of|why|when|who|change\w*|rise|raise|increase\w*)\b/i
const ownOrPast = /\b(?:we|i) (?:pay|paid|spend|charge|take|sell)\b|\b(?:our|my) (?:price|cost)s?\b/i
const politeWords =
  /\b(?:kindly|state|indicate|list|quote|current|standard|regular|recurring|normal|typical|ballpark|rough|figure|idea|number|give|share|confirm|wonder\w*|curious|quick|question|hello|cost of)\b/gi

/** Whether the question is about the product's prices, and about nothing that the priced notes don't mention. */
function isAboutPrices(text: string, notes: readonly KnowledgeItem[], isOnPrices: boolean): boolean {
  const { types, refusal } = readForm(text)
  if (refusal !== null && refusal !== 'comparison') return false
  const isPlan = types.has('plan') && periodIn(text) !== null
  const isAsked =
    isPlan ||
    types.has('price') ||
    types.has('money') ||
    asksAlone.test(text) ||
    asksBill.test(text) ||
    asksHowOftenPaid.test(text)
  if (!isAsked && !(isOnPrices && text.split(/\s+/).length <= followUpMax)) return false
  // After prices, a question may only name plans and units: “limit per week?” has another subject.
  const about = isAsked ? notes.map((note) => `${note.context} ${note.text}`) : namesOf(notes)
  const known = new Set(about.flatMap((text) => toTerms(text).informative))
  return subjectOf(text).every((term) => known.has(term))
}

/** What a question about prices is about, besides prices and numbers. */
function subjectOf(text: string): readonly string[] {
  return toTerms(text.replace(countedUnits, ' ').replace(priceWords, ' ')).informative
}

function namesOf(notes: readonly KnowledgeItem[]): readonly string[] {
  return readAll(notes).flatMap(({ price: { plan, unit } }) => [plan ?? '', unit ?? ''])
}

const followUpMax = 9
/** “400 people a day” */
const countedPerPeriod = /\b\d[\d.,]*k? \p{L}+(?: \p{L}+)? (?:a|an|per|each|every) (?:day|week|month|year)\b/giu
const countedUnits = /\b\d[\d,.]*(?: (?:of )?\p{L}+)?/gu
/** “Is it more than 500 a year?”, “can we get it for under 20 a month”, “the cheapest one?” */
const asksAlone =
  /^(?:(?:so|and|but|ok|okay|well),? )*(?:(?:is|will|would|does) (?:it|that|this) (?:be |come to |cost |come in )?(?:at )?(?:more|less|over|under|above|below|within)\b|(?:can|could) (?:we|i) (?:get|have) (?:it|this|that) for\b|what (?:can|could|do) (?:we|i) (?:get|have) for\b|(?:(?:we|i) have|my budget is|our budget is|the budget is) [£$€]?\d.*\b(?:which|what|enough)\b|(?:(?:what|which)(?:'?s| is)? )?(?:the |your )?(?:cheapest|most expensive|dearest|priciest)(?: (?:one|option|plan|version|package|tier))?\??$|annual(?:ly)?(?: cost)?\??$|yearly(?: cost)?\??$|(?:.* )?(?:monthly|yearly|annually|(?:a|per) (?:month|year))\?$|what(?:'?s| is) (?:it|that|this) (?:a|per) (?:year|month|week|day)\b|(?:about |around |like )?[$€£]?(?:\d[\d.,]*k?|a grand)(?: [a-z]+)? (?:a|per) (?:year|month)\b)|\b(?:is|will) that (?:be )?enough\b/i
/** “What does it come to with 30 staff?” */
const asksBill =
  /\bwhat (?:does|do|would|will|is|'s) (?:it|this|that|the|our|we)\b.*\b(?:come to|add up to|bill|owe|total)\b/i
/** Words that name no subject beside the price. */
const priceWords =
  /\b(?:to use|of charge|free|account|edition|pric\w+|costs?|costing|pay\w*|paid|charg\w+|bill\w*|money|bucks?|quid|grand|dollars?|euros?|pounds?|eur|usd|gbp|budget\w*|afford\w*|cheap\w*|dear\w*|expensive|most|least|per|each|every|whole|full|first|day|week|month|year|daily|weekly|monthly|yearly|annual\w*|annum|ly|options?|plans?|versions?|packages?|tiers?|ones?|thing|product|tool|app|software|system|total|altogether|overall|come|comes|work|works|out|so|then|about|roughly|around|exactly|more|less|over|under|above|below|within|enough|max|maximum|bigger|larger|smaller|higher|lower|basic|get|got|have|just|there|any|anything|something|ok|okay|yes|right|again|please|thanks|spend|save|tell|know|would|will|us|me)\b/gi

/** “Monthly or yearly?”, “do you bill annually?”, “is that per month?” */
const asksHowOftenPaid =
  /\b(?:monthly|per month|by the month|a month) or (?:yearly|annual(?:ly)?|per year|by the year|a year)\b|\b(?:yearly|annual(?:ly)?|per year|a year) or (?:monthly|per month|a month)\b|\b(?:do|can|will) (?:you|we|i) (?:bill|charge|invoice|pay)(?: us| me| it| this)? (?:monthly|yearly|annually|by the (?:month|year)|per (?:month|year)|once a (?:month|year))\b|^(?:(?:so|and|ok) )*is (?:that|it|this)(?: price)? (?:per|a|each|every|for (?:a|one|the)) (?:month|year|week|day)(?: or (?:per |a )?\w+)?\??$/i

/** “How much?” means all plans. */
const asksPlainly =
  /^(?:(?:so|and|ok|okay|hi|hey|hello|well),? )*(?:how much(?:(?: is|'s) (?:it|this|that|the (?:product|app|tool|software))| does (?:it|this|that) cost| do you (?:charge|want|ask)| would (?:it|this|that) cost| is everything)?|(?:what(?:'s| is| are)?|tell me) (?:the |your )?(?:price|prices|pricing|costs?|plans)|prices?|pricing|costs?|what (?:does|do|would|will) (?:it|this|that|you) (?:cost|charge))(?: (?:please|then|like|me))*[\s?!.]*$/i

/** “Is there a free version?”; trials are another question. */
const asksForFree =
  /^(?:(?:so|and|but|ok|okay|well),? )*(?:is (?:it|this) (?:\p{L}+ly )?free(?: (?:to use|of charge|or paid|or not))?[?!. ]*$|(?:(?:is|isn't) there|do you (?:have|offer)|have you got|got|any) (?:an? |any )?(?:completely |totally |really )?free (?:version|plan|tier|option|edition|account|package)\b)/iu

const asksForEnd =
  /^(?!.*\b(?:who|it tell|you tell)\b).*\b(?:cheapest|lowest|least expensive|most expensive|dearest|priciest|highest|cheaper (?:one|plan|version|option|package|tier)|(?:some|any)thing cheaper)\b/i
