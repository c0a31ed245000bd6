import { about, count, people, questionOpening } from './fact-patterns.ts'

/* Reads what the visitor plans: budget and time. */

const period =
  '(?:\\s?(?:a|per|each|every|/)\\s?(?:month|year|quarter|user|seat|head|person)|\\s(?:monthly|yearly|annually|for the year|in total))?'
const money = `(?:[€$£]\\s?\\d[\\d.,]*\\s?k?|${count}\\s?(?:k|grand|thousand|euros?|dollars?|pounds|quid|bucks|€|\\$|£)|\\d[\\d.,]*k?)`

export function readBudget(said: string): string | undefined {
  const limit =
    "(?:budget(?:'s| is| of| approved| set| agreed)?,?(?: for (?:this|it))?|(?:can't|cannot|can not|won't|don't want to) (?:spend|pay|go) (?:more than|over|above|beyond)|(?:can|could|would) (?:spend|pay|afford)|willing to (?:spend|pay)|set aside|only have|only got|(?:have|got) (?:a budget of)?|our (?:limit|max|maximum) is|max(?:imum)? we can (?:do|spend|pay) is|we pay|i pay|afford)"
  const found = new RegExp(`\\b${limit}\\s+(?:is\\s+)?(${about}(?:max(?:imum)?\\s+)?${money}${period})`, 'iu').exec(
    said,
  )
  if (found === null) return undefined
  const [whole, amount = ''] = found
  const after = said.slice(found.index + whole.length)
  const isMoney =
    /[€$£]|euros?|dollars?|pounds|quid|bucks|k\b|grand|month|year|quarter/i.test(amount) ||
    /budget|spend|pay|afford/i.test(whole)
  return isMoney &&
    !new RegExp(`^[\\s-]*(?:${people}|days|weeks|months|hours|of|steps|locations|sites|offices)\\b`, 'i').test(after) &&
    !pricePerUnit.test(after)
    ? amount
    : undefined
}

/** “We pay 2.90 a kilo” is a price, not a budget. */
const pricePerUnit = /^\s?(?:a|an|per|each|every|\/)\s?\p{L}/iu

const monthName =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|apr|aug|sept?|oct|nov|dec)'
const date = `(?:(?:the\\s)?(?:end|beginning|start|middle|first|\\d{1,2}(?:st|nd|rd|th)?|mid)(?:\\s(?:of\\s)?|-)(?:the\\s)?(?:${monthName}|month|year|quarter|q[1-4])(?:\\s\\d{4})?|${monthName}(?:\\s(?:\\d{4}|\\d{1,2}(?:st|nd|rd|th)?\\b))?|(?:next|this|the new|the end of the) (?:month|quarter|year|spring|summer|autumn|fall|winter)|(?:the\\s)?(?:summer|spring|autumn|winter|holidays|new year|year end|christmas|easter)|q[1-4](?:\\s\\d{4})?|(?:a few|a couple of|two|three|four|six|\\d+) (?:weeks|months|quarters|years))`

export function readTimeline(said: string): string | undefined {
  const found = new RegExp(
    `\\b((?:in|by|before|until|till?|from|after|since|around|within|at|for|during)\\s(?:about\\s)?${date})\\b`,
    'iu',
  ).exec(said)
  if (
    found !== null &&
    // “The season is from April to October” names no plan.
    (/^ (?:to|till?|until|-) /i.test(said.slice(found.index + found[0].length)) ||
      /^(?:for|at|since|during)/i.test(found[0])) &&
    !/\b(?:plan|start|decide|need|live|roll|ready|renew)\b/i.test(said)
  )
    return undefined
  const bare = new RegExp(
    `\\b(?:ends?|runs? out|expires?|deadline is|start(?:ing)?|decid(?:e|ing)|buying|choosing|switching|launching|decision is|go(?:ing)? live|live)\\s(?:on\\s)?(${date})\\b`,
    'iu',
  ).exec(said)
  const soon = new RegExp(
    `\\b(?:as soon as possible|asap|right away|this week|next quarter|next year|next month|immediately|(?:this|next) ${monthName})\\b`,
    'i',
  ).exec(said)
  const value = found?.[1] ?? bare?.[1] ?? soon?.[0]
  // “We got hit in August” says what happened, not when they plan to buy.
  if (found !== null && /\b(?:got|was|were|had|hit|happened|lost)\b[^.,;!?]*$/i.test(said.slice(0, found.index)))
    return undefined
  // “If we leave in three years, do we lose the archive?” names no plan.
  if (/\bif (?:we|i|you|they|it|somebody|someone)\b/i.test(said)) return undefined
  if (value === undefined || (seasons.test(value) && !plans.test(said))) return undefined
  const isAsked = (questionOpening.test(said) || /[?？]\s*$/.test(said)) && !/\b(?:we|i|our|us|my)\b/i.test(said)
  const isBare = said.trim().split(/\s+/).length <= 6
  const isPlan =
    /\b(?:we|we're|we'd|i|i'm|i'd|our|my|us|decide|start|starting|live|running|contract|deadline|locked|not now|maybe|rather|perhaps)\b/i.test(
      said,
    )
  return !isAsked && (isPlan || isBare) && !asksTimes.test(said) ? value : undefined
}

/** “In winter nobody is in the water” names no plan. */
const seasons = /^(?:in|during|at|for|after|since) (?:the )?(?:summer|spring|autumn|winter|holidays|christmas|easter)$/i
const plans =
  /\b(?:start\w*|begin|decid\w+|buy\w*|switch\w*|launch\w*|live|ready|roll\w*|need|plan|want|change|move|open\w*)\b/i
/** A meeting request names a time, but not when the visitor wants to buy. */
const asksTimes = /\b(?:meeting|call me|ring me|appointment|a call|slot|book|free on|available)\b/i
