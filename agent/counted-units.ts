import { numberIn } from './fact-patterns.ts'
import { currencyAfter } from './currency.ts'
import { generalVocabulary, toKey } from './lexicon.ts'

/* Numbers of units that a visitor names: “for 40 users”, “we're 12”. */

/** The number of units a visitor means. */
export interface Count {
  readonly number: number
  /** Null in “for 40?”, which means the unit of the price. */
  readonly unit: string | null
}

const number = String.raw`(?:\d[\d.,]*\d|\d)(?![\d.,]*\d|\s?(?:%|${currencyAfter}|st\b|nd\b|rd\b|th\b|[:/]))|(?:(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|a dozen|a hundred)\b[\s-]?)+`
const counted = new RegExp(
  `(?<![€$£\\d.,:])(?<![\\p{L}])(?:${number})(?:\\s?(?:more|new|other|full-time|part-time|active|different)\\s)?(?:\\s?(?<unit>\\p{L}+))?`,
  'giu',
)
const timeNouns =
  /^(?:grand|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|am|pm|times?|percent|euros?|dollars?|pounds?|bucks|quid|k)$/i
/** Words after a number that aren't units. */
const noUnit =
  /^(?:of|in|on|at|what|how|so|and|or|a|an|per|is|are|all|total|altogether|please|pls|then|tho|though|now|right|by|for|would|do|does|to|with|us|max)$/i

/** “We’re 40” counts people. */
const ownNumber = /\b(?:we['’]?re|we are|there['’]?s|there are|team of|us) (?:about |around |roughly |only |just )?$/i

/** The one number of units in the text; null for none or several. */
export function countIn(text: string): Count | null {
  const found = countsIn(text)
  return found.length === 1 ? (found[0] ?? null) : null
}

export function countsIn(text: string): readonly Count[] {
  return [...text.matchAll(counted)].flatMap((match) => {
    const [next = ''] = /^ \p{L}+/u.exec(text.slice(match.index + match[0].length)) ?? []
    // “310 kitchen staff” counts staff.
    const unit = isHead(next.trim()) ? next.trim() : match.groups?.['unit']
    const value = numberIn(match[0])
    const ahead = text.slice(0, match.index)
    const isYear =
      value !== null && value >= 1900 && value < 2100 && /\b(?:in|since|from|by|until|till?) $/i.test(ahead)
    if (value === null || isYear || (unit !== undefined && timeNouns.test(unit))) return []
    // “What can I get for 400 a month?” names an amount.
    if (
      /^\s?(?:a|per|each|every) (?:day|week|month|quarter|year)\b/i.test(
        text.slice(match.index + (value === null ? 0 : digitsEnd(match[0]))),
      )
    )
      return []
    const isNamed = unit !== undefined && !noUnit.test(unit)
    const isThem = /^ (?:them|those|these)\b/i.test(text.slice(match.index + match[0].length)) && asksSums.test(text)
    const isUs = ownNumber.test(ahead) || (unit?.toLowerCase() === 'of' && !isThem)
    // “We send 800 a month” doesn't say what of.
    if (!isNamed && !isUs && !isThem && !/\b(?:for|with|at) (?:about |around |only |just )?$/i.test(ahead)) return []
    return [{ number: value, unit: isNamed ? unit.toLowerCase() : isUs ? 'people' : null }]
  })
}

function digitsEnd(matched: string): number {
  return (/^\D*[\d.,]+/.exec(matched)?.[0] ?? matched).length
}

/** “What would 3 of them come to?” */
const asksSums = /\b(?:costs?|comes?|price|pay|much|bill)\b/i

function isHead(word: string): boolean {
  return people.test(word) || (/[^s]s$/.test(word) && !noHeads.test(word))
}

const noHeads =
  /^(?:is|was|has|does|costs|pays|gets|needs|us|this|its|plus|pls|vs|works|wants|means|always|thanks|yes)$/i

export const people =
  /^(?:users?|seats?|persons?|people|folks?|employees?|members?|agents?|heads?|licen[cs]es?|staff|colleagues?|teammates?|workers?|logins?|guys|lads|boys|girls|blokes|folk|reps?|attendees?|participants?)$/i
/** Occupations. “12 people” matches a price per engineer. */
const workers =
  /^(?:engineer|technician|driver|instructor|teacher|vet|nurse|doctor|therapist|dentist|stylist|hairdresser|barber|advis[eo]r|broker|inspector|auditor|surveyor|plumber|electrician|carpenter|builder|cleaner|carer|operator|planner|developer|designer|editor|author|lawyer|solicitor|notary|accountant|bookkeeper|analyst|consultant|recruiter|coach|trainer|guide|chef|cook|waiter|artist|photographer|guard|officer|seller|clerk|tutor|adjuster|assessor|picker|packer|rider|courier|pilot|mechanic|fitter|installer|gardener|groomer|midwife|practitioner|labourer|foreman)s?$/i

/** Whether the visitor's word for a unit means the note's; null means any. */
export function isSameUnit(asked: string | null, unit: string): boolean {
  if (asked === null || (people.test(asked) && (people.test(unit) || workers.test(unit)))) return true
  const [from, to] = [toKey(asked), toKey(unit)]
  return from === to || (generalVocabulary.get(from)?.get(to) ?? 0) >= 0.6
}
