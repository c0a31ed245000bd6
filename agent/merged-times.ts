import { separateExcluded } from './excluded-time.ts'
import { writePreferredTime } from './preferred-time-text.ts'
import { readPreferredTime, type PreferredDay, type PreferredTime } from './preferred-time.ts'
import { dayName } from './spoken-clock.ts'

/*
 * Combines what a visitor says about a time over several remarks: “after five, not Wednesday”, then “Thursday rather”.
 * Preferred times are kept as English words that `readPreferredTime` understands.
 */

/** Merges a remark into the preferred time: a new day keeps the hours, new hours the day; ruled-out times stay out. */
export function mergeTimes(before: string, said: string): string {
  const known = readPreferredTime(before)
  const excludedBefore = separateExcluded(before).excluded
  if (known === null && excludedBefore.length === 0) return said
  const wish = inSameHalf(known, readPreferredTime(said), said)
  const excluded = separateExcluded(said).excluded
  if (wish === null && excluded.length === 0) return said
  const merged: PreferredTime = {
    ...hoursOf(wish !== null && hasHours(wish) ? wish : anyTime.test(said) ? null : known),
    day: wish === null || wish.day === null ? dayLeft(known, excluded) : dayWithin(known?.day ?? null, wish.day, said),
  }
  const without = [...new Set([...excludedBefore, ...excluded])].filter((time) => !isNamed(time, wish))
  return [writePreferredTime(merged), ...without.map((time) => `not ${/^\d{1,2}[:.]/.test(time) ? 'at ' : ''}${time}`)]
    .filter((part) => part !== '')
    .join(', ')
}

/** The last sentence, if it names a day of its own: “Joanne works on Tuesday. Wednesday at the same time would suit us.” */
export function lastWish(remark: string): string {
  const sentences = splitRemark(remark)
  const last = sentences.at(-1) ?? ''
  const wish = readPreferredTime(last)
  const isWish =
    last.split(/\s+/).length <= lastWishWordsMax && !/^(?:i|we)(?:['’]ll| will| am|['’]m| have)\b/i.test(last)
  return isWish &&
    sentences.length > 1 &&
    wish !== null &&
    wish.day !== null &&
    separateExcluded(last).excluded.length === 0
    ? last
    : remark
}

const lastWishWordsMax = 12

/** The sentences of a remark, without their ends. Splits after words and “8:20”, not after “3 p.m.” or other digits. */
export function splitRemark(remark: string): readonly string[] {
  return remark.split(/(?<=\p{L}{2}|:\d\d)[.!;]\s+/u)
}

/** Removes a day that is only a reason: “Wednesday is investor day, make it Thursday”. */
export function withoutExcuse(remark: string): string {
  const rest = remark.replace(excuse, ' ')
  const hasDay = (readPreferredTime(rest)?.day ?? null) !== null || laterDay.test(rest)
  return rest !== remark && hasDay ? rest.replace(/\s+(?=[,.;]|\s|$)/g, '').trim() : remark
}

const laterDay = /\b(?:day|week)s? (?:later|after)\b|\b(?:next|following) (?:day|week)\b/i

/** “Wednesday the diver comes”, “Wednesday is investor day”, “on Tuesday I have choir”; not “Wednesday is fine” */
const excuse = new RegExp(
  String.raw`\b(?:${dayName}(?:['’]s| is| will be)(?! (?:fine|good|ok|okay|great|perfect|best|better|free|possible|possibly|all right|alright|the \d|on|at|in|for|my|what|when)\b)(?! \d)|(?:on )?${dayName} (?:i|we)(?:['’](?:ve|m|re)| have| am| are)(?! (?:free|available|around|time)\b))\s+[^,.;!?]{3,40}(?=[,.;!?])|\b(?:on )?${dayName} (?:the|my|our) \p{L}+ (?:comes|is coming|arrives|visits|has|needs)\b[^,.;!?]{0,40}(?=[,.;!?])`,
  'giu',
)

/** “Quarter past 7” is in the morning after “between 6 and 8 in the morning”. */
function inSameHalf(known: PreferredTime | null, wish: PreferredTime | null, said: string): PreferredTime | null {
  if (known === null || wish === null || wish.at === null || wish.at < noon || known.from === 0) return wish
  const early = wish.at - noon
  const isClear = /\b[ap]\.?m\b|\b(?:afternoon|evening|tonight)\b|\b1[3-9]\b|\b2[0-3]\b/i.test(said)
  return !isClear && known.to <= noon && early >= known.from && early <= known.to ? { ...wish, at: early } : wish
}

const noon = 12 * 60

/** “Half past”, as an hour's half: “17:30” after “after five”; null if the words mean something else. */
export function minutesPast(before: string, said: string): string | null {
  const found = pastTheHour.exec(said.trim())?.[1]
  const known = readPreferredTime(before)
  const hour = known === null ? null : (known.at ?? (known.from > 0 ? known.from : null))
  if (found === undefined || known === null || hour === null) return null
  const at = Math.floor(hour / 60) * 60 + (/half/i.test(found) ? 30 : 15)
  return writePreferredTime({ ...known, ...hoursOf(null), at })
}

const pastTheHour =
  /^(?:(?:at|make it|rather|better|ok|sorry|no|say|or|let['’]?s say),? )*(half|quarter) past(?:,? (?:then|please|is better|rather|would be better))*[.!?]*$/i

const dayEnd = 24 * 60

function hasHours({ at, from, to }: PreferredTime): boolean {
  return at !== null || from > 0 || to < dayEnd
}

function hoursOf(wish: PreferredTime | null): Omit<PreferredTime, 'day'> {
  return wish === null ? { at: null, from: 0, to: dayEnd } : { at: wish.at, from: wish.from, to: wish.to }
}

const anyTime = /\b(?:any ?time|all day|whenever|at any hour)\b/i

/** “Wednesday of that week” within a span said before; “the Tuesday then” after “Monday the 28th”. */
function dayWithin(known: PreferredTime['day'], day: PreferredDay, said: string): PreferredDay {
  if (day.kind !== 'weekday' || day.inWeek !== null || day.isWeekLater === true) return day
  // “Next week”, then “Thursday”; not “this Thursday”
  if (known?.kind === 'week' && !/\b(?:this|coming|tomorrow)\b/i.test(said)) return { ...day, inWeek: known.offset }
  if (known?.kind === 'span') return { ...known, weekdays: [day.weekday, ...(day.or ?? [])] }
  if (known?.kind !== 'date' || known.weekday === undefined || !ofThatWeek.test(said)) return day
  const later = known.day + day.weekday - known.weekday
  return later < 1 || later > 28 + 3 ? day : { ...known, day: later, weekday: day.weekday }
}

const ofThatWeek = /\bthe (?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b(?! \d)/i

/** The preferred days without those now ruled out. */
function dayLeft(known: PreferredTime | null, excluded: readonly string[]): PreferredTime['day'] {
  const day = known?.day ?? null
  const out = excluded.flatMap((time) => readPreferredTime(time)?.day ?? [])
  if (day?.kind === 'weekday') {
    const isLeft = (weekday: number) => !out.some((each) => each.kind === 'weekday' && each.weekday === weekday)
    const [first, ...others] = [day.weekday, ...(day.or ?? [])].filter(isLeft)
    const { or: _, ...one } = day
    return first === undefined ? null : { ...one, weekday: first, ...(others.length > 0 && { or: others }) }
  }
  return day?.kind === 'date' && out.some((each) => isSameDate(each, day)) ? null : day
}

function isSameDate(out: PreferredDay, { day, weekday }: Extract<PreferredDay, { readonly kind: 'date' }>): boolean {
  return out.kind === 'date' ? out.day === day : out.kind === 'weekday' && out.weekday === weekday
}

/** “Not Monday”, then “ok, Monday”; “not at 3”, then “Friday at 3”. */
function isNamed(time: string, wish: PreferredTime | null): boolean {
  const out = readPreferredTime(time)
  if (wish === null || out === null) return false
  if (out.day === null) return out.at !== null && out.at === wish.at
  return wish.day !== null && writeDayOf(out) === writeDayOf(wish)
}

function writeDayOf({ day }: PreferredTime): string {
  return writePreferredTime({ day, ...hoursOf(null) })
}
