import { separateExcluded } from './excluded-time.ts'
import { writeWish } from './say-wish.ts'
import { readTimeWish, type TimeWish } from './time-wish.ts'

/*
 * Combines what a visitor says about a time over several remarks: “after five, not Wednesday”, then “Thursday rather”.
 * Wishes are kept as English words that `readTimeWish` understands.
 */

/** The wish so far and a new remark: a new day keeps the hours, new hours keep the day, and what doesn't suit stays out. */
export function mergeWishes(before: string, said: string): string {
  const known = readTimeWish(before)
  const excludedBefore = separateExcluded(before).excluded
  if (known === null && excludedBefore.length === 0) return said
  const wish = readTimeWish(said)
  const excluded = separateExcluded(said).excluded
  if (wish === null && excluded.length === 0) return said
  const merged: TimeWish = {
    ...hoursOf(wish !== null && hasHours(wish) ? wish : anyTime.test(said) ? null : known),
    day: wish?.day ?? dayLeft(known, excluded),
  }
  const without = [...new Set([...excludedBefore, ...excluded])].filter((time) => !isNamed(time, wish))
  return [writeWish(merged), ...without.map((time) => `not ${time}`)].filter((part) => part !== '').join(', ')
}

/** “Half past”, as an hour's half: “17:30” after “after five”; null if the words mean something else. */
export function minutesPast(before: string, said: string): string | null {
  const found = pastTheHour.exec(said.trim())?.[1]
  const known = readTimeWish(before)
  const hour = known === null ? null : (known.at ?? (known.from > 0 ? known.from : null))
  if (found === undefined || known === null || hour === null) return null
  const at = Math.floor(hour / 60) * 60 + (/half/i.test(found) ? 30 : 15)
  return writeWish({ ...known, ...hoursOf(null), at })
}

const pastTheHour =
  /^(?:(?:at|make it|rather|better|ok|sorry|no|say|or|let['’]?s say),? )*(half|quarter) past(?:,? (?:then|please|is better|rather|would be better))*[.!?]*$/i

const dayEnd = 24 * 60

function hasHours({ at, from, to }: TimeWish): boolean {
  return at !== null || from > 0 || to < dayEnd
}

function hoursOf(wish: TimeWish | null): Omit<TimeWish, 'day'> {
  return wish === null ? { at: null, from: 0, to: dayEnd } : { at: wish.at, from: wish.from, to: wish.to }
}

const anyTime = /\b(?:any ?time|all day|whenever|at any hour)\b/i

/** The day wished for before, unless it is now ruled out. */
function dayLeft(known: TimeWish | null, excluded: readonly string[]): TimeWish['day'] {
  const day = known?.day ?? null
  if (day === null) return null
  const name = writeWish({ day, ...hoursOf(null) }).toLowerCase()
  return excluded.some((time) => name.startsWith(time.slice(0, 3))) ? null : day
}

/** “Not Monday”, then “ok, Monday”. */
function isNamed(time: string, wish: TimeWish | null): boolean {
  return (
    wish?.day !== null &&
    wish !== null &&
    readTimeWish(time)?.day?.kind === wish.day.kind &&
    writeDay(time) === writeDayOf(wish)
  )
}

function writeDay(time: string): string | null {
  const wish = readTimeWish(time)
  return wish === null ? null : writeDayOf(wish)
}

function writeDayOf({ day }: TimeWish): string {
  return writeWish({ day, ...hoursOf(null) })
}
