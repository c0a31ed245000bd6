import { countsIn, isSameUnit, people, type Count } from './counted-units.ts'
import { holdsAmount } from './currency.ts'
import { numberIn } from './fact-patterns.ts'
import { priceOnly } from './knowledge-items.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { formatNumber } from './prices.ts'
import { toAmount } from './retrieval-plans.ts'

/* The smallest plan with room for the visitor's number of units. */

interface FittingPlan {
  readonly text: string
  readonly cited: readonly KnowledgeItem[]
}

interface PlanClause {
  readonly plan: string
  readonly text: string
}

interface NoteWithPlans {
  readonly item: KnowledgeItem
  readonly plans: readonly PlanClause[]
}

/**
 * “For 40 people, Fleet is the smallest plan that fits.” Null unless at least two notes name a plan with its number of
 * the units asked about.
 */
export function findFittingPlan(
  question: string,
  size: string | null,
  items: readonly KnowledgeItem[],
): FittingPlan | null {
  if (!asksForPlan.test(question)) return null
  const asked = countsIn(writeMillions(question))
  const counts = asked.length > 0 || size === null || !asksWhichPlan.test(question) ? asked : countsIn(size)
  if (counts.length === 0) return null
  const clauses = items.map((item) => ({ item, plans: planClauses(item) }))
  // “9 gangs, two yards”: the number that plans are limited by.
  for (const count of counts.slice(0, countsMax)) {
    const found = planFor(count, clauses)
    if (found !== null) return found
  }
  return null
}

const countsMax = 3

function planFor(count: Count, clauses: readonly NoteWithPlans[]): FittingPlan | null {
  const plans = clauses.flatMap(({ item, plans: named }) => {
    let noun: string | undefined
    return named.flatMap(({ plan, text }) => {
      const room = capacityOf(text, count.unit) ?? capacityWithoutNoun(text, noun)
      noun = room?.noun ?? noun
      return room === null ? [] : [{ plan, item, ...room }]
    })
  })
  if (plans.length < 2) return null
  const ordered = plans.toSorted((a, b) => a.most - b.most)
  const fitting = ordered.find(({ most }) => most >= count.number)
  const largest = ordered.at(-1)
  if (fitting !== undefined) {
    const text = `For ${formatNumber(count.number)} ${fitting.noun}, ${fitting.plan} is the smallest plan that fits.`
    return { text, cited: [priceOnly(fitting.item)] }
  }
  if (largest === undefined) return null
  const text = `My notes name no plan for ${formatNumber(count.number)} ${largest.noun}; ${largest.plan} has up to ${formatNumber(largest.most)}.`
  return { text, cited: [priceOnly(largest.item)] }
}

const asksForPlan =
  /\b(?:plans?|packages?|tiers?|subscriptions?|editions?|pric\w+|costs?|how much|pay(?:ing)?|bill)\b|\bmonthly\?|\bprice\b.*\bmonth\b|\b(?:small|big|starter|basic|pro|team|business|enterprise) or\b|^(?:and|or|so|what about|how about) (?:for |with )?\S+(?: \S+){0,2}$/i
const asksWhichPlan = /\b(?:which|what) (?:plan|package|tier|one|subscription)\b|\b(?:for us|(?:we|i) need|fits us)\b/i
/** “Pro is $189 a month”, “The Team plan costs …”, “Free covers …” */
const plannedSentence =
  /^(?:The |Our )?(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)(?: plan| tier| edition)? (?:is|costs?|comes at|at|for|covers|includes|has) /u

/** The plans that a note names, each with the part of its text that is about it. */
function planClauses(item: KnowledgeItem): readonly PlanClause[] {
  if (item.source?.kind === 'plan') return holdsAmount(item.text) ? [{ plan: item.context, text: item.text }] : []
  return writeNumbers(writeMillions(item.text))
    .split(
      /(?<=\bwith) (?=\p{Lu}\p{L}+ (?:at|for) [€$£]?\d)|(?:,? and|[;,]) (?=\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)? (?:is|costs?|comes at|at|for|covers|includes) )/u,
    )
    .flatMap((text) => {
      const plan = plannedSentence.exec(text)?.[1]
      return plan !== undefined && (holdsAmount(text) || plan === 'Free') ? [{ plan, text }] : []
    })
}

/** Writes “1.5 million” and “10k” in digits. */
function writeMillions(text: string): string {
  return text.replace(/(?<![\d.,$€£])(\d+(?:\.\d+)?) ?(million|thousand|m|k)\b/gi, (_, number: string, unit: string) =>
    String(Math.round(Number(number) * (/^m/i.test(unit) ? 1e6 : 1e3))),
  )
}

/** “For one site”, “up to forty” */
function writeNumbers(text: string): string {
  return text.replace(numberWords, (word) => String(numberIn(word) ?? word))
}

const numberWords =
  /(?<=\b(?:for|to|covers|includes|with) )(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|eighty|a hundred)\b/giu

/** “Growth is for up to 2 million events, and Business for 10 million”: the second number has the noun of the first. */
function capacityWithoutNoun(
  text: string,
  noun: string | undefined,
): { readonly most: number; readonly noun: string } | null {
  const most = /\b(?:for|up to|covers|includes|with) (\d[\d,]*)(?=[.,;]|$)/.exec(text)?.[1]
  return most === undefined || noun === undefined ? null : { most: toAmount(most) ?? 0, noun }
}

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
