import { countIn, isSameUnit, people } from './counted-units.ts'
import { holdsAmount } from './currency.ts'
import { priceOnly } from './knowledge-items.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { formatNumber } from './prices.ts'
import { toAmount } from './retrieval-plans.ts'

/* The smallest plan with room for the visitor's number of units. */

/**
 * “For 40 people, Fleet is the smallest plan that fits.” Null unless at least two notes name a plan with its number of
 * the units asked about.
 */
export function findFittingPlan(
  question: string,
  size: string | null,
  items: readonly KnowledgeItem[],
): { readonly text: string; readonly cited: readonly KnowledgeItem[] } | null {
  if (!asksForPlan.test(question)) return null
  const count = countIn(question) ?? (size !== null && asksWhichPlan.test(question) ? countIn(size) : null)
  if (count === null) return null
  const plans = items.flatMap((item) => {
    const plan = item.source?.kind === 'plan' ? item.context : plannedSentence.exec(item.text)?.[1]
    const room = plan === undefined || !holdsAmount(item.text) ? null : capacityOf(item.text, count.unit)
    return room === null || plan === undefined ? [] : [{ plan, item, ...room }]
  })
  const fitting = plans.filter(({ most }) => most >= count.number).toSorted((a, b) => a.most - b.most)[0]
  if (plans.length < 2 || fitting === undefined) return null
  const text = `For ${formatNumber(count.number)} ${fitting.noun}, ${fitting.plan} is the smallest plan that fits.`
  return { text, cited: [priceOnly(fitting.item)] }
}

const asksForPlan =
  /\b(?:plans?|packages?|tiers?|subscriptions?|editions?|pric\w+|costs?|how much|pay|bill)\b|\b(?:small|big|starter|basic|pro|team|business|enterprise) or\b|^(?:and|or|so|what about|how about) (?:for |with )?\S+(?: \S+){0,2}$/i
const asksWhichPlan = /\b(?:which|what) (?:plan|package|tier|one|subscription)\b|\b(?:for us|(?:we|i) need|fits us)\b/i
/** “Pro is $189 a month”, “The Team plan costs …” */
const plannedSentence = /^(?:The |Our )?(\p{Lu}\p{L}+)(?: plan| tier| edition)? (?:is|costs?|comes at|at|for) /u

/** The maximum number of units in a plan, with the note's word for them. */
function capacityOf(text: string, asked: string | null): { readonly most: number; readonly noun: string } | null {
  for (const { groups = {} } of text.matchAll(roomPattern)) {
    const { number: most, last = '', noun = last } = groups
    const fits = [last, noun].some(
      (word) => word !== '' && (asked === null ? people.test(word) : isSameUnit(asked, word)),
    )
    if (fits) return { most: most === undefined ? Infinity : (toAmount(most) ?? 0), noun: last }
  }
  return null
}

const roomPattern =
  /(?:(?<![€$£¥₹\d.,])\b(?<number>\d[\d,]*)|\bunlimited|\bany number of) (?:(?<noun>\p{L}+) )?(?<last>(?!(?:and|or|with|per|an?|in|on|for|at|of|the)\b)\p{L}+)(?!\p{L})/giu
