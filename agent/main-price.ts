import { amountSource, holdsAmount } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { readPrices } from './prices.ts'

/* Finds the product's own price among all amounts in the notes, for “how much is it?”. English only. */

/** “30 euros per bike and month”, “the annual fee is $400”, “£60 a season” */
const isRegular =
  /\b(?:a|an|per|each|every|and|for (?:a|one|the)|the|twelve|12) ?(?:month|year|quarter|seat|user|season|term)s?\b|\/ ?(?:month|mo|year|yr|user|seat)\b|\b(?:monthly|yearly|annual|annually)\b/i

/** “£2.80 per driver”, “45 pence for each ticket”, “1 % of bookings” */
const perUnit =
  /\d[\d.,]*\s?(?:\p{L}+ )?(?:per|for each|for every|(?:a|an)(?= \p{L}+ (?:a|per|and)\b)) (?!day|hour|week|month|year)\p{L}+|\d\s?(?:%|per ?cent) of\b/iu

/** “Palletto costs €39 …”, “The licence is …”, “Up to 400 sets is …”, “£65 a month per surveyor, …” */
const startsAsPrice =
  /^(?:from |just |only )?(?:[$€£]|\d[\d.,]* ?(?:eur|dollar|pound|quid|cent|pence|%|per ?cent of)|(?:it|we|you|prices?|pricing|plans?)(?:['’]s| is| are| costs?| cost| starts?| start| begins?| take| charge| pay)\b|there (?:is|are) no (?:subscription|monthly fee|licen[cs]e)|(?:the|an?|your) (?:\p{L}+ )?(?:price|fee|licen[cs]e|service|subscription|platform|software|app|product|operator|employer|school|club)(?: fee| licen[cs]e)? (?:is|costs?|pays?|depends|starts?)|up to \d|a named|(?:each|every|a|one|the first|\p{L}+) \p{L}+ (?:pays?|costs?)|\p{Lu}[\p{L} ]{2,24}(?: is| costs?| starts?|:) )/iu

/** Something beside the product, which says nothing about its price: “the pick-up module is £25”, “renting is €6”, “a technician on site is $900”. */
const isBesides =
  /\b(?:extra|further|additional|add-?ons?|option(?:al)?|rent(?:ed|ing|al)?|hire[ds]?|insurance|cover|modules?|connectors?|plug-?ins?|headsets?|handsets?|routers?|training|trainers?|technician|installation|install|set-?up|implementation|one-?off|once|onboarding|stickers?|sensors?|tags?|labels?|cards?|readers?|wristbands?|replacement|lost|late|chargebacks?|refunds?|(?:minimum|smallest) invoice|deposit|commission to|helpline|hotline|telephone|phone line|storage|archive|gb|sms|texts?|messages?|checks?|signed|envelopes?|printed|posted|postage|shipping|travel|earns?|saved?|guarantor|visit|measure|transfer|conversion|migration|import|dealer|for instance|e\.g|for example|ceiling|limit)\b/iu

/** “… costs 60 euros a month more”, “£25 on top” */
const isAdded = /^[^,;:.]*\b(?:on top|extra|more|for this one)\b/i

/** The price of a larger amount only: “Beyond that, it's 3 cents per set.” */
const isBeyond = /^(?:above|beyond|after|over|past|larger|bigger|if|venues with|agents with|further|each further)\b/i

/** “Price”, “One simple price”, “Simple, honest prices”, “Plans and prices”, “What it costs” */
export const aboutPrices =
  /^\P{L}*(?:(?:our|the|one|a|simple|clear|fair|plain|low|transparent|honest|licen[cs]es?|your|plans?|and|&|what it|what you)[, ]+)*(?:prices?|pricing|price list|plans|tariffs?|costs?|pay|fees|rates)(?: (?:and|&) (?:plans?|contracts?|terms|billing|payment|trial|licen[cs]es?))?\P{L}*$/iu

const namesPricing = /\b(?:pric\w+|plans?|costs?|fees?|pay|subscri\w+|licen[cs]\w*|contract)\b/i

/** Minimum points for a sentence to count as the product's price. */
const pointsMin = 3

/**
 * The sentences with the product's own price, at most two, in the order of the notes: those of the step whose best
 * sentence looks most like a price. Empty if no sentence does, as in notes that name only the price of an extra.
 */
export function findMainPrice(items: readonly KnowledgeItem[], demoName: string): readonly KnowledgeItem[] {
  const priced = items
    .filter((item) => item.stepId !== null && holdsAmount(item.text))
    .map((item) => ({ item, points: pointsOf(item, demoName) }))
  const [best] = priced.toSorted((a, b) => b.points - a.points)
  if (best === undefined || best.points < pointsMin) return []
  return priced
    .filter(({ item, points }) => item.stepId === best.item.stepId && points >= Math.min(pointsMin, best.points - 2))
    .slice(0, 2)
    .map(({ item }) => item)
}

/** Whether an amount is the price of something beside the product: “ERP connectors are €120 per month each.” */
export function pricesBesides({ text }: Pick<KnowledgeItem, 'text'>): boolean {
  const amount = amountIn.exec(text)
  return amount !== null && isBesides.test(text.slice(0, amount.index))
}

function pointsOf(item: KnowledgeItem, demoName: string): number {
  const { text, context } = item
  const [amount] = amountIn.exec(text) ?? []
  const at = amount === undefined ? 0 : text.indexOf(amount)
  const [ahead, behind] = [text.slice(0, at), text.slice(at)]
  const named = text.toLowerCase().startsWith(demoName.toLowerCase()) ? 2 : 0
  const titled = aboutPrices.test(context) ? 3 : namesPricing.test(context) ? 1 : 0
  const regular = (isRegular.test(text) ? 2 : 0) + (perUnit.test(text) ? 1 : 0)
  const planned = readPrices(item).some(({ plan }) => plan !== null) ? 2 : 0
  const begins = startsAsPrice.test(text) ? 1 : 0
  const beside = isBesides.test(ahead) || isAdded.test(behind) ? 3 : 0
  return named + titled + regular + planned + begins - beside - (isBeyond.test(text) ? 2 : 0)
}

const amountIn = new RegExp(amountSource, 'iu')
