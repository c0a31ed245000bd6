import { DateTime } from 'luxon'

import { toAgentLanguage } from '#domain/agent-languages.ts'
import type { OfferedSlot } from '#agent/offered-slot.ts'

/** A time as people in a zone read and say it. */
export function toOfferedSlot(
  id: string,
  startsAt: number,
  options: WordOptions & { readonly now: number },
): OfferedSlot {
  const { timeZone, now } = options
  const at = DateTime.fromMillis(startsAt, { zone: timeZone })
  const today = DateTime.fromMillis(now, { zone: timeZone }).startOf('day')
  const dayOffset = Math.round(at.startOf('day').diff(today, 'days').days)
  const relativeDay = dayOffset === 0 ? 'today' : dayOffset === 1 ? 'tomorrow' : null
  return {
    id,
    startUtc: new Date(startsAt).toISOString(),
    label: format(startsAt, options, { ...shortDay, ...clock }),
    // Without the comma that some regions add, because three of these are read out in a row.
    spoken: sayDayAndTime(
      format(startsAt, options, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', ''),
      format(startsAt, options, clock),
      options.language,
    ),
    weekday: at.setLocale('en').weekdayLong ?? '',
    relativeDay,
    dayOfMonth: at.day,
    hour: at.hour,
    minute: at.minute,
  }
}

/** “Tuesday, 24 November 2026 at 10:00 – 10:30 (Europe/Berlin)”. */
export function toWhenText(startsAt: number, endsAt: number, options: WordOptions): string {
  const day = format(startsAt, options, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return `${day}, ${format(startsAt, options, clock)} – ${format(endsAt, options, clock)} (${options.timeZone})`
}

export interface WordOptions {
  /** A valid IANA zone. */
  readonly timeZone: string
  /** BCP 47; for languages the agent doesn't speak, British English is used. */
  readonly language: string
}

const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

function format(at: number, { timeZone, language }: WordOptions, parts: Intl.DateTimeFormatOptions): string {
  const locale = localeOf(language)
  const isTwelveHours = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
  const hour = parts.hour === undefined || isTwelveHours ? {} : ({ hour: '2-digit' } as const)
  // Some ICU versions put a narrow space before AM, which confuses voices and mail programs.
  return new Intl.DateTimeFormat(locale, { ...parts, ...hour, timeZone }).format(at).replace(/\u202f/g, ' ')
}

function localeOf(language: string): string {
  const spoken = toAgentLanguage(language)
  if (spoken === 'en') return /^en-[A-Z]{2}$/.test(language) ? language : 'en-GB'
  return /^[a-z]{2}-[A-Z]{2}$/.test(language) ? language : spoken
}

function sayDayAndTime(day: string, time: string, language: string): string {
  switch (toAgentLanguage(language)) {
    case 'de':
      return `${day} um ${time} Uhr`
    case 'fr':
      return `${day} à ${time}`
    case 'es':
      return `${day} a las ${time}`
    case 'en':
      return `${day} at ${time}`
  }
}
