import { amountSource } from './currency.ts'
import { formatNumber } from './prices.ts'
import { toAmount } from './retrieval-plans.ts'
import type { KnowledgeItem } from './knowledge.ts'

/* Calculates a fee that is a share of an amount (“3% plus €0.29 per ticket”). English only. */

interface Money {
  readonly amount: number
  readonly currency: string
}

/** “20p” and “30 cents” are in the currency of the question. */
type FixedFee = Omit<Money, 'currency'> & { readonly currency: string | null }

/**
 * “On €40 that comes to €1.49.” or “For 200 tickets at €40 that comes to €298.” Null unless the question names one
 * amount and a quoted note one fee in the same currency.
 */
export function findShare(
  question: string,
  quoted: readonly KnowledgeItem[],
): { readonly text: string; readonly cited: readonly KnowledgeItem[] } | null {
  const [price, ...others] = moneyIn(question)
  if (price === undefined || others.length > 0) return null
  const fees = quoted.flatMap((note) => {
    const fee = feeOf(note.text)
    return fee === null ? [] : [{ note, ...fee }]
  })
  const [fee, ...more] = fees
  if (fee === undefined || more.length > 0) return null
  if (fee.fixed !== null && fee.fixed.currency !== null && fee.fixed.currency !== price.currency) return null
  const once = (price.amount * fee.share) / 100 + (fee.fixed?.amount ?? 0)
  const sold = soldUnits.exec(question)?.groups
  const count = toAmount(sold?.['count'])
  const write = (amount: number) => writeMoney({ amount, currency: price.currency })
  const basis =
    count === null
      ? `On ${write(price.amount)}`
      : `For ${formatNumber(count)} ${sold?.['unit'] ?? ''} at ${write(price.amount)}`
  return { text: `${basis} that comes to ${write(once * (count ?? 1))}.`, cited: [fee.note] }
}

/** “20,000 tickets a year at about 15 eur” */
const soldUnits =
  /(?<![€$£\d.,])(?<count>\d[\d,]*) (?<unit>\p{L}+s)\b(?: (?:a|per|each|every) \p{L}+)? (?:at|for|of|à) (?:about |around |roughly |like )?(?=[€$£\d])/iu

const fee = new RegExp(`(?<share>\\d+(?:\\.\\d+)?)\\s?%(?:[^.;,%]{0,30}?(?:plus|and|\\+) ${amountSource})?`, 'iu')
const smallFee = /\b(?:plus|and) (\d+)\s?(?:p|pence|ct|cents?)\b/i
const isFee =
  /\b(?:we (?:take|charge|keep)|fees?|commission|payments? costs?|per (?:ticket|sale|booking|order|payment|transaction|rental|card))\b/i
/** Shares that aren't fees. */
const otherShare = /\b(?:off|discount\w*|save|saves|cheaper|less|VAT|tax|deposit|from|up to|between)\b/i

/** The fee in a note; null for none, and for several shares or conditions. */
function feeOf(text: string): { readonly share: number; readonly fixed: FixedFee | null } | null {
  const clause = text.split(';').find((part) => part.includes('%')) ?? ''
  if (!isFee.test(clause) || otherShare.test(clause) || (text.match(/%/g) ?? []).length !== 1) return null
  const { share, ...amount } = fee.exec(clause)?.groups ?? {}
  const small = smallFee.exec(clause)?.[1]
  const fixed = small === undefined ? toMoney(amount) : { amount: Number(small) / 100, currency: null }
  return share === undefined ? null : { share: Number(share), fixed }
}

const amounts = new RegExp(amountSource, 'giu')

function moneyIn(text: string): readonly Money[] {
  return [...text.matchAll(amounts)].flatMap(({ groups }) => toMoney(groups) ?? [])
}

function toMoney(groups: Readonly<Record<string, string | undefined>> = {}): Money | null {
  const { sign, before, after, word } = groups
  const amount = toAmount((before ?? after)?.replace(/,(\d\d?)$/, '.$1'))
  const named = sign ?? word
  return amount === null || named === undefined ? null : { amount, currency: symbolOf(named) }
}

function symbolOf(named: string): string {
  const name = named.trim().toLowerCase()
  return symbols.find(([pattern]) => pattern.test(name))?.[1] ?? name.toUpperCase()
}

const symbols: readonly (readonly [RegExp, string])[] = [
  [/^(?:€|eur|euros?)$/, '€'],
  [/^(?:\$|usd|dollars?)$/, '$'],
  [/^(?:£|gbp|pounds?)$/, '£'],
]

function writeMoney({ amount, currency }: Money): string {
  return currency.length === 1 ? `${currency}${formatNumber(amount)}` : `${formatNumber(amount)} ${currency}`
}
