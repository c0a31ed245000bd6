import { numberIn } from './fact-patterns.ts'
import { isSameUnit, type Count } from './counted-units.ts'
import { holdsAmount } from './currency.ts'
import { offersYear } from './prices.ts'
import { toTerms } from './terms.ts'

/* Conditions beside a price that could change it for a number: a minimum, a volume price. */

/** Whether a sentence beside the price names a condition that could change it for this question. */
export function changesPrice(sentence: string, count: Count, question: string): boolean {
  const text = withoutTax(sentence).replace(trial, '')
  // “Phone support runs from 8 a.m. to 6 p.m.” isn't a condition.
  if (!holdsAmount(text) && !aboutPrices.test(text)) return false
  const other = text.replace(planPlus, '').replace(forRange, '')
  // “No contract after the first three months” is about time, “£5 for the first three months” is about the price.
  if (otherPricing.test(holdsAmount(text) ? other : other.replace(firstMonths, ''))) return true
  const [, low, high, ranged = ''] = forRange.exec(text) ?? []
  if (
    low !== undefined &&
    isSameUnit(count.unit, ranged) &&
    (count.number < Number(low) || count.number > Number(high))
  )
    return true
  // “Up to 50 hives” doesn't limit members.
  const boundsIn = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, bound, unit]) =>
      unit === undefined || isSameUnit(count.unit, unit) ? [numberIn(bound ?? '')] : [],
    )
  const isBelow = boundsIn(least).some((bound) => count.number < (bound ?? Infinity))
  const isAbove = boundsIn(most).some((bound) => count.number > (bound ?? 0))
  if (isBelow || isAbove) return true
  // “On-premises adds 30%” matters only if the question asks for it.
  const named = new Set(toTerms(text).informative)
  const isOtherShare = /\d\s?%/.test(text) && !offersYear.test(text)
  return isOtherShare && toTerms(question).informative.some((term) => named.has(term))
}

/** “For 2 to 25 engineers” */
const forRange = /\bfor (\d+)\s?(?:to|[-–])\s?(\d+) (\p{L}+)/iu
const firstMonths = /\bfirst (?:\p{L}+ |\d+ )?(?:days?|weeks?|months?|years?)\b/giu
/** “Harbour Plus” */
const planPlus = /(?<=\p{Lu}\p{L}+ )Plus\b/gu
const aboutPrices =
  /%|\b(?:pric\w+|costs?|rates?|fees?|charg\w+|plans?|discount\w*|cheaper|free|volume|minimum|maximum|at least)\b/i
/** Matches prices that aren't simply one amount per unit. */
const otherPricing =
  /\b(?:first|further|next|additional|extra|volume|tiers?|cheaper|starts?|starting|from [€$£\d]|one-off|set-?up|capped|on top|plus|base|flat)\b|\d\s?(?:[-–]|to)\s?\d/i
const boundary =
  '\\d[\\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred'
const least = new RegExp(`\\b(?:minimum(?: of)?|at least|from) (${boundary})(?: (\\p{L}{4,}))?`, 'giu')
const most = new RegExp(
  `\\b(?:up to|at most|maximum(?: of)?|above|over|below|under|between|more than|fewer than|less than) (${boundary})(?: (\\p{L}{4,}))?`,
  'giu',
)

/** “First 30 days free” */
const trial =
  /\b(?:the )?first \d+ (?:days?|weeks?|months?) (?:(?:is|are|cost|costs) )?(?:free|nothing|on us|for free)\b/gi

function withoutTax(text: string): string {
  return text.replace(/\b(?:plus|excluding|excl?\.?|without|before) (?:VAT|GST|(?:sales )?tax(?:es)?)\b/gi, '')
}
