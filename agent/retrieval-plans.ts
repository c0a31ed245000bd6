import { amountSource, holdsAmount } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'
import type { QuestionForm } from './retrieval-question.ts'

/** A plan in a table or list of prices. */
export interface PlanRow {
  readonly name: string
  readonly amount: number | null
  /** Position of the item that states its price. */
  readonly item: number
}

const priced = new RegExp(
  String.raw`(?:^|[.;:,]\s+|\band\s+)(?:The\s+)?(\p{Lu}[\p{L}]+)\b(?=[^.;]{0,60}?(?:${amountSource}|\bfree\b))`,
  'gu',
)

/** “The team plan costs $29 a month.” */
const namedPlan = new RegExp(
  String.raw`\b(\p{L}+) (?:plan|tier|package|edition) (?:costs?|is|starts at|comes at) ${amountSource}`,
  'gu',
)

/** Plans named in notes and tables, cheapest first; none if there are fewer than two. */
export function findPlanRows(items: readonly KnowledgeItem[]): readonly PlanRow[] {
  const rows = new Map<string, PlanRow>()
  for (const [position, item] of items.entries()) {
    if (item.source?.kind === 'plan') {
      const amount = /\d[\d.,]*/.exec(item.text)?.[0]
      rows.set(item.context, { name: item.context, amount: toAmount(amount), item: position })
      continue
    }
    if (item.source !== undefined || !(holdsAmount(item.text) || /\bfree\b/.test(item.text))) continue
    for (const match of item.text.slice(0, 400).matchAll(priced)) {
      const name = match[1] ?? ''
      if (name === '' || rows.has(name) || noPlanNames.has(name)) continue
      rows.set(name, { name, amount: toAmount(numberIn(match)), item: position })
    }
    for (const match of item.text.slice(0, 400).matchAll(namedPlan)) {
      const name = match[1] ?? ''
      if (!rows.has(name)) rows.set(name, { name, amount: toAmount(numberIn(match)), item: position })
    }
  }
  const steps = new Map<number | null, number>()
  for (const row of rows.values()) {
    const step = items[row.item]?.stepOrder ?? null
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  const isTable = (row: PlanRow) =>
    items[row.item]?.source?.kind === 'plan' || (steps.get(items[row.item]?.stepOrder ?? null) ?? 0) >= 2
  return [...rows.values()].filter(isTable).sort((a, b) => (a.amount ?? Infinity) - (b.amount ?? Infinity))
}

function numberIn({ groups = {} }: RegExpMatchArray): string | undefined {
  return groups['before'] ?? groups['after']
}

/** Capitalised words before a price that name no plan. */
export const noPlanNames: ReadonlySet<string> = new Set(
  'Above Over Beyond Below Under Otherwise Payments Cards Text Delivery Every Each More Paying Up Text Annual All Our Not Single Receipts Card Reports Checking Messages Orders Labels Staff Deposits Photos Guests Claims The It We You They A An In On From For If And'.split(
    ' ',
  ),
)

/** “1,200” → 1200; null if it isn’t a number. */
export function toAmount(text: string | undefined): number | null {
  const amount = Number((text ?? '').replace(/[,.](?=\d{3}\b)/g, ''))
  return text === undefined || Number.isNaN(amount) ? null : amount
}

/**
 * The items of the plans asked for: by name, “the cheapest”, “the biggest one”, or all if the question is about plans.
 */
export function findMeantPlans(plans: readonly PlanRow[], form: QuestionForm): ReadonlySet<number> {
  if (plans.length < 2) return new Set()
  const isAboutPlans = form.types.has('plan') || form.types.has('money')
  // “Team” and “business” are plan names only in questions about plans.
  const named = plans.filter(({ name }) => isAboutPlans && form.words.has(name.toLowerCase()))
  const meant = new Set(named.map(({ item }) => item))
  if (isAboutPlans && form.rank !== null) {
    const at = { first: 0, middle: Math.floor(plans.length / 2), last: plans.length - 1 }[form.rank]
    const plan = plans[at]
    if (plan !== undefined) meant.add(plan.item)
  }
  // “We run 80 vans, what would that cost?” asks for all plans.
  const sizes = form.isOwnCase && form.hasNumber && (isAboutPlans || form.words.size <= 6)
  if (meant.size === 0 && (form.types.has('plan') || sizes)) for (const { item } of plans) meant.add(item)
  return meant
}
