import { isDayOrMonth } from './fact-patterns.ts'
import { placeNames } from './lexicon-names.ts'
import { isPlace } from './named-zone.ts'
import { isOrdinary } from './retrieval-common-words.ts'
import { nameKind } from './retrieval-names.ts'
import { findEmailAddress } from './spelled-address.ts'
import { writeDictatedNumbers } from './dictated-number.ts'
import { capitalise } from './capitalise.ts'

/* Reads who the visitor is: name, company, role and phone number. */

export function readPhone(spoken: string): string | undefined {
  // “No wait, it ends 236. 07700 900 236.”
  const said = writeDictatedNumbers(spoken, 'en').replace(/(?<=\d)\.\s+(?=[+0]\d)/g, '; ')
  // “Call me after 4 07700 900318”
  const found = /(?:^|[^\d.,$€£\w])(\+?\d(?:(?:[ ()\-/]|\.(?! ))*\d){6,14})(?![\d%])/
    .exec(said)?.[1]
    ?.replace(hourBefore, '')
  if (found === undefined || findEmailAddress(said)?.includes(found) === true) return undefined
  const isAboutCalling = /\b(?:call|phone|number|reach|mobile|cell|whatsapp|text|ring|tel|telephone|landline)\b/i.test(
    said,
  )
  const isFirst = /^\s*[+0]/.test(said)
  // “Monday 11 o'clock then, on 0161 496 0123”
  const isWhole =
    (/^[+0]/.test(found) && found.replace(/\D/g, '').length >= 9) || /^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/.test(found)
  return isAboutCalling || isFirst || isWhole || said.trim().split(/\s+/).length <= 8 ? found : undefined
}

/** A phone number, not “until 11. 503-555-0164” as a whole. */
export const phoneShape = String.raw`\+?\d(?:(?:[ ()-]|\.(?! ))*\d){6,14}`

/** The text without phone numbers, whose digits could be read as times. */
export function withoutNumbers(text: string): string {
  return text.replace(new RegExp(phoneShape, 'g'), (number) => hourBefore.exec(number)?.[0] ?? '')
}

/** An hour before a phone number that begins with 0 or +. */
const hourBefore = /^\d{1,2}(?:[:.]\d\d)?\.? +(?=[0+]\d{2})/

const nameWord = "\\p{Lu}[\\p{L}'-]+"
const titles = '(?:Mr|Mrs|Ms|Miss|Dr|Cllr|Prof)'
const aroundNames = new RegExp(`^(?:${titles}\\.?|de|van|von|der|la|di)$`)

/** How the visitor introduces themselves, or whose name stands beside their number or address. */
export function readName(said: string): string | undefined {
  return statedName(said) ?? nameBeside(said)
}

/** “I'm Dana”, “Margaret Hollis here”; not a name that only stands beside a number. */
export function statedName(said: string): string | undefined {
  const stated = new RegExp(
    `\\b(?:my name is|my name's|my names|name's|name is|i am called|they call me|call me|my name(?=\\s+\\p{Lu})|name\\?\\s+(?:it's|its|is))\\s+([\\p{L}'-]+(?:\\s${nameWord})?)`,
    'u',
  ).exec(said.replace(/^\p{Lu}(?=y name|ame)/u, (letter) => letter.toLowerCase()))?.[1]
  if (stated !== undefined && isName(stated)) return capitalise(stated)
  const introduced = new RegExp(
    `\\b(?:[Ii]'m|[Ii] am|[Tt]his is|[Ii]t's|[Ii]ts)\\s+(${nameWord}(?:\\s${nameWord})?)`,
    'u',
  ).exec(said)?.[1]
  // “I am Portuguese”
  if (introduced !== undefined && isName(introduced) && nameKind(introduced.toLowerCase()) !== 'language')
    return introduced
  const here = nameHere.exec(said)?.[1]
  if (here !== undefined && isName(here) && !isPlace(here) && !here.endsWith('ing')) return here
  const from = /^(?:hi|hello|hey)?[,!\s]*(?:i'm|i am|this is|im)\s+(\p{L}{2,20})\s+from\s+\p{L}/iu.exec(said)?.[1]
  // “Hi, I am topographer from Portugal” writes names with a capital.
  const isWritten = from !== undefined && (/^\p{Lu}/u.test(from) || !/.\p{Lu}/u.test(said))
  return isWritten && isName(from) ? capitalise(from) : undefined
}

/** “Good afternoon, Margaret Hollis here”, “Kate from Bristol here” */
const nameHere = new RegExp(
  `^(?:(?:[Hh](?:i|iya|ello|ey)|(?:[Gg]ood )?(?:[Mm]orning|[Aa]fternoon|[Ee]vening|[Dd]ay))(?: there| all)?)?[,.!\\s]*(\\p{Lu}\\p{Ll}+(?:\\s(?:(?:de|van|von|der|la|di)\\s)*\\p{Lu}[\\p{L}'-]+)?)(?:,? (?:from|at|of) [\\p{L}'-]+(?: [\\p{L}'-]+)?)? here\\b`,
  'u',
)

function nameBeside(said: string): string | undefined {
  const beside = besideAddress(said).name
  if (beside !== undefined) return beside
  const called = besideNumber(said)
  return called !== undefined && isName(called) ? capitalise(called) : undefined
}

function isName(name: string): boolean {
  return !shortRole.test(name) && !noNames.has(name.toLowerCase().split(' ')[0] ?? '')
}

/** “I am CTO” */
const shortRole = /^(?:C[A-Z]{1,2}O|[SE]?VP|HR|IT|PM|PO|QA|DPO|GP|MD|RN|SRE|DBA|PA|EA|HOD|VIP)\b/

/** The name in “07700 900142, ask for Dave”, “tom, 0470 12 34 56” and “its dave 07700 900456”. */
function besideNumber(said: string): string | undefined {
  if (readPhone(said) === undefined) return undefined
  return (
    new RegExp(`\\b(?:ask for|contact|ring|call|phone|speak to) (${nameWord}(?:\\s${nameWord})?)`, 'u').exec(
      said,
    )?.[1] ??
    /^\s*(?:(?:[Hh]i|[Hh]ello|[Ii]t['’]?s|[Tt]his is|[Ii]['’]?m),? )*(\p{L}{2,15}(?:\s\p{Lu}\p{L}{1,20})?),?\s*\+?\d/u.exec(
      said,
    )?.[1] ??
    /[.!?]\s+(\p{Lu}\p{Ll}{1,14}(?:\s\p{Lu}\p{L}{1,20})?)(?:,\s*|\s+)\+?\d/u.exec(said)?.[1] ??
    /\d[.,]?\s+(?:(?:it['’]?s|this is|i['’]?m|ask for|for|-)\s+)?(\p{L}{2,15}(?:\s\p{Lu}\p{L}{1,20})?)(?:[.!](?:\s.*)?)?$/u.exec(
      said,
    )?.[1]
  )
}

/**
 * Name and company in “r.kessler@norda.de, Robert Kessler, Norda Logistik”. A part next to an address counts only if a
 * word of the address confirms it, or as a first and last name directly before it.
 */
function besideAddress(said: string): { readonly name?: string; readonly company?: string } {
  const email = findEmailAddress(said)?.toLowerCase()
  if (email === undefined) return {}
  const [local = '', domain = ''] = email.split('@')
  const parts = said
    // “Dana Whitlock dana@northlane.example”
    .replace(/\S+@\S+/g, ', $&')
    .split(/[,;\n]\s*|(?<=\p{L}{3})[.!?]\s+/u)
    .map((part) => part.trim().replace(/^(?:(?:hi|hey|hello|it's|its|i'm|im|i am|this is|my name is)\s+)+/i, ''))
    .filter((part) => /^[\p{L}][\p{L}\d.&' -]{1,40}$/u.test(part) && part.split(' ').length <= 4)
    .filter((part) => !opensNoName.test(part))
  const confirmedBy = (named: string) => (part: string) =>
    part.split(' ').some((word) => {
      const key = word.toLowerCase()
      return (word.length >= 3 && named.includes(key)) || named.split(/[.+_-]/).includes(key)
    })
  const name =
    parts.find((part) => part.split(' ').length <= 3 && confirmedBy(local)(part) && !isSomebodyElse(said, part)) ??
    parts.find((part) => isFullName(part) && !confirmedBy(domain)(part) && standsBefore(said, part, email))
  const company = parts.find((part) => part !== name && confirmedBy(domain)(part))
  return {
    ...(name !== undefined && { name: name.split(' ').map(capitalise).join(' ') }),
    ...(company !== undefined && { company }),
  }
}

/** “Invite Jonas Berg”, “Our chair”, “Best wishes” */
const opensNoName = /^(?:invite|add|include|cc|bring|our|my|the|his|her|their|best|kind|warm|many|email|mail)\b/i

/** “Jean Holroyd”; not “Sounds Good” or “Google Meet” */
function isFullName(part: string): boolean {
  return fullName.test(part) && isName(part) && !opensNoName.test(part) && readsAsPerson(part)
}

/** Whether none of a name's words is an everyday word, a product or a day: not “Mornings”, “Zoom” or “VAT”. */
export function readsAsPerson(name: string): boolean {
  const words = name.split(' ').filter((word) => !aroundNames.test(word))
  return words.every((word) => {
    const key = word.toLowerCase()
    return (
      word !== word.toUpperCase() &&
      !isOrdinary(key) &&
      nameKind(key) === null &&
      !isDayOrMonth.test(key) &&
      !noFirstNames.has(key)
    )
  })
}

const noFirstNames: ReadonlySet<string> = new Set(
  'christmas easter teams meet quarry farm mill yard house hall court street road industrial estate regards wishes'.split(
    ' ',
  ),
)

const fullName = new RegExp(
  `^(?:${titles}\\.? )?${nameWord} (?:(?:de|van|von|der|la|di) )*(?:${nameWord} )?${nameWord}$`,
  'u',
)

/** “Sandra Okafor, and not the landline” */
export function leadingName(said: string): string | undefined {
  const [first = ''] = said.trim().split(new RegExp(`(?<!\\b${titles})[,.;]\\s`))
  return isFullName(first) ? first : undefined
}

/** Whether the name opens a sentence and the address follows it. */
function standsBefore(said: string, name: string, email: string): boolean {
  const at = said.indexOf(name)
  const between = said.slice(at + name.length, said.toLowerCase().indexOf(email))
  return (
    /(?:^|[.!?]\s+)(?:(?:it['’]?s|i['’]?m|i am|this is)\s+)?$/i.test(said.slice(0, at)) && /^[,;:]?\s*$/.test(between)
  )
}

/** “Our chair, Mrs Patel” */
function isSomebodyElse(said: string, name: string): boolean {
  const before = said.slice(0, said.indexOf(name))
  return /\b(?:our|my|the|his|her|their) (?:\p{L}+ ){0,2}\p{L}+[,:]?\s*$/iu.test(before)
}

const noNames = new Set(
  'a an the instead rubbish hopeless useless terrible lost stuck confused unsure not in on at from just very so back here there me us them you later tomorrow today working looking interested happy fine good great sure sold ready done new coming calling based monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun english german french ok sorry curious only also still now nobody everybody everyone somebody someone anyone both all nothing first last thanks thank thx ta cheers please pls mobile phone number tel landline home office work whatsapp text ring call whenever anytime mornings afternoons evenings weekdays nights after before between until from with to teacher nurse developer engineer owner manager buyer chef driver student accountant writing away retired fresh yes no yep sorry bye its it old old-fashioned old-school crazy cynical paranoid picky fussy stupid naive lazy sceptical skeptical silly january february march july september october november december christmas easter'.split(
    ' ',
  ),
)

const companyName =
  "(?:the\\s)?\\p{Lu}[\\p{L}\\d&'.-]*(?:\\s(?:\\p{Lu}[\\p{L}\\d&'-]*|&|of|und|and(?=\\s\\p{Lu}\\p{L})))*"

export function readCompany(said: string): string | undefined {
  const patterns = [
    `\\b(?:our|my|the) (?:company|firm|business|shop|agency|startup|school|hotel|organi[sz]ation) (?:is called|is named|name is|is)\\s+(${companyName})`,
    `\\b(?:[Ii]'m|[Ii] am|[Ww]e're|[Ww]e are|[Tt]his is|[Ii]t's|[Ii] work|[Ww]e work|name is|name's|[Cc]alling|[Ww]riting)\\b[^.?!]{0,40}?\\b(?:from|at|for|with|of)\\s+(${companyName})`,
    `\\b(?:[Ww]e're|[Ww]e are)\\s+(${companyName}\\s(?:Ltd|Inc|GmbH|LLC|AG|Co|Corp|Group|BV|Oy|AB)\\b)`,
  ]
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'u').exec(said)?.[1]?.replace(/[.']+$/, '')
    if (found !== undefined && found.length > 1 && !isNoCompany(found)) return found
  }
  const beside = besideAddress(said).company
  if (beside !== undefined) return beside
  const typed =
    /^(?:hi|hello|hey)?[,!\s]*(?:i'm|i am|this is|im)\s+\p{L}{2,20}\s+(?:from|at)\s+([\p{L}\d&-]{2,30})(?=[.,!]|\s+(?:and|we)\b|$)/iu.exec(
      said,
    )?.[1]
  return typed === undefined || isNoCompany(typed) ? undefined : capitalise(typed)
}

function isNoCompany(word: string): boolean {
  return (
    noCompanies.has(word.toLowerCase()) ||
    knownPlaces.has(word.toLowerCase()) ||
    isPlace(word) ||
    isDayOrMonth.test(word)
  )
}

const noCompanies = new Set('the a an our my home work here there this that it all europe'.split(' '))
const knownPlaces = new Set(placeNames.split(',').map((name) => name.trim()))

export function readRole(said: string): string | undefined {
  const title =
    '(?:ceo|cfo|cto|coo|cio|ciso|owner|co-?owner|founder|co-?founder|(?:[\\p{L}-]+\\s){0,2}(?:manager|director|lead|leader|officer|administrator|admin|accountant|bookkeeper|engineer|developer|consultant|assistant|coordinator|principal|teacher|nurse|buyer|partner|president|controller|analyst|designer|recruiter|chef|dispatcher|planner)|head of (?:[\\p{L}&-]+\\s?){1,3}|vp (?:of )?[\\p{L}]+)'
  const found = new RegExp(
    `\\b(?:i'm|i am|i work as|my role is|my job is|im|(?<=^|[.!?] )(?:\\p{L}+ )?\\p{L}+,)\\s+(?!(?:i|we|you|he|she|they)\\b)(?:the|a|an|their|our|one of the)?\\s*(${title})\\b`,
    'iu',
  ).exec(said)?.[1]
  if (found !== undefined && !/^(?:not|only|just|no)\b|\b(?:my|our|your|their|his|her)\b/i.test(found))
    return found.replace(/\s+(?:at|for|from|with)\s.*$/iu, '')
  const led =
    /\bi\s+(?:run|lead|manage|head|look after)\s+((?:the|a|our)\s+[\p{L}\s-]{3,40}?)(?=[.,;!?]|\s+(?:and|at|here|with|of)\b|$)/iu.exec(
      said,
    )?.[1]
  return led === undefined ? undefined : `runs ${led}`
}
