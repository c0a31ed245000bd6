import { isEmailAddress } from '#domain/email-address.ts'

import { correction, separateExcluded } from './excluded-time.ts'
import { readSpelledAddress } from './spelled-address.ts'
import { avoidsPart, readDate, readTimeWish, weekLater, writeClock } from './time-wish.ts'

/* Interprets visitors' remarks during a booking: an offered time, an address, a “yes”. */

/** An offered time. The server issues the id, so neither visitor nor responder can invent one. */
export interface OfferedSlot {
  readonly id: string
  /** ISO, in UTC. */
  readonly startUtc: string
  /** For a button, in the visitor's zone: “Tue 24 Nov, 10:00”. */
  readonly label: string
  /** For speech: “Tuesday 24 November at 10:00”. */
  readonly spoken: string
  /** The same in parts, in the visitor's zone, to match it with remarks. */
  readonly weekday: string
  readonly relativeDay: 'today' | 'tomorrow' | null
  readonly dayOfMonth: number
  readonly hour: number
  readonly minute: number
  /** How to say its zone, if the visitor named one: “Eastern Time”. */
  readonly zone?: string
  /** Set if the visitor named a time: whether this is it. */
  readonly isWished?: boolean
}

/** The time as the agent says it: “Thursday 3 December at 14:00, Eastern Time”. */
export function sayTime({ spoken, zone = '' }: Pick<OfferedSlot, 'spoken' | 'zone'>): string {
  return zone === '' ? spoken : `${spoken}, ${zone}`
}

/**
 * The slots that match a remark; none if it mentions no time. Ordinals refer to the times `spoken` last. If it only
 * says what doesn't suit, all others.
 */
export function findSpokenSlots(
  text: string,
  slots: readonly OfferedSlot[],
  spoken: readonly OfferedSlot[] = [],
): readonly OfferedSlot[] {
  const corrected = correction.exec(text)?.groups
  if (corrected !== undefined) {
    const { first = '', then = '' } = corrected
    const [only, ...others] = findSpokenSlots(first, slots, spoken)
    const said = only === undefined || others.length > 0 ? then : nameDayAfter(then, only)
    if (mentionsTime(said)) return findSpokenSlots(said, slots, spoken)
  }
  const named = spoken.length > 0 ? spoken : slots.slice(0, 3)
  const { rest, excluded } = separateExcluded(
    // “The 2nd one” is an offered time, “the 2nd” may be a date.
    text.replace(/\b(?:1st|2nd|3rd)(?= (?:one|time|slot|option)\b)/gi, (nth) => nths[nth.toLowerCase()] ?? nth),
  )
  const ruledOut = new Set(excluded.flatMap((time) => findNamedSlots(toDigits(time), slots, named) ?? []))
  const isLeft = (slot: OfferedSlot) => !ruledOut.has(slot)
  const said = writeClock(toDigits(rest))
  const found = findNamedSlots(said, slots.filter(isLeft), named.filter(isLeft))
  return found ?? (excluded.length > 0 ? slots.filter(isLeft) : [])
}

/** Writes “the day after” as a date. */
export function nameDayAfter(text: string, { startUtc, dayOfMonth }: OfferedSlot): string {
  const [year = 0, month = 0] = startUtc.split('-').map(Number)
  const isLeap = year % 4 === 0
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  const next = (dayOfMonth % days) + 1
  return text.replace(/\b(?:on )?(?:the )?(?:day after|next day|following day)\b(?! tomorrow)/i, `on the ${next}th`)
}

/** The slots that the words name; null if they name no time. */
function findNamedSlots(
  said: string,
  slots: readonly OfferedSlot[],
  named: readonly OfferedSlot[],
): readonly OfferedSlot[] | null {
  if (/\b(?:any ?time|any of (?:them|these|those)|whichever|you (?:choose|pick)|all (?:fine|good))\b/.test(said)) {
    return named.slice(0, 1)
  }
  if (weekLater.test(said)) return []
  const ordinal = spokenOrdinal.exec(said)?.groups
  if (ordinal !== undefined) {
    const index = ordinals[ordinal['word'] ?? ''] ?? Number(ordinal['digit']) - 1
    return named.slice(index, index === -1 ? undefined : index + 1)
  }
  const onDays = weekdays.filter((day) => new RegExp(`\\b${day}(?:${weekdayEnds[day]})?\\b`).test(said))
  const relative = /\b(today|tomorrow)\b/.exec(said)?.[1]
  const dayOfMonth = readDate(said)?.day.toString() ?? /\b(\d{1,2})(?:st|nd|rd|th)\b/.exec(said)?.[1]
  const time = readTime(said)
  const partOfDay = avoidsPart(said) ? undefined : /\b(morning|afternoon)\b/.exec(said)?.[1]
  if (onDays.length === 0 && [relative, dayOfMonth, time, partOfDay].every((each) => each === undefined)) return null
  return slots.filter(
    (slot) =>
      (onDays.length === 0 || onDays.some((day) => slot.weekday.toLowerCase().startsWith(day))) &&
      (relative === undefined || slot.relativeDay === relative) &&
      (dayOfMonth === undefined || slot.dayOfMonth === Number(dayOfMonth)) &&
      (partOfDay === undefined || slot.hour < 12 === (partOfDay === 'morning')) &&
      (time === undefined || isAt(slot, time)),
  )
}

/** Whether a remark mentions a day or hour in addition to a meeting request. */
export function mentionsTime(text: string): boolean {
  return readTimeWish(text) !== null || excludesTime(text)
}

/** “Not on Monday”. */
export function excludesTime(text: string): boolean {
  return separateExcluded(text).excluded.length > 0
}

interface SpokenTime {
  readonly hour: number
  readonly minute: number
  readonly half: 'am' | 'pm' | null
}

function readTime(said: string): SpokenTime | undefined {
  const found =
    /\b(\d{1,2})[:. h](\d{2})(?:\s?([ap])\.? ?m\b)?/.exec(said) ??
    /\b(\d{1,2})()\s*([ap])\.? ?m\b/.exec(said) ??
    /\b(?:at|around) (\d{1,2})\b()()(?!(?:st|nd|rd|th))/.exec(said) ??
    /\b(\d{1,2})()() ?o ?clock\b/.exec(said) ??
    // “10h”, “14h30”
    /\b(\d{1,2}) ?h ?(\d\d)?()\b/.exec(said) ??
    /^(?:(?:ok|okay|yes|then|make it|let s say) )*(\d{1,2})()() (?:works|would work|suits|is (?:fine|good|ok|okay|great|perfect|better))\b/.exec(
      said,
    )
  if (found === null) return undefined
  const half = found[3] === 'a' ? 'am' : found[3] === 'p' ? 'pm' : null
  return { hour: Number(found[1]), minute: Number(found[2] === '' ? 0 : (found[2] ?? 0)), half }
}

/** Without am or pm, “at three” matches both 3:00 and 15:00. */
function isAt(slot: OfferedSlot, { hour, minute, half }: SpokenTime): boolean {
  if (slot.minute !== minute) return false
  if (half === null) return slot.hour === hour || slot.hour === hour + 12
  return slot.hour === (hour % 12) + (half === 'pm' ? 12 : 0)
}

/** Excludes “I need to ask my boss first”. */
const spokenOrdinal =
  /(?<!\b(?:ask|check|talk|see|know|think|look|need|discuss|try|test)\b.*)\b(?<word>first|earliest|soonest|second|third|last|latest)\b(?! of)|\b(?:number|option) (?<digit>\d)\b|^(?<digit>\d)$/

const nths: Readonly<Record<string, string>> = { '1st': 'first', '2nd': 'second', '3rd': 'third' }

const ordinals: Readonly<Record<string, number>> = {
  first: 0,
  earliest: 0,
  soonest: 0,
  second: 1,
  third: 2,
  last: -1,
  latest: -1,
}
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const weekdayEnds = {
  mon: 'day',
  tue: 's(?:day)?',
  wed: 'nesday',
  thu: 'rs(?:day)?',
  fri: 'day',
  sat: 'urday',
  sun: 'day',
}
const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

function toDigits(said: string): string {
  return said
    .replace(/\b[a-z]+\b/g, (word) => {
      const number = numberWords.indexOf(word)
      // In “the first one”, “one” isn't a number.
      return number < 2 ? word : String(number)
    })
    .replace(/\b(at|around) one\b|\bone (?=o ?clock|[ap]\.? ?m\b|thirty\b|fifteen\b)/g, (match) =>
      match.replace('one', '1'),
    )
    .replace(/\b(\d{1,2}) thirty\b/g, '$1:30')
    .replace(/\b(\d{1,2}) fifteen\b/g, '$1:15')
    .replace(/\b(\d{1,2}) forty ?five\b/g, '$1:45')
    .replace(/\bhalf (?:past )?(\d{1,2}|one)\b/g, (_, hour: string) => `${hour === 'one' ? '1' : hour}:30`)
    .replace(/\bnoon\b/g, '12:00')
}

/** An address in a remark, typed or spoken (“ada at example dot com”); null for none. It may be misheard. */
export function findEmailAddress(text: string): string | null {
  const written = emailPattern.exec(text)?.[0]
  if (written !== undefined) return isEmailAddress(written) ? written : null
  const spoken = readSpelledAddress(text, 'en')
  return spoken?.isWhole === true ? spoken.address : null
}

const emailPattern = /[^\s@<>",;:()[\]]+@[^\s@<>",;:()[\].!?]+(?:\.[^\s@<>",;:()[\].!?]+)+/u

/** A “yes” to “Shall I book it?”: one or more assents, with any courtesies. Anything unclear doesn't count. */
export function isYes(text: string): boolean {
  const said = normalise(text)
  const rest = said.replace(assents, ' ')
  return rest !== said && rest.replace(courtesies, ' ').trim() === ''
}

/** “Yes. And can you make it an hour?”: what follows the “yes”; null if the remark doesn't begin with one. */
export function afterYes(text: string): string | null {
  const [, first = '', rest = ''] = /^([^.!?,;]+)[.!?,;]+\s+(.+)$/s.exec(text.trim()) ?? []
  return isYes(first) && !/^(?:but|only|actually|no|not|wait|sorry|rather)\b/i.test(rest) ? rest : null
}

const assents =
  /\b(?:yes|yeah|yeh|yea|yep|yup|aye|sure|ok|okay|okey|k|please do|correct|right|exactly|great|perfect|fine|absolutely|definitely|certainly|of course|by all means|go ahead|go for it|go on(?: then)?|crack on|that would be (?:great|lovely|perfect|fine|good)|let s go(?: for it)?|all good|do it|do so|do that|let s do (?:it|that|this)|(?:please )?(?:just )?book (?:it|that|this|me|us|the (?:meeting|call|time|slot))(?: in)?|put (?:me|us|it) (?:in|down)|confirm(?:ed)?|that s (?:right|correct|fine|it|great|good|perfect|ok|okay)|thats (?:right|correct|fine|it|great|good|perfect|ok|okay)|it is|sounds (?:good|great|fine|perfect)|(?:that |it )?(?:works|suits|will do)(?: for me| me| us)?|looks (?:good|right))\b/g
const courtesies =
  /\b(?:please|pls|do|it|then|thanks|thank you|thankyou|thx|cheers|ta|very much|so much|a lot|lovely|brilliant|wonderful|excellent|super|cool|nice|good|grand|smashing|oh|ah|um|well|so|and|all|for me|love|mate|dear|my dear|sir|madam)\b/g

/** A “yes” to “Shall I show you times?”, which commits to nothing. */
export function wantsToSeeTimes(text: string): boolean {
  return (
    isYes(text) ||
    /^(?:yes|yeah|yep|yup|sure|ok|okay|please|why not)\b|\b(?:show me|what|which) (?:the )?times?\b/.test(
      normalise(text),
    )
  )
}

/** “Other times”, “later”, “none of these”. */
export function asksForOtherTimes(text: string): boolean {
  return /\b(?:(?:other|another|different|more|later|earlier) (?:times?|days?|dates?|slots?|week|ones?)|what else is (?:there|free|available)|next week|none of (?:these|those|them)|(?:these|those|they|none) (?:do not|don t|dont|won t|wont|doesn t) (?:work|suit|fit)|(?:that|this) (?:day|time|date) (?:do not|don t|dont|won t|wont|doesn t|doesnt) (?:work|suit|fit)|something else|later)\b/.test(
    normalise(text),
  )
}

/** “Never mind”, “forget it”: gives up the meeting, not just the time. */
export function asksToCancel(text: string): boolean {
  return /\b(?:never ?mind|forget (?:it|the|about)|no (?:meeting|call)|cancel|drop (?:it|that|this|the)(?! off\b)|scrap|call (?:it|the whole thing) off|don t book|dont book|not book|changed my mind|no thanks|no thank you)\b/.test(
    normalise(text),
  )
}

/** Whether a sentence is about the visitor's own meeting. */
export function namesMeeting(text: string): boolean {
  return /\b(?:(?:my|our|the|that|this) (?:meeting|call|appointment|demo|slot|booking)|it)\b/.test(normalise(text))
}

/** “Cancel the meeting”, “I can't make it on Friday”; not “can I cancel any time”. */
export function asksToCancelMeeting(text: string): boolean {
  const said = normalise(text)
  return (
    /\b(?:forget(?: about)?|no need for|don t need|dont need|skip) (?:my|our|the|that|this) (?:meeting|call|appointment|demo|slot|booking)\b/.test(
      said,
    ) ||
    /\b(?:cancel|call off|drop(?! it off\b)|delete|scrap)\b.*\b(?:(?:my|our|the|that|this) (?:meeting|call|appointment|demo|slot|booking)|it)\b(?! (?:any ?time|plan|subscription))/.test(
      said,
    ) ||
    /\b(?:can t|cannot|can not|won t|not able to) (?:make|come to|attend|join) (?:it|the|our|my|that)\b/.test(said)
  )
}

/** “Scrap that, I can't on Wednesday”: about the meeting, if there is one. */
export function givesUpMeeting(text: string): boolean {
  return /\b(?:scrap|bin|forget) (?:that|it)\b|\bsomething(?: has| s)? (?:come|came) up\b|^(?:(?:sorry|oh|no|ok|please|hi|hello|actually|wait) )*(?:please )?cancel(?: it| that| please)*$|\b(?:can t|cant|cannot|can not|won t|wont) (?:do |make |come |be there )?(?:it )?(?:on |this |that |any ?more)/.test(
    normalise(text),
  )
}

/** “What time is my meeting again?” */
export function asksWhenMeeting(text: string): boolean {
  return /^(?:so |and |ok |sorry |wait )*(?:when|what time|what day|which day|at what time)\b.*\b(?:my|our|the) (?:meeting|call|appointment|booking)\b/.test(
    normalise(text),
  )
}

/** “Is it booked?”, “so what did you book?” */
export function asksIfBooked(text: string): boolean {
  return /^(?:so |and |ok |sorry |wait |but )*(?:what (?:did|have) you (?:book|booked)|(?:did|have) you (?:book|booked)|(?:is|was) (?:it|that|this|(?:the|my|our) (?:meeting|call)) (?:booked|confirmed)|(?:am i|are we) booked)\b/.test(
    normalise(text),
  )
}

/** “Can we move it to Thursday?”, “reschedule the call”. */
export function asksToMoveMeeting(text: string): boolean {
  const said = normalise(text)
  return (
    /\b(?:reschedule|move|push|shift|postpone|change|bring forward)\b.*\b(?:(?:my|our|the|that|this) (?:meeting|call|appointment|demo|slot|booking|time)|it)\b/.test(
      said,
    ) &&
    (/\b(?:meeting|call|appointment|demo|slot|booking|reschedule|postpone|time)\b/.test(said) || mentionsTime(text))
  )
}

/** “Push it back an hour”, “a day later please”: about a meeting, if there is one. */
export function shiftsMeeting(text: string): boolean {
  const said = normalise(text)
  return (
    /\b(?:push|move|shift|bring|put|pull) (?:it|that|this) (?:back|forward|up|later|earlier|on)\b/.test(said) ||
    /^(?:can we |could we |please |make it |rather )*(?:an?|one|two|half an|\d) (?:hours?|days?|weeks?|hour) (?:later|earlier)\b/.test(
      said,
    )
  )
}

/** Interest in buying: prices, plans, trials, getting started. */
export function showsBuyingInterest(text: string): boolean {
  return /\b(?:pric(?:e|es|ing)|cost|costs|how much|plans?|licen[cs]es?|subscri(?:be|ption)|trial|buy|buying|purchase|quote|sign up|get started|start using|roll ?out|for (?:my|our) team|onboard(?:ing)?|implementation|discount|contract)\b/.test(
    normalise(text),
  )
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
