import { isEmailAddress } from '#domain/email-address.ts'

import { readsAsPerson } from './person-readers.ts'

/* Distinguishes the visitor's own address from those of people they want in the meeting. */

/** Addresses in a remark. */
export interface PeopleSaid {
  readonly own: string | null
  readonly guests: readonly string[]
  /** The remark without the guests' addresses. */
  readonly rest: string
}

/** At most this many guests are noted. */
const guestsMax = 5

export function readPeople(text: string): PeopleSaid {
  const said = text.slice(0, saidMax)
  // Without the sign, the pattern would try every place.
  const found = [...(said.includes('@') ? said.matchAll(address) : [])].filter(([written]) => isEmailAddress(written))
  const people = found.map((match, index) => {
    const before = said.slice((found[index - 1]?.index ?? 0) + (found[index - 1]?.[0].length ?? 0), match.index)
    const to = match.index + match[0].length
    const after = said.slice(to, found[index + 1]?.index)
    const isInvitee = isInvited(before, after, found.length > 1)
    const isCorrected = index > 0 && !isInvitee && corrects.test(before)
    // “Please invite also me, maria@…”, after the director's address
    const isOwn = (own.test(before) && !alsoMe.test(before)) || isCorrected
    return { written: match[0], isOwn, isCorrected, isGuest: !isOwn && isInvitee, isDropped: alternative.test(before) }
  })
  const corrected = people.findLastIndex(({ isCorrected }) => isCorrected)
  const valid = people.filter(({ isGuest, isDropped }, index) => !isDropped && (isGuest || index >= corrected))
  const mine = valid.find(({ isOwn }) => isOwn) ?? valid.find(({ isGuest }) => !isGuest)
  const guests = [
    ...new Set(valid.map(({ written }) => written).filter((written) => !isSame(written, mine?.written ?? ''))),
  ]
  const others = people.map(({ written }) => written).filter((written) => written !== mine?.written)
  const rest = others.reduce((left, other) => left.replaceAll(other, ' '), said)
  return { own: mine?.written ?? null, guests, rest: rest.replace(/\s+/g, ' ').trim() }
}

/** The guests with the new ones, without the visitor. */
export function mergeGuests(known: readonly string[], said: readonly string[], own: string | null): readonly string[] {
  return [...known, ...said]
    .filter((guest, index, all) => all.findIndex((each) => isSame(each, guest)) === index && !isSame(guest, own ?? ''))
    .slice(0, guestsMax)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

const saidMax = 500
const address = /[^\s@<>",;:()[\]]+@[^\s@<>",;:()[\].!?]+(?:\.[^\s@<>",;:()[\].!?]+)+/gu

/** “ada@globex.example, sorry, ada@initech.example” */
const corrects =
  /(?<![\p{L}])(?:sorry|no|i mean|actually|wait|correction|make that|rather|nein|pardon|non|perdón|perdona)(?![\p{L}])/iu
/** “Ada@globex.example or ada@initech.example”, “not ada@initech.example”: one address is enough. */
const alternative = /^[\s,]*(?:or|not|and not|oder|nicht|ou|pas|o|no)\s*$/iu

/** “I'm mats@x.example”, “mine is …”, “send it to me at …” */
const own =
  /(?<![\p{L}])(?:i['’]?m|i am|me|mine(?: is)?|my (?:own )?(?:e-?mail|address|mail)(?: address)?(?: is)?|ich bin|meine(?: adresse)?(?: ist)?|je suis|mon adresse(?: est)?|soy|mi (?:correo|dirección)(?: es)?)(?: at| is| on|:|,)* *$/iu

const alsoMe = /\b(?:also me|me (?:too|as well))[,:]? *$/i

const role =
  /(?<![\p{L}])(?:chair(?:man|woman|person)?|treasurer|secretary|trustee|owner|head|principal|lead|engineer|colleagues?|co-?workers?|co-?founder|boss|manager|partner|assistant|team ?mates?|husband|wife|son|daughter|brother|sister|father|mother|dad|mum|friend|accountant|bookkeeper|director|ceo|cto|cfo|coo|kolleg(?:e|in|en)|chef(?:in)?|collègues?|associée?|compañer[oa]s?|jef[ea]|soci[oa])(?![\p{L}])/iu
const adds =
  /(?<![\p{L}])(?:invite|add|include|cc|copy|bring|loop in|join|plus|along with|together with|put also|also put|put \p{L}+ (?:on|down)|(?:his|hers?|theirs?)(?: e-?mail| address)?(?: is|:)|laden sie|einladen|dazu|ajoutez|invitez|añad[ae]|invit[ea])(?![\p{L}])/iu
const also =
  /(?<![\p{L}])(?:also|too|as well|join\w*|come|coming|attend|listen\w*|watch|see it|hear it|auch|dazu|aussi|également|también)(?![\p{L}])/iu
const replaces = /(?<![\p{L}])(?:instead|rather|not mine|statt|stattdessen|plutôt|en vez)(?![\p{L}])/iu

/** Whether an address is somebody else's who should come too. “Send it to my boss, bob@x.example” isn't. */
function isInvited(said: string, after: string, isOneOfMany: boolean): boolean {
  // “Send the invite to …” adds nobody.
  const before = said.replace(/\b(?:the|an?|my|that|your) (?:calendar )?invit(?:e|ation)\b/gi, ' ')
  if (replaces.test(before) || replaces.test(after)) return false
  if (isOneOfMany && (role.test(before) || adds.test(before))) return true
  return adds.test(before) || (role.test(before) && also.test(`${before} ${after}`)) || comesToo.test(after)
}

const comesToo =
  /^,? (?:please )?(?:add|invite|include|cc) (?:him|her|them)(?![\p{L}])|^ (?:should|would|could|may|might|will|can|must|wants to|has to|is (?:coming|joining)|soll|sollte|doit|debe)(?![\p{L}])/iu

/**
 * The colleague to bring who is named without an address: “add my colleague Jonas”, “my husband Malcolm will want to
 * listen in”, “put George down too”.
 */
export function readGuestName(text: string): string | null {
  for (const pattern of guestNames) {
    const name = pattern.exec(text.slice(0, saidMax))?.groups?.['name']
    if (name !== undefined && readsAsPerson(name)) return name
  }
  return null
}

/** Not a day of the week. */
const personName = String.raw`(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?<name>(?:(?:Mr|Mrs|Ms|Dr|Cllr|Prof)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)(?![\p{L}@.]*@)`
const guestRole =
  '(?:(?:\\p{L}+ )?(?:colleagues?|co-?workers?|co-?founder|boss|manager|partner|assistant|accountant|bookkeeper|director|owner|engineer|deputy|chairman|treasurer|secretary|lead)|husband|wife|son|daughter|brother|sister|father|mother|dad|mum|friend|chair|mayor|councillor|C[ETFO]O|head of \\p{L}+)'
const whose = '(?:[Mm]y|[Oo]ur|[Hh]er|[Hh]is|[Tt]he|[Tt]heir)'
const joins = '(?:join|come|attend|listen in|sit in|dial in|be on (?:it|the call|the line)|be there)'
const takesPart = `(?:(?:(?:wi|sha)ll|would|should|can|could|may|might) (?:also |probably |want to |like to )?${joins}|(?:wants|would like|would love|is going|has|needs) to (?:also )?${joins}|is (?:joining|coming)|(?:s?he) will be)`
const guestNames = [
  String.raw`\b(?:[Aa]dd|[Ii]nvite|[Ii]nclude|[Bb]ring|cc|along with|together with) ${whose} ${guestRole},? ${personName}`,
  String.raw`\b(?:[Aa]dd|[Ii]nvite|[Ii]nclude) ${personName} to (?:the|my|our|that) (?:call|meeting|invite|invitation)\b`,
  String.raw`\b[Pp]ut ${personName} (?:down|on)\b`,
  String.raw`\b${whose} ${guestRole},? ${personName},? ${takesPart}\b`,
  String.raw`\b(?:[Aa]nd|[Aa]lso|[Ww]ith|[Pp]lus) ${whose} ${guestRole},? ${personName}(?= *(?:$|[.,;!]| (?:too|as well|also|she|he)\b))`,
  String.raw`(?:^|[.,;!] |\band )${personName} ${takesPart}\b`,
].map((pattern) => new RegExp(pattern, 'u'))

/** The colleague to bring who is named by role only: “your shop manager” for “can my shop manager join?” */
export function readGuestRole(text: string): string | null {
  const said = text.slice(0, saidMax)
  const role = (guestByRole.exec(said) ?? roleThatJoins.exec(said))?.groups?.['role']
  return role === undefined ? null : `your ${role}`
}

/** “Our IT officer may join as well” */
const roleThatJoins = new RegExp(
  String.raw`\b(?:my|our) (?<role>(?:\p{L}+ )?(?:${guestRole}|officer|lead|analyst|architect|consultant|counsel|lawyer|admin(?:istrator)?|developer|specialist|buyer|clerk)) (?:may|might|will|would|shall|should|can|could|wants to|would like to|is going to) (?:(?:also|probably|perhaps|want to|like to) )*${joins}\b`,
  'iu',
)

const guestByRole = new RegExp(
  String.raw`\b(?:can|could|may|should) (?:my|our) (?<role>(?:\p{L}+ )?${guestRole}) (?:also )?(?:join|come|sit in|be there|attend)\b`,
  'iu',
)
