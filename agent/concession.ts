import type { KnowledgeItem } from './knowledge.ts'

/* “We're a charity, any special price?”: reduced prices that the notes name. English only. */

/** Groups that pay less, with the words for each. */
const groups = [
  /\b(?:charit(?:y|ies|able)|non-?profits?|not[- ]for[- ]profits?|ngos?|foundations?)\b/i,
  /\b(?:schools?|universit(?:y|ies)|uni|colleges?|students?|phd|academi[ac]s?|education(?:al)?|teachers?|teaching|pupils)\b/i,
  /\b(?:clubs?|guilds?|associations?|societies|groups?|leagues?)\b/i,
  /\b(?:start-?ups?|young companies)\b/i,
  /\b(?:resellers?|agenc(?:y|ies)|partners?)\b/i,
]

/**
 * The notes on a reduced price that the visitor asks about: those of the group named, or those that name a discount. At
 * most two; none if the visitor asks for something else, such as a favour.
 */
export function findConcession(text: string, items: readonly KnowledgeItem[]): readonly KnowledgeItem[] {
  if (text.split(/\s+/).length > wordsMax || asksFavour.test(text) || !asksForLess.test(text)) return []
  const named = groups.find((group) => group.test(text))
  const fits = (note: string): boolean => lessPaid.test(note) && (named === undefined ? discounted : named).test(note)
  return items.filter((item) => item.isForObjections !== true && fits(item.text)).slice(0, 2)
}

const wordsMax = 18
const asksForLess =
  /\b(?:discounts?|reduction|reduced|concessions?|special (?:price|rate|deal|offer)s?|(?:any|a|some) (?:deal|offer)s? (?:for|on)|(?:price|rate|plan|offer)s? for (?:an? |our |my )?(?:\p{L}+ )?(?:us|charit\w+|non-?profits?|ngos?|schools?|uni\w*|students?|clubs?|groups?|guilds?|start-?ups?|teachers?)|pay(?:s)? less|cheaper for|(?:charity|non-?profit|student|school|education(?:al)?|academic|club|group|start-?up) (?:price|rate|discount|plan|licen[cs]e)s?)\b/iu
/** “Will you give me a discount?” is for the team. */
const asksFavour = /\b(?:(?:will|would|can|could) you (?:give|offer|do|make|knock|promise|guarantee)|if (?:i|we)\b)/i
const lessPaid =
  /\d\s?(?:%|per ?cent)|\bfree\b|\bhalf\b|\boff\b|\bless\b|\bdiscounts?\b|\breduced\b|[€$£]\s?\d|\d\s?(?:euros?|dollars?|pounds?)\b|\btariff\b/i
const discounted =
  /\bdiscounts?\b|\d\s?(?:%|per ?cent) (?:off|less|cheaper|discount)|\bhalf price\b|\btakes? \d+ ?% off\b|\bsaves? (?:you )?\d/i
