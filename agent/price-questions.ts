import { amountSource } from './currency.ts'
import { numberIn } from './fact-patterns.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { toKey } from './lexicon.ts'
import { notesOf, perUnit, pricedUnits, readAll, yearly, type Term } from './price-terms.ts'
import { countsIn, findSum, isSameUnit } from './priced-sum.ts'
import { isBeside, monthsPaid, offersYear, planNamed, toPlural, type Period, type Price } from './prices.ts'
import { readForm } from './retrieval-question.ts'
import { countWords } from './sentences.ts'
import { toTerms } from './terms.ts'

/*
 * Questions whose answer follows from the prices in the notes: “and yearly?”, “the cheapest?”, “under 500 a year?”,
 * “monthly or yearly?”. English only.
 */

export interface PriceAnswer {
  /** The notes with the prices. */
  readonly notes: readonly KnowledgeItem[]
  /** What follows from them; null if they answer by themselves. */
  readonly conclusion: string | null
  /** The question with the number it means: “and yearly, for 8 users?” */
  readonly question: string
}

interface Asked {
  readonly question: string
  /** The question that was just answered with prices, so that “and yearly?” asks about them; otherwise null. */
  readonly before: string | null
  /** The visitor's size as told earlier. */
  readonly size: string | null
}

/** @param quoted Notes with the product's prices; those beside them are read too. */
export function answerFromPrices(
  asked: Asked,
  quoted: readonly KnowledgeItem[],
  items: readonly KnowledgeItem[],
): PriceAnswer | null {
  const question = withCount({ ...asked, question: asked.question.replace(/[’‘]/g, "'").trim() }, pricedUnits(quoted))
  const found = findAnswer(question, asked, quoted, items)
  return found === null ? null : { ...found, question }
}

function findAnswer(
  text: string,
  { question, before, size }: Asked,
  quoted: readonly KnowledgeItem[],
  items: readonly KnowledgeItem[],
): Found | null {
  if (text.split(/\s+/).length > wordsMax || namesOthers.test(text)) return null
  // “We've got 450 of them” counts something else, unless the price was just said.
  if (before === null && /\b(?:them|those|these)\b/i.test(text)) return null
  const isOnPrices = before !== null
  const around = items.filter((item) => quoted.some((note) => isBeside(item, note)) || item.source?.kind === 'plan')
  const all = readAll(around)
  const regular = all.filter(({ kind }) => kind === 'regular')
  const offers = around.filter(({ text: note }) => offersYear.test(note))
  if (asksForYearlyOffer.test(text) && regular.length > 0) return yearlyOffer(regular, items)
  const isMeant = (isOnPrices && statesCount.test(question)) || isAboutPrices(question, around, isOnPrices)
  if (asksForLess.test(text) || !isMeant) return null
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
  const budget = readBudget(text)
  if (budget !== null) return weigh(budget, meant, size)
  const period = periodIn(text)
  if (period !== null && meant.some(({ price }) => isOther(price, period))) return spread(period, meant, all, offers)
  return asksForEnd.test(text) ? pickEnd(text, regular) : null
}

type Found = Omit<PriceAnswer, 'question'>

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

/** The visitor's number of what a price counts: “3 vets, 5 nurses” if there is a price per vet. */
export function readPricedSize(text: string, units: () => ReadonlySet<string>): string | null {
  const own = text
    .replaceAll('’', "'")
    .split(/[.!]\s+/)
    .filter((sentence) => !supposes.test(sentence))
    .flatMap((sentence) => ownCounts.exec(sentence)?.[0] ?? [])
  const found = own.flatMap(countsIn).find(({ unit }) => unit !== null && units().has(toKey(unit)))
  return found === undefined ? null : `${found.number} ${found.unit ?? ''}`
}

/** “So I'm the owner of a small practice, 3 vets 5 nurses”, “11 instructors, 9 cars.” */
const ownCounts =
  /(?:^(?:(?:hi|hello|hey|so|ok|okay|well|yes|and),? )*|\b(?:we|i)(?:'re|'ve|'m|m| are| have| am| run| own| got| manage| employ| just| only| also)+ [^.?!]{0,60}?)(?:about |around |only |just )?(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) \p{L}+(?: \p{L}+)?(?=\s*(?:$|[,.;:!?–-]| and\b| here\b|\d))/iu
const supposes = /^(?:(?:and|so|but|ok|what) )*(?:if|could|can|when|would|will|do|does|is|are|how|should)\b/i

/** “Do I get it cheaper if I pay for the year up front?” */
const asksForYearlyOffer =
  /\b(?:cheaper|discount|save|less|something off|reduction)\b.*\b(?:year|yearly|annual|annually|up ?front|in advance)\b|\b(?:year|yearly|annual|annually|up ?front|in advance)\b.*\b(?:cheaper|discount|save|less|something off|reduction)\b/i

/** “Auditors get a free login for eight weeks a year” is no offer. */
const namesPayment = /\b(?:pay\w*|paid|prepa\w+|bill\w*|(?:annual|yearly) (?:plan|subscription|contract)s?)\b/i

function yearlyOffer(regular: readonly Term[], items: readonly KnowledgeItem[]): Found {
  const offers = items.filter(({ text }) => offersYear.test(text) && namesPayment.test(text))
  if (offers.length > 0) return { notes: offers.slice(0, 2), conclusion: null }
  return { notes: notesOf(regular), conclusion: 'My notes name no lower price for paying yearly.' }
}

/** The notes themselves say what paying yearly saves. */
const asksForLess = /\b(?:sav(?:e|es|ing)|discount\w*|cheaper|reduc\w+|off)\b/i

/** Whether the question is about the product's prices, and about nothing that the priced notes don't mention. */
function isAboutPrices(text: string, notes: readonly KnowledgeItem[], isOnPrices: boolean): boolean {
  const { types, refusal } = readForm(text)
  if (refusal !== null && refusal !== 'comparison') return false
  const isPlan = types.has('plan') && periodIn(text) !== null
  const isAsked =
    isPlan || types.has('price') || types.has('money') || asksAlone.test(text) || asksHowOftenPaid.test(text)
  if (!isAsked && !(isOnPrices && text.split(/\s+/).length <= followUpMax)) return false
  // After prices, a question may only name plans and units: “limit per week?” has another subject.
  const about = isAsked ? notes.map((note) => `${note.context} ${note.text}`) : namesOf(notes)
  const known = new Set(about.flatMap((text) => toTerms(text).informative))
  return toTerms(text.replace(countedUnits, ' ').replace(priceWords, ' ')).informative.every((term) => known.has(term))
}

function namesOf(notes: readonly KnowledgeItem[]): readonly string[] {
  return readAll(notes).flatMap(({ price: { plan, unit } }) => [plan ?? '', unit ?? ''])
}

const followUpMax = 9
const countedUnits = /\b\d[\d,.]*(?: (?:of )?\p{L}+)?/gu
/** “Is it more than 500 a year?”, “can we get it for under 20 a month”, “the cheapest one?” */
const asksAlone =
  /^(?:(?:so|and|but|ok|okay|well),? )*(?:(?:is|will|would|does) (?:it|that|this) (?:be |come to |cost |come in )?(?:at )?(?:more|less|over|under|above|below|within)\b|(?:can|could) (?:we|i) (?:get|have) (?:it|this|that) for\b|what (?:can|could|do) (?:we|i) (?:get|have) for\b|(?:(?:we|i) have|my budget is|our budget is|the budget is) [£$€]?\d.*\b(?:which|what|enough)\b|(?:(?:what|which)(?:'?s| is)? )?(?:the |your )?(?:cheapest|most expensive|dearest|priciest)(?: (?:one|option|plan|version|package|tier))?\??$|annual(?:ly)?(?: cost)?\??$|yearly(?: cost)?\??$|(?:.* )?(?:monthly|yearly|annually|(?:a|per) (?:month|year))\?$|what(?:'?s| is) (?:it|that|this) (?:a|per) (?:year|month|week|day)\b|(?:about |around |like )?[$€£]?(?:\d[\d.,]*k?|a grand)(?: [a-z]+)? (?:a|per) (?:year|month)\b)|\b(?:is|will) that (?:be )?enough\b/i
/** Words that name no subject beside the price. */
const priceWords =
  /\b(?:free|account|edition|pric\w+|costs?|costing|pay\w*|paid|charg\w+|bill\w*|money|bucks?|quid|grand|dollars?|euros?|pounds?|eur|usd|gbp|budget\w*|afford\w*|cheap\w*|dear\w*|expensive|most|least|per|each|every|whole|full|first|day|week|month|year|daily|weekly|monthly|yearly|annual\w*|annum|ly|options?|plans?|versions?|packages?|tiers?|ones?|thing|product|tool|app|software|system|total|altogether|overall|come|comes|work|works|out|so|then|about|roughly|around|exactly|more|less|over|under|above|below|within|enough|max|maximum|bigger|larger|smaller|higher|lower|basic|get|got|have|ok|okay|yes|right|again|please|thanks|spend|save|tell|know|would|will|us|me)\b/gi

/** “Monthly or yearly?”, “do you bill annually?”, “is that per month?” */
const asksHowOftenPaid =
  /\b(?:monthly|per month|by the month|a month) or (?:yearly|annual(?:ly)?|per year|by the year|a year)\b|\b(?:yearly|annual(?:ly)?|per year|a year) or (?:monthly|per month|a month)\b|\b(?:do|can|will) (?:you|we|i) (?:bill|charge|invoice|pay)(?: us| me| it| this)? (?:monthly|yearly|annually|by the (?:month|year)|per (?:month|year)|once a (?:month|year))\b|^(?:(?:so|and|ok) )*is (?:that|it|this)(?: price)? (?:per|a|each|every|for (?:a|one|the)) (?:month|year|week|day)(?: or (?:per |a )?\w+)?\??$/i

const periodNames: readonly (readonly [Period, RegExp])[] = [
  ['year', /\b(?:(?:a|per|each|every|whole|full|one|first|the) year|yearly|annual(?:ly)?|(?:per )?annum)\b/i],
  ['quarter', /\b(?:(?:a|per|each|every) quarter|quarterly)\b/i],
  ['month', /\b(?:(?:a|per|each|every) month|monthly)\b/i],
  ['week', /\b(?:(?:a|per|each|every) week|weekly)\b/i],
  ['day', /\b(?:(?:a|per|each|every) day|daily)\b/i],
]

function periodIn(text: string): Period | null {
  return periodNames.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** How often each period comes in a year. */
const perYear: Readonly<Record<Period, number>> = { day: 365, week: 365 / 7, month: 12, quarter: 4, year: 1 }

function isOther({ every, amount }: Price, period: Period): boolean {
  return amount > 0 && every !== null && every !== period
}

function over({ amount, every }: Price, period: Period): number {
  return every === null ? amount : (amount * perYear[every]) / perYear[period]
}

/** The plans that the question names, or all. “The bigger one” is the dearest. */
function choosePlans(text: string, regular: readonly Term[]): readonly Term[] {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu))
  const named = regular.filter(({ price: { plan } }) => plan !== null && words.has(plan.toLowerCase()))
  if (named.length > 0) return named
  const ordered = regular.toSorted((a, b) => over(a.price, 'year') - over(b.price, 'year'))
  const end = /\b(?:bigger|larger|dearer|higher) (?:one|plan)\b/i.test(text)
    ? ordered.at(-1)
    : /\b(?:smaller|cheaper|lower) (?:one|plan)\b/i.test(text)
      ? ordered[0]
      : undefined
  return end === undefined ? regular : [end]
}

function list(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts)
}

function withPlan(text: string, { plan }: Price, isOnly: boolean): string {
  return plan === null || isOnly ? text : `${text} with ${planNamed(plan)}`
}

/** “Over a year that comes to $348 with Team and $1,188 with Business.” */
function spread(period: Period, meant: readonly Term[], all: readonly Term[], offers: readonly KnowledgeItem[]): Found {
  const isOnly = meant.length === 1
  const priced = meant.filter(({ price }) => price.amount > 0)
  const sums = priced.map(({ price }) =>
    withPlan(`${price.write(over(price, period))}${perUnit(price)}`, price, isOnly),
  )
  const isRounded = period === 'day' || period === 'week'
  const start = period === 'year' ? 'Over a year that comes to' : `Per ${period} that comes to`
  const conclusion = `${start}${isRounded ? ' about' : ''} ${list(sums)}${period === 'year' ? paidAtOnce(priced, all, offers) : ''}.`
  return { notes: notesOf(meant, period === 'year' ? offers : []), conclusion }
}

/** “, or $295.80 if paid yearly”, “, plus £200 once” */
function paidAtOnce(priced: readonly Term[], all: readonly Term[], offers: readonly KnowledgeItem[]): string {
  const [first] = priced
  const [lower, ...others] = yearly(all)
  const months = monthsPaid(offers)
  const isPaidMonthly = priced.every(({ price }) => price.every === 'month')
  const less =
    lower !== undefined && others.length === 0 && priced.length === 1 && first !== undefined
      ? [first.price.write(lower.price.amount * 12)]
      : lower === undefined && isPaidMonthly && months !== null && months < 12
        ? priced.map(({ price }) => price.write(price.amount * months))
        : []
  // “Done-for-you setup is 900 euros” is a choice.
  const once = all.filter(({ kind, note }) => kind === 'once' && startsWithFee.test(note.text))
  const [fee] = once
  const lessText = less.length === 0 ? '' : `, or ${list(less)} if paid yearly`
  return once.length === 1 && fee !== undefined
    ? `${lessText}, plus ${fee.price.write(fee.price.amount)} once`
    : lessText
}

const startsWithFee =
  /^(?:(?:there is|there's) )?(?:an? |the )?(?:one-time |one-off )?(?:set-?up|installation|onboarding|implementation|joining)\b/i

interface Budget {
  readonly amount: number
  /** “$500”, “500” */
  readonly shown: string
  readonly question: string
  readonly period: Period | null
}

/** “Under 500 a year”, “is 50 bucks a month enough”, “so a grand a year then?” */
function readBudget(text: string): Budget | null {
  const [found, ...others] = [...text.matchAll(budgetAmount)]
  if (found === undefined || others.length > 0 || !weighs.test(text)) return null
  // “So a 640 quid bill costs me what?”
  if (billed.test(text.slice(found.index + found[0].length))) return null
  const amount = /\bgrand\b/i.test(found[0]) && numberIn(found[0]) === null ? 1_000 : numberIn(found[0])
  if (amount === null) return null
  return { amount, shown: amount.toLocaleString('en'), question: text, period: periodIn(text.slice(found.index)) }
}

const billed = /^ (?:\p{L}+ )?(?:bills?|invoices?|jobs?|orders?|sales?|payments?|bookings?|baskets?|fees?|tickets?)\b/iu

const budgetAmount = new RegExp(
  `${amountSource}(?:\\s?k)?|(?:\\d[\\d.,]*|\\ba)\\s?(?:k|grand|bucks|quid)\\b|(?:under|below|less than|within|max|maximum)\\s(?:about |around )?\\d[\\d.,]*(?=\\s*(?:$|[?!]|then\\b))|\\d[\\d.,]*\\s(?=(?:a|per|each|every) (?:day|week|month|quarter|year)\\b|monthly\\b|yearly\\b)`,
  'giu',
)
const weighs =
  /\b(?:more|less|over|under|above|below|within|max|maximum|at most|enough|afford|cheaper|budget|fits?)\b|\b(?:which|what) (?:plan |one |package )?(?:can|could|do|would) (?:i|we)\b|,? which (?:plan|one|package)\b|^(?:so|ok so|and so)\b/i

/** “That's €588 a year per shop, more than 500.” */
function weigh(budget: Budget, meant: readonly Term[], size: string | null): Found | null {
  const priced = meant.filter(({ price }) => price.amount > 0)
  const periods = new Set(priced.map(({ price }) => price.every))
  const [own] = periods.size === 1 ? periods : []
  const period = budget.period ?? own
  if (period === undefined || period === null || priced.length === 0) return null
  const unit = priced.find(({ price }) => price.unit !== null)?.price.unit ?? ''
  const [count, ...others] = size === null ? [] : countsIn(size).filter((each) => isSameUnit(each.unit, unit))
  if (count !== undefined && others.length === 0 && unit !== '') return weighFor(count.number, budget, priced, period)
  if (/\b(?:what|which)\b/i.test(budget.question)) {
    const covered = cover(budget, priced, period)
    if (covered !== null) return covered
  }
  const isOnly = meant.length === 1
  const isConverted = priced.some(({ price }) => isOther(price, period))
  const parts = priced.map(({ price }) => {
    const value = over(price, period)
    const compared = relate(value, budget)
    if (!isConverted) return withPlan(`${compared} a ${period}${perUnit(price)}`, price, isOnly)
    const sum = `${price.write(value)} a ${period}${perUnit(price)}`
    return isOnly ? `${sum}, ${compared}` : withPlan(`${sum} (${compared})`, price, isOnly)
  })
  return { notes: notesOf(meant), conclusion: `That's ${list(parts)}.` }
}

/** “How much?” means all plans. */
const asksPlainly =
  /^(?:(?:so|and|ok|okay|hi|hey|hello|well),? )*(?:how much(?:(?: is|'s) (?:it|this|that|the (?:product|app|tool|software))| does (?:it|this|that) cost| do you (?:charge|want|ask)| would (?:it|this|that) cost| is everything)?|(?:what(?:'s| is| are)?|tell me) (?:the |your )?(?:price|prices|pricing|costs?|plans)|prices?|pricing|costs?|what (?:does|do|would|will) (?:it|this|that|you) (?:cost|charge))(?: (?:please|then|like|me))*[\s?!.]*$/i

/** The first plan's note, and the prices of the others: “Clinic is $69 a month per vet.” */
function namePlans(plans: readonly Term[]): Found | null {
  const [first, ...others] = plans
  if (first === undefined || others.length === 0) return null
  const notes = notesOf(plans)
  if (notes.length < 2 || countWords(notes.map(({ text }) => text).join(' ')) <= plainWordsMax)
    return { notes, conclusion: null }
  const named = others.filter(({ note }) => note.id !== first.note.id)
  const sums = named.map(({ price }) => {
    const sum = price.amount === 0 ? 'free' : `${price.write(price.amount)}${price.period}${perUnit(price)}`
    return `${planNamed(price.plan ?? '')} is ${sum}`
  })
  const text = list(sums)
  return { notes: notesOf([first]), conclusion: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` }
}

/** More would be cut after the first plans. */
const plainWordsMax = 24

/** “Is there a free version?”; trials are another question. */
const asksForFree =
  /^(?:(?:so|and|but|ok|okay|well),? )*(?:(?:is|isn't) there|do you (?:have|offer)|have you got|got|any) (?:an? |any )?(?:completely |totally |really )?free (?:version|plan|tier|option|edition|account|package)\b/i

/** Null if the notes call something free that is no plan: that may be the answer. */
function offerFree(regular: readonly Term[], items: readonly KnowledgeItem[]): Found | null {
  const unpaid = regular.filter(({ price }) => price.amount === 0)
  if (unpaid.length > 0) return { notes: notesOf(unpaid), conclusion: null }
  if (items.some(({ text }) => /\bfree\b/i.test(text))) return null
  return { notes: notesOf(regular), conclusion: 'My notes name no free version.' }
}

/** “For 8 seats that comes to $47 a month”, if 5 are included and extra seats have a price. */
function addExtra(text: string, meant: readonly Term[], all: readonly Term[]): Found | null {
  const [extra, ...others] = all.filter(({ kind }) => kind === 'extra')
  const unit = extra === undefined ? undefined : extraUnit.exec(extra.note.text)?.[1]?.toLowerCase()
  if (extra === undefined || unit === undefined || others.length > 0) return null
  const [count, ...more] = countsIn(text).filter((each) => isSameUnit(each.unit, unit))
  if (count === undefined || more.length > 0) return null
  const sums = meant.flatMap(({ note, price }) => {
    const included = includedIn.exec(note.text)
    if (included === null || price.every !== extra.price.every || !isSameUnit(unit, included[2] ?? '')) return []
    const beyond = Math.max(0, count.number - Number(included[1]))
    return [withPlan(`${price.write(price.amount + beyond * extra.price.amount)}${price.period}`, price, false)]
  })
  if (sums.length === 0) return null
  const conclusion = `For ${count.number.toLocaleString('en')} ${toPlural(unit)} that comes to ${list(sums)}.`
  return { notes: notesOf([...meant, extra]), conclusion }
}

/** “Extra seats are $6 a month each”, “each additional user is $5” */
const extraUnit = /\b(?:extra|additional|further) (\p{L}+?)s? (?:is|are|costs?|comes? at|at|for)\b/iu
/** “includes 5 seats” */
const includedIn = /\b(?:includes?|including|with|comes with|covers|for) (?:up to |the first )?(\d+) (\p{L}+)/iu

/** “For 12 engineers that's £348 a month with Team (less than 400).” Plans for one are left out. */
function weighFor(number: number, budget: Budget, priced: readonly Term[], period: Period): Found {
  const fitting = priced.filter(({ price }) => price.unit !== null)
  const parts = fitting.map(({ price }) => {
    const value = over(price, period) * number
    const sum = withPlan(`${price.write(value)} a ${period}`, price, price.plan === null)
    return `${sum} (${relate(value, budget)})`
  })
  const unit = toPlural(fitting[0]?.price.unit ?? '')
  return { notes: notesOf(fitting), conclusion: `For ${number.toLocaleString('en')} ${unit} that's ${list(parts)}.` }
}

/** “400 a month covers 13 engineers with Team or 8 engineers with Pro.” Null for plans without a price per unit. */
function cover({ amount, shown }: Budget, priced: readonly Term[], period: Period): Found | null {
  const parts = priced.flatMap(({ price }) => {
    const units = Math.floor(amount / over(price, period))
    if (price.unit === null || units < 1) return []
    return [withPlan(`${units} ${units === 1 ? price.unit : toPlural(price.unit)}`, price, price.plan === null)]
  })
  if (parts.length === 0) return null
  const text = new Intl.ListFormat('en', { type: 'disjunction' }).format(parts)
  return { notes: notesOf(priced), conclusion: `${shown} a ${period} covers ${text}.` }
}

/** “less than 400” */
function relate(value: number, { amount, shown }: Budget): string {
  return `${value > amount ? 'more than' : value < amount ? 'less than' : 'exactly'} ${shown}`
}

const asksForEnd =
  /^(?!.*\b(?:who|it tell|you tell)\b).*\b(?:cheapest|lowest|least expensive|most expensive|dearest|priciest|highest)\b/i

function pickEnd(text: string, regular: readonly Term[]): Found | null {
  const [only, ...others] = regular
  if (only === undefined) return null
  if (others.length === 0) return { notes: notesOf([only]), conclusion: 'My notes name no other price.' }
  const units = new Set(regular.filter(({ price }) => price.amount > 0).map(({ price }) => price.unit))
  if (units.size > 1) return { notes: notesOf(regular), conclusion: null }
  const ordered = regular.toSorted((a, b) => over(a.price, 'year') - over(b.price, 'year'))
  const isCheap = /\b(?:cheapest|lowest|least expensive)\b/i.test(text)
  const found = isCheap ? ordered[0] : ordered.at(-1)
  const plan = found?.price.plan ?? null
  if (found === undefined || plan === null) return null
  const name = planNamed(plan)
  const named = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return { notes: notesOf([found]), conclusion: `${named} is the ${isCheap ? 'cheapest' : 'most expensive'}.` }
}
