import type { KnowledgeItem } from './knowledge.ts'
import { over } from './price-periods.ts'
import { list, notesOf, perUnit, withPlan, yearly, type PriceConclusion, type Term } from './price-terms.ts'
import { countsIn, isSameUnit } from './counted-units.ts'
import { numberIn } from './fact-patterns.ts'
import { monthsPaid, offersYear, planNamed, toPlural, type Period } from './prices.ts'
import { countWords } from './sentences.ts'
import { capitalise } from './capitalise.ts'

/* What follows from the prices in the notes: a total for a year, the cheapest plan, extra seats. */

const namesYear = /\b(?:year\w*|annual\w*|twelve months|12 months)\b/i
/** “Auditors get a free login for eight weeks a year” isn't an offer. */
const namesPayment = /\b(?:pay\w*|paid|prepa\w+|bill\w*|(?:annual|yearly) (?:plan|subscription|contract)s?)\b/i

/** Null if the notes say something of paying yearly that isn't clearly an offer: it may be one. */
export function yearlyOffer(
  all: readonly Term[],
  regular: readonly Term[],
  items: readonly KnowledgeItem[],
): PriceConclusion | null {
  const priced = new Set(yearly(all).map(({ note }) => note.id))
  const offers = items.filter(({ id, text }) => priced.has(id) || (offersYear.test(text) && namesPayment.test(text)))
  if (offers.length > 0) return { notes: offers.slice(0, 2), conclusion: null }
  if (items.some(({ text }) => namesPayment.test(text) && namesYear.test(text))) return null
  return { notes: notesOf(regular), conclusion: 'My notes name no lower price for paying yearly.' }
}

/** The plans that the question names, or all. “The bigger one” is the dearest. */
export function choosePlans(text: string, regular: readonly Term[]): readonly Term[] {
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

/** “Over a year that comes to $348 with Team and $1,188 with Business.” */
export function spread(
  period: Period,
  meant: readonly Term[],
  all: readonly Term[],
  offers: readonly KnowledgeItem[],
): PriceConclusion {
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

/** The first plan's note, and the prices of the others: “Clinic is $69 a month per vet.” */
export function namePlans(plans: readonly Term[]): PriceConclusion | null {
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
  return { notes: notesOf([first]), conclusion: `${capitalise(text)}.` }
}

/** With more words, the answer would be cut off after the first plans. */
const plainWordsMax = 24

/** Null if the notes call something other than a plan free: that may be the answer. */
export function offerFree(regular: readonly Term[], items: readonly KnowledgeItem[]): PriceConclusion | null {
  const unpaid = regular.filter(({ price }) => price.amount === 0)
  if (unpaid.length > 0) return { notes: notesOf(unpaid), conclusion: null }
  if (items.some(({ text }) => /\bfree\b/i.test(text))) return null
  return { notes: notesOf(regular), conclusion: 'My notes name no free version.' }
}

/** “For 8 seats that comes to $47 a month”, if 5 are included and extra seats have a price. */
export function addExtra(text: string, meant: readonly Term[], all: readonly Term[]): PriceConclusion | null {
  const [extra, ...others] = all.filter(({ kind }) => kind === 'extra')
  const found = extra === undefined ? null : extraUnit.exec(extra.note.text)
  const unit = (found?.[1] ?? found?.[2])?.toLowerCase()
  if (extra === undefined || unit === undefined || others.length > 0) return null
  const [count, ...more] = countsIn(text).filter((each) => isSameUnit(each.unit, unit))
  if (count === undefined || more.length > 0) return null
  const including = meant.flatMap(({ note, price }) => {
    const included = includedIn.exec(note.text)
    const isAlike = extra.price.every === null || price.every === extra.price.every
    if (included === null || !isAlike || !isSameUnit(unit, included[2] ?? '')) return []
    return [{ price, most: /^\d/.test(included[1] ?? '') ? Number(included[1]) : (numberIn(included[1] ?? '') ?? 1) }]
  })
  // “Solo is for one person. Workshop is for up to eight. Bigger teams pay £12 for each extra person.”
  const most = Math.max(...including.map((each) => each.most))
  const roomy = including.filter((each) => each.most === most)
  const sums = roomy.map(({ price }) => {
    const beyond = Math.max(0, count.number - most)
    return withPlan(`${price.write(price.amount + beyond * extra.price.amount)}${price.period}`, price, false)
  })
  if (sums.length === 0) return null
  // A smaller plan may be enough.
  if (including.length > roomy.length && count.number <= most) return null
  const conclusion = `For ${count.number.toLocaleString('en')} ${toPlural(unit)} that comes to ${list(sums)}.`
  const kept =
    including.length > roomy.length ? meant.filter(({ price }) => roomy.some((each) => each.price === price)) : meant
  return { notes: notesOf([...kept, extra]), conclusion }
}

/** “Extra seats are $6 a month each”, “each additional user is $5”, “£12 for each extra person” */
const extraUnit =
  /\b(?:extra|additional|further) (\p{L}+?)s? (?:is|are|costs?|comes? at|at|for)\b|\b(?:for|per) (?:each |every |any )?(?:extra|additional|further) (\p{L}+?)s?\b(?! (?:is|are|costs?))/iu
/** “includes 5 seats” */
const includedIn =
  /\b(?:includes?|including|with|comes with|covers|for) (?:up to |the first )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|twenty-five|thirty|fifty) (\p{L}+)/iu

export function pickEnd(text: string, regular: readonly Term[]): PriceConclusion | null {
  const [only, ...others] = regular
  if (only === undefined) return null
  if (others.length === 0) return { notes: notesOf([only]), conclusion: 'My notes name no other price.' }
  const units = new Set(regular.filter(({ price }) => price.amount > 0).map(({ price }) => price.unit))
  if (units.size > 1) return { notes: notesOf(regular), conclusion: null }
  const ordered = regular.toSorted((a, b) => over(a.price, 'year') - over(b.price, 'year'))
  const isCheap = /\b(?:cheapest|cheaper|lowest|least expensive)\b/i.test(text)
  const found = isCheap ? ordered[0] : ordered.at(-1)
  const plan = found?.price.plan ?? null
  if (found === undefined || plan === null) return null
  const name = planNamed(plan)
  const named = capitalise(name)
  return { notes: notesOf([found]), conclusion: `${named} is the ${isCheap ? 'cheapest' : 'most expensive'}.` }
}
