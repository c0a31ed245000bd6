import type { FactField } from '#domain/sales-rules.ts'
import { about, asksSomething, count, firstPerson, questionOpening } from './fact-patterns.ts'
import { placeNames } from './lexicon-names.ts'
import { guessRemark, type RemarkLabel } from './remark-model.ts'
import { findEmailAddress } from './spoken-choice.ts'
import { writeDictatedNumbers } from './spoken-number.ts'

/* Reads one fact about the visitor from what they said. */

type Reader = (said: string) => string | undefined

/** One reader per field; each returns the visitor’s words, or undefined. */
export const factReaders: readonly (readonly [FactField, Reader])[] = [
  ['email', (said) => findEmailAddress(said) ?? undefined],
  ['phone', readPhone],
  ['name', readName],
  ['company', readCompany],
  ['role', readRole],
  ['size', readSize],
  ['budget', readBudget],
  ['timeline', readTimeline],
  ['tool', readTool],
  ['need', readNeed],
]

function readPhone(spoken: string): string | undefined {
  const said = writeDictatedNumbers(spoken, 'en')
  // “Call me after 4 07700 900318”
  const found = /(?:^|[^\d.,$€£\w])(\+?\d(?:[ ().\-/]*\d){6,14})(?![\d%])/.exec(said)?.[1]?.replace(hourBefore, '')
  if (found === undefined || findEmailAddress(said)?.includes(found) === true) return undefined
  const isAboutCalling = /\b(?:call|phone|number|reach|mobile|cell|whatsapp|text|ring|tel|telephone|landline)\b/i.test(
    said,
  )
  const isFirst = /^\s*[+0]/.test(said)
  return isAboutCalling || isFirst || said.trim().split(/\s+/).length <= 8 ? found : undefined
}

/** An hour before a phone number that begins with 0 or +. */
export const hourBefore = /^\d{1,2} +(?=[0+]\d{2})/

const nameWord = "\\p{Lu}[\\p{L}'-]+"

function readName(said: string): string | undefined {
  const stated = new RegExp(
    `\\b(?:my name is|my name's|my names|name's|name is|i am called|they call me|call me)\\s+([\\p{L}'-]+(?:\\s${nameWord})?)`,
    'u',
  ).exec(said.replace(/^\p{Lu}(?=y name|ame)/u, (letter) => letter.toLowerCase()))?.[1]
  if (stated !== undefined && !noNames.has(stated.toLowerCase().split(' ')[0] ?? '')) return capitalise(stated)
  const introduced = new RegExp(
    `\\b(?:[Ii]'m|[Ii] am|[Tt]his is|[Ii]t's|[Ii]ts)\\s+(${nameWord}(?:\\s${nameWord})?)`,
    'u',
  ).exec(said)?.[1]
  if (introduced !== undefined && !noNames.has(introduced.toLowerCase().split(' ')[0] ?? '')) return introduced
  const here = /^(?:[Hh](?:i|iya|ello|ey))?[,!\s]*(\p{Lu}\p{Ll}+) here\b/u.exec(said)?.[1]
  if (here !== undefined && !noNames.has(here.toLowerCase())) return here
  const beside = besideAddress(said).name
  if (beside !== undefined) return beside
  const called = besideNumber(said)
  if (called !== undefined && !noNames.has(called.toLowerCase())) return capitalise(called)
  const from = /^(?:hi|hello|hey)?[,!\s]*(?:i'm|i am|this is|im)\s+(\p{L}{2,20})\s+(?:from|at|with)\s+\p{L}/iu.exec(
    said,
  )?.[1]
  return from === undefined || noNames.has(from.toLowerCase()) ? undefined : capitalise(from)
}

/** The name in “07700 900142, ask for Dave” and “tom, 0470 12 34 56”. */
function besideNumber(said: string): string | undefined {
  if (readPhone(said) === undefined) return undefined
  return (
    new RegExp(`\\b(?:ask for|ring|call|phone) (${nameWord}(?:\\s${nameWord})?)`, 'u').exec(said)?.[1] ??
    /^\s*(\p{L}{2,15}(?:\s\p{Lu}\p{L}{1,20})?),?\s*\+?\d/u.exec(said)?.[1] ??
    /[.!?]\s+(\p{Lu}\p{L}{1,14}(?:\s\p{Lu}\p{L}{1,20})?),?\s*\+?\d/u.exec(said)?.[1] ??
    /\d,\s*(\p{Lu}\p{Ll}{1,14}(?:\s\p{Lu}\p{L}{1,20})?)[.!]?$/u.exec(said)?.[1]
  )
}

/**
 * Name and company in “r.kessler@norda.de, Robert Kessler, Norda Logistik”. A part next to an address counts only if a
 * word of the address confirms it.
 */
function besideAddress(said: string): { readonly name?: string; readonly company?: string } {
  const email = findEmailAddress(said)?.toLowerCase()
  if (email === undefined) return {}
  const [local = '', domain = ''] = email.split('@')
  const parts = said
    .split(/[,;\n]\s*/)
    .map((part) => part.trim().replace(/^(?:(?:hi|hey|hello|it's|its|i'm|im|i am|this is|my name is)\s+)+/i, ''))
    .filter((part) => /^[\p{L}][\p{L}\d.&' -]{1,40}$/u.test(part) && part.split(' ').length <= 4)
  const confirmedBy = (named: string) => (part: string) =>
    part.split(' ').some((word) => word.length >= 3 && named.includes(word.toLowerCase()))
  const name = parts.find((part) => part.split(' ').length <= 3 && confirmedBy(local)(part))
  const company = parts.find((part) => part !== name && confirmedBy(domain)(part))
  return {
    ...(name !== undefined && { name: name.split(' ').map(capitalise).join(' ') }),
    ...(company !== undefined && { company }),
  }
}

const noNames = new Set(
  'a an the not in on at from just very so back here there me us them you later tomorrow today working looking interested happy fine good great sure sold ready done new coming calling based monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun english german french ok sorry curious only also still now'.split(
    ' ',
  ),
)

const companyName =
  "(?:the\\s)?\\p{Lu}[\\p{L}\\d&'.-]*(?:\\s(?:\\p{Lu}[\\p{L}\\d&'-]*|&|of|und|and(?=\\s\\p{Lu}\\p{L})))*"

function readCompany(said: string): string | undefined {
  const patterns = [
    `\\b(?:our|my|the) (?:company|firm|business|shop|agency|startup|school|hotel|organi[sz]ation) (?:is called|is named|name is|is)\\s+(${companyName})`,
    `\\b(?:[Ii]'m|[Ii] am|[Ww]e're|[Ww]e are|[Tt]his is|[Ii]t's|[Ii] work|[Ww]e work|name is|name's|[Cc]alling|[Ww]riting)\\b[^.?!]{0,40}?\\b(?:from|at|for|with|of)\\s+(${companyName})`,
    `\\b(?:[Ww]e're|[Ww]e are)\\s+(${companyName}\\s(?:Ltd|Inc|GmbH|LLC|AG|Co|Corp|Group|BV|Oy|AB)\\b)`,
  ]
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'u').exec(said)?.[1]
    if (found !== undefined && !isDayOrMonth.test(found) && found.length > 1 && !knownPlaces.has(found.toLowerCase()))
      return found.replace(/[.']+$/, '')
  }
  const beside = besideAddress(said).company
  if (beside !== undefined) return beside
  const typed =
    /^(?:hi|hello|hey)?[,!\s]*(?:i'm|i am|this is|im)\s+\p{L}{2,20}\s+(?:from|at)\s+([\p{L}\d&-]{2,30})(?=[.,!]|\s+(?:and|we)\b|$)/iu.exec(
      said,
    )?.[1]
  return typed === undefined || noCompanies.has(typed.toLowerCase()) || isDayOrMonth.test(typed)
    ? undefined
    : capitalise(typed)
}

const noCompanies = new Set(
  'the a an our my home work here there germany france england europe london berlin paris'.split(' '),
)
const knownPlaces = new Set(placeNames.split(',').map((name) => name.trim()))
const isDayOrMonth =
  /^(?:the\s)?(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|^(?:january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])\b/i

function readRole(said: string): string | undefined {
  const title =
    '(?:ceo|cfo|cto|coo|cio|ciso|owner|co-?owner|founder|co-?founder|(?:[\\p{L}-]+\\s){0,2}(?:manager|director|lead|leader|officer|administrator|admin|accountant|bookkeeper|engineer|developer|consultant|assistant|coordinator|principal|teacher|nurse|buyer|partner|president|controller|analyst|designer|recruiter|chef|dispatcher|planner)|head of (?:[\\p{L}&-]+\\s?){1,3}|vp (?:of )?[\\p{L}]+)'
  const found = new RegExp(
    `\\b(?:i'm|i am|i work as|my role is|my job is|im|\\p{L}+,)\\s+(?!(?:i|we|you|he|she|they)\\b)(?:the|a|an|their|our|one of the)?\\s*(${title})\\b`,
    'iu',
  ).exec(said)?.[1]
  if (found !== undefined && !/^(?:not|only|just|no|my|our|your|their|his|her)\b/i.test(found))
    return found.replace(/\s+(?:at|for|from|with)\s.*$/iu, '')
  const led =
    /\bi\s+(?:run|lead|manage|head|look after)\s+((?:the|a|our)\s+[\p{L}\s-]{3,40}?)(?=[.,;!?]|\s+(?:and|at|here|with|of)\b|$)/iu.exec(
      said,
    )?.[1]
  return led === undefined ? undefined : `runs ${led}`
}

function readSize(said: string): string | undefined {
  const corrected = new RegExp(
    `\\b(?:no|sorry|i mean|i meant|rather|make that|correction),?\\s+(${about}${count})\\s*(?:${people}|[.,!]|$)`,
    'iu',
  ).exec(said)?.[1]
  if (corrected !== undefined && firstPerson.test(said)) return corrected
  const claimed = (found: RegExpExecArray | null): string | undefined =>
    found === null || questionOpening.test(clauseBefore(said, found.index)) ? undefined : found[1]
  const clause = (pattern: string): string | undefined => {
    const found = new RegExp(pattern, 'iu').exec(said)
    if (found === null) return undefined
    // “3 drivers too few” and “we host 8,000 people” don't give the team's size.
    if (/^ (?:too (?:few|many)|short|missing)\b/i.test(said.slice(found.index + found[0].length))) return undefined
    if (
      /\b(?:do|host|serve|seat|expect|invite|welcome|feed) (?:(?:about|around|up to|like|over) )*$/i.test(
        said.slice(0, found.index),
      )
    )
      return undefined
    const start =
      Math.max(
        said.lastIndexOf('.', found.index),
        said.lastIndexOf('?', found.index),
        said.lastIndexOf(';', found.index),
      ) + 1
    const before = said.slice(start, found.index + found[0].length)
    // “Can 60 users log in?” says nothing about the visitor.
    const isBare = found.index === 0
    const isAboutThem = questionOpening.test(before.trim()) ? ourSize.test(before) : firstPerson.test(before)
    return isAboutThem || isBare || /^\s+(?:here|in total)/i.test(said.slice(found.index + found[0].length))
      ? found[0]
      : undefined
  }
  return (
    clause(
      `\\b(?:team|company|crew|group|shop|firm|staff|agency|clinic|school|startup|workforce|department) of ${about}${count}(?: ${places}\\b)?`,
    )?.replace(/^.*? of /i, '') ??
    clause(`${about}\\b${count}[\\s-](?:${people})\\b(?: (?:shop|team|company|firm|business|of us))?`) ??
    new RegExp(
      `\\b(?:we're|we are|there's|there are|it's)\\s+(${about}${count})(?=\\s*(?:[.,;!]|$|here\\b|in total|now\\b|and we\\b|plus\\b|at\\b|people\\b))`,
      'iu',
    ).exec(said)?.[1] ??
    claimed(ownPlaces.exec(said)) ??
    claimed(placesWith.exec(said)) ??
    (firstPerson.test(said) ? claimed(hyphened.exec(said)) : undefined) ??
    (asksSomething(said) ? undefined : (ownCount.exec(said)?.[1] ?? ownNumber.exec(said)?.[1]))
  )
}

/** The text before `index` in its clause. */
function clauseBefore(said: string, index: number): string {
  return (
    said
      .slice(0, index)
      .split(/[.,;!?]\s*/)
      .at(-1) ?? ''
  ).trimStart()
}

const places =
  '(?:vans|trucks|lorries|vehicles|cars|buses|boats|berths|places|machines|stores|shops|outlets|halls|rooms|beds|restaurants|cafes|gyms|studios|salons|clinics|practices|labs|schools|classes|classrooms|clubs|pupils|students|members|tenants|warehouses|workshops|garages|properties|buildings|houses|blocks|flats|apartments|units|sites|venues|theatres|farms|vineyards|hectares|acres)'
/** “We've got 22 vans”. */
const ownPlaces = new RegExp(
  `(?:^(?:(?:hi|hey|hello|yo|ok|so|well),? )*(?:we |i )?|\\b(?:we|i))(?:(?:'ve|ve|(?:^|(?<=[ ,]))have| have| had|'re| are| run| own| manage| look after| got| currently| now| also| still)+) (${about}${count} (?:(?!(?:at|in|of|for|with|on|and)\\b)\\p{L}+ ){0,2}?${places})\\b`,
  'iu',
)
/** “We are a family office with four buildings”, “I own one house with six flats”. */
const placesWith = new RegExp(
  `\\b(?:we|we're|i|i'm) [^.?!]{3,60}? (?:with|of|across) (${about}${count} (?:\\p{L}+ )?${places})\\b`,
  'iu',
)
/** “We are a 300-seat theatre”. */
const hyphened =
  /\ban? (\d[\d.,]*[\s-](?:seat|seater|room|bed|person|man|woman|site|location|chair|table|bay|ramp|unit|class|desk|people) \p{L}+)\b/iu

const span = '(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?)'
/** “We rent out 200 machines”. */
const ownCount = new RegExp(
  `\\b(?:we|i) (?:\\p{L}+ly )?(?:rent out|run|operate|manage|own|look after|keep|serve|handle|process|ship) (${about}${count} (?!${span}\\b)\\p{L}+(?: (?:a|an|per|each|every) ${span}\\b)?)`,
  'iu',
)

/** “I have 120 hives”; small numbers count questions and problems as well. */
const ownNumber = new RegExp(
  `\\b(?:we|i)(?:'ve| have|'ve got| have got) (${about}\\d{2,}[\\d,.]* (?!(?:${span}|questions|things|sales)\\b)\\p{L}+s)\\b`,
  'iu',
)

const period =
  '(?:\\s?(?:a|per|each|every|/)\\s?(?:month|year|quarter|user|seat|head|person)|\\s(?:monthly|yearly|annually|for the year|in total))?'
const money = `(?:[€$£]\\s?\\d[\\d.,]*\\s?k?|${count}\\s?(?:k|grand|thousand|euros?|dollars?|pounds|quid|bucks|€|\\$|£)|\\d[\\d.,]*k?)`

function readBudget(said: string): string | undefined {
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

function readTimeline(said: string): string | undefined {
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

function readTool(said: string): string | undefined {
  const found =
    /\b(?:we|i)\s+(?:already\s+|currently\s+|still\s+|just\s+|mostly\s+|all\s+)*(?:use|are on|run on|work with|are using|went with|rely on|have)\s+(?:already\s+)?([\p{L}\d][\p{L}\d.&+'-]*(?:(?<!\.)\s(?!now\b|already\b|and\b|but\b|for\b|at\b|to\b|til|until|because\b|so\b|which\b|in\b|here\b|today\b|since\b|with\b|quite\b|pretty\b|very\b|a\b|every\b|though\b|\p{L}+ly\b)[\p{L}\d][\p{L}\d.&+'-]*){0,2})/iu.exec(
      said,
    )
  const verb = found?.[0] ?? ''
  const named = found?.[1]
  const isHave = /\bhave\s/i.test(verb)
  const isAsked = found !== null && questionOpening.test(clauseBefore(said, found.index))
  if (
    named !== undefined &&
    !isAsked &&
    !noTools.test(named) &&
    !(isHave && /^(?:the|my|our|all|some|this|these|those)\b/i.test(named)) &&
    !(isOn.test(verb) && /^the\b/i.test(named)) &&
    (!isHave || /\balready\b/i.test(said)) &&
    !new RegExp(`^${count}`, 'iu').test(named)
  )
    return named.replace(/(?:'s?|\.)$/, '')
  const kept = keptIn.exec(said)
  // “Can I get the list on paper?” asks for it.
  if (kept !== null && !questionOpening.test(`${clauseBefore(said, kept.index)}${kept[0]}`)) return kept[1]
  const now =
    /^(?:(?:we|i)(?:['’]re| are|['’]m| am) )?(?:currently|now|today|presently) (?:on|using|with) (\p{L}[\p{L}\d.&+'-]*(?: \p{Lu}[\p{L}\d.&+-]*)?)/iu.exec(
      said.trim(),
    )?.[1]
  if (now !== undefined && !noTools.test(now)) return now
  const tied =
    /\b(?:locked in with|locked into|stuck with|under contract with|tied to|happy with|covered by|switch(?:ing)? (?:away )?from|replac(?:e|ing)|moving (?:away )?from|customers of|[Ww]e(?:'re| are) (?:on|using|with))\s+((?:\p{Lu}|\p{L}+\s?\d)[\p{L}\d.&+'-]*(?:(?<!\.)\s\p{Lu}[\p{L}\d.&+-]*)?)/u.exec(
      said,
    )?.[1]
  return tied === undefined || noTools.test(tied) || isDayOrMonth.test(tied)
    ? undefined
    : tied.replace(/(?:'s?|\.)$/, '')
}

/** “All in Google Sheets right now”, “our list sits in a 2009 Access database”. */
const keptIn =
  /\b(?:all|everything|it|list|records?|data|that|write|keep)\b[^.?!]{0,30}? (?:in|on) (?:an? |our |the )?((?:\d{4} )?(?:google sheets?|excel|access(?: database)?|spreadsheets?|paper diar(?:y|ies)|notebooks?|notion|airtable|whatsapp|whiteboards?|paper))\b/i

/** “In the mornings we are on the ramps” names no tool. */
const isOn = /\bare on\s/i

const noTools =
  /^(?:it|this|that|these|those|you|your|them|my|his|her|their|one|two|a lot|lots|some|something|several|many|no|not|to|time|people|problems?|questions?|the (?:same|team|app|demo)|our (?:team|people)|more|less|too|never|any|all|enough|another)\b/i

function readNeed(said: string): string | undefined {
  const match =
    /\b(?:we|i|we mostly|we mainly|we really|we just|i really)\s+(?:(?:mostly|mainly|really|just|also|basically|desperately)\s+)?(?:need|want|are looking for|am looking for|'?d like|would like|hope|are trying|am trying|are after|struggle with|have to|have trouble with|keep having)\s+([^.?!;]{6,140})/iu.exec(
      said,
    ) ??
    /\b(?:we're|i'm|were|im)\s+(?:really\s+)?(?:looking for|trying|after|struggling with|fed up with|drowning in)\s+([^.?!;]{6,140})/iu.exec(
      said,
    ) ??
    /\b(?:our|my|the)\s+(?:\p{L}+\s)?(?:problem|pain|pain point|issue|headache|challenge|goal|aim|worry|bottleneck)\s+(?:here\s+)?(?:is|are)\s+(?:that\s+)?([^.?!;]{4,140})/iu.exec(
      said,
    ) ??
    /\bwhat (?:we|i)(?:'re| are|'m)? (?:really |mostly |mainly )*(?:need|want|after|looking for|care about|hope for)(?: for| is)?,?\s+(?:is\s+)?([^.?!;]{4,140})/iu.exec(
      said,
    )
  const found = match?.[1]
  if (match === null || found === undefined || noNeeds.test(found)) return undefined
  // “Do I need the box?” asks about the product.
  if (/\b(?:do|does|would|will|can|could|should)\s*$/i.test(clauseBefore(said, match.index))) return undefined
  const label = guessRemark(said).label
  return needLabels.has(label) && !questionOpening.test(said.replace(/^what (?:we|i)\b/i, ''))
    ? found.replace(/^is (?:that )?/i, '')
    : undefined
}

const noNeeds =
  /^(?:to (?:book|talk|speak|buy|sign|see|ask|check|think|know|go|stop|discuss|convince|run|show|meet|start|decide|hear more)\b|a (?:meeting|demo|call|person|human|discount|minute|moment|quote)|more info|your|you\b|it (?:by|in|live)|this (?:by|in|live)|that (?:by|in|is\b)|that's|someone|somebody|nothing|no\b)/i
const needLabels: ReadonlySet<RemarkLabel> = new Set([
  'told',
  'question',
  'need',
  'competitor',
  'timing',
  'send',
  'more',
  'unclear',
])

const people =
  'people|persons?|employees|users|staff|colleagues|folks|seats|heads|workers|agents|drivers|nurses|technicians|teachers|engineers|developers|(?:team|staff|crew) members|salespeople|reps|men|women|man|of us|full[ -]timers|licen[cs]es|freelancers|consultants'
/** In a question, a number is the visitor's size only after one of these words. */
const ourSize = /\b(?:our|us|we're|we are|we have|team|company|of us)\b/i

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
