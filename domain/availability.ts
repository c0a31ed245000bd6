import { isEmailAddress } from './email-address.ts'

/* When an author's agent may book meetings. */

export const meetingLengths = [15, 30, 45, 60] as const
const noticeHoursMax = 336
const bufferMinutesMax = 120
const daysAheadMax = 60
const placeLengthMax = 500
const rangesMax = 28

/** A time range on a weekday, in the availability's zone. */
export interface OpenHours {
  /** From 1, Monday. */
  readonly day: number
  /** As 09:00. */
  readonly from: string
  readonly to: string
}

export interface Availability {
  readonly isOn: boolean
  /** IANA zone. */
  readonly timeZone: string
  readonly weeklyHours: readonly OpenHours[]
  readonly lengthMinutes: number
  readonly noticeMinutes: number
  /** Kept free before and after each meeting. */
  readonly bufferMinutes: number
  readonly daysAhead: number
  readonly organiserEmail: string
  /** A link, or how to call. */
  readonly place: string
  readonly source: TimeSource
  /** Cal.com's event type, if times come from there. */
  readonly calComEventType: number | null
}

/** Where times come from: the weekly hours, the weekly hours minus a calendar's busy times, or Cal.com. */
export const timeSources = ['hours', 'busy', 'cal_com'] as const
export type TimeSource = (typeof timeSources)[number]

/** The default before an author sets hours: working days, switched off. */
export function newAvailability(timeZone: string, organiserEmail: string): Availability {
  return {
    isOn: false,
    timeZone,
    weeklyHours: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' })),
    lengthMinutes: 30,
    noticeMinutes: 240,
    bufferMinutes: 0,
    daysAhead: 14,
    organiserEmail,
    place: '',
    source: 'hours',
    calComEventType: null,
  }
}

export type AvailabilityProblems = Partial<Readonly<Record<keyof Availability, string>>>

/** A sentence for each invalid field. */
export function findAvailabilityProblems(availability: Availability): AvailabilityProblems {
  const { weeklyHours, lengthMinutes, noticeMinutes, bufferMinutes, daysAhead, organiserEmail, place, timeZone } =
    availability
  const problems: { -readonly [Field in keyof Availability]?: string } = {}
  const hours = findHoursProblem(weeklyHours, lengthMinutes)
  if (hours !== null) problems.weeklyHours = hours
  if (availability.source === 'cal_com' && availability.calComEventType === null) {
    problems.calComEventType = 'Choose an event type.'
  }
  if (!isTimeZone(timeZone)) problems.timeZone = 'Choose a time zone.'
  if (!meetingLengths.some((length) => length === lengthMinutes)) problems.lengthMinutes = 'Choose a length.'
  if (!isWhole(noticeMinutes / 60, 0, noticeHoursMax)) {
    problems.noticeMinutes = `A whole number of hours from 0 to ${noticeHoursMax}.`
  }
  if (!isWhole(bufferMinutes, 0, bufferMinutesMax)) {
    problems.bufferMinutes = `A whole number of minutes from 0 to ${bufferMinutesMax}.`
  }
  if (!isWhole(daysAhead, 1, daysAheadMax)) problems.daysAhead = `A whole number of days from 1 to ${daysAheadMax}.`
  if (!isEmailAddress(organiserEmail)) problems.organiserEmail = 'Enter an address such as name@company.com.'
  if (place.trim() === '') problems.place = 'Say where it takes place: a link, or how you call.'
  else if (place.length > placeLengthMax) problems.place = `Use at most ${placeLengthMax} characters.`
  return problems
}

function findHoursProblem(hours: readonly OpenHours[], lengthMinutes: number): string | null {
  if (hours.length === 0) return 'Add hours to at least one day.'
  if (hours.length > rangesMax) return `Use at most ${rangesMax} time ranges.`
  for (const { day, from, to } of hours) {
    const [start, end] = [minuteOf(from), minuteOf(to)]
    if (start === null || end === null || day < 1 || day > 7) return 'Fill in both times, such as 09:00 and 17:00.'
    if (end <= start) return `${dayNames[day - 1]}: the end has to come after the start.`
    if (end - start < lengthMinutes) return `${dayNames[day - 1]}: there is no room for ${lengthMinutes} minutes.`
  }
  const overlaps = hours.find((one, index) =>
    hours.some((other, at) => at > index && other.day === one.day && other.from < one.to && one.from < other.to),
  )
  return overlaps === undefined ? null : `${dayNames[overlaps.day - 1]}: two time ranges overlap.`
}

export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Minutes since midnight; null unless formatted as 09:00. */
export function minuteOf(time: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hour === undefined ? null : Number(hour) * 60 + Number(minute)
}

/** Whether this machine knows the zone; zone data differs between machines. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
