import type { CalendarAnswer } from '#agent/calendar-answers.ts'
import type { OfferedSlot } from '#agent/offered-slot.ts'
import { readPreferredTimes, type PreferredTime } from '#agent/preferred-time.ts'
import { isTimeZone } from '#domain/availability.ts'
import type { ClientCapabilities } from '#protocol/agent-events.ts'
import { openCalendar } from '#server/meetings/calendar.ts'
import { chooseTimes, type ShownTime } from '#server/meetings/choose-times.ts'
import { sendMeetingNotices } from '#server/meetings/meeting-notices.ts'
import { toOfferedSlot } from '#server/meetings/time-words.ts'
import type { Services } from '#server/services.ts'

import { regionalTag, type AgentDemo } from './agent-demo.ts'

/** A conversation's access to the calendar. Every request gets exactly one answer and never rejects. */
export interface BookingCalendar {
  /** IANA zone of the labels: the visitor's if valid. */
  readonly timeZone: string
  /**
   * Free times after an ISO time, or the first ones, that match the visitor's words (“Friday at three”); null if the
   * calendar didn't answer. `timeZone` overrides the zone above, here and below.
   */
  readonly findTimes: (request: {
    readonly after: string | null
    readonly preferredTime: string
    readonly timeZone?: string
  }) => Promise<readonly OfferedSlot[] | null>
  readonly book: (request: {
    readonly slotId: string
    readonly email: string
    readonly name: string | null
    readonly guests?: readonly string[]
    readonly timeZone?: string
    readonly sessionId: string | null
  }) => Promise<CalendarAnswer>
  /** Cancels this conversation's meeting. */
  readonly cancel: () => Promise<CalendarAnswer>
}

export function openBookingCalendar(
  services: Services,
  {
    demo,
    conversationId,
    caps,
    mayBook,
  }: {
    readonly demo: AgentDemo
    readonly conversationId: string
    readonly caps: ClientCapabilities
    readonly mayBook: () => boolean
  },
): BookingCalendar {
  const { log, now } = services
  const calendar = openCalendar(services)
  const ownZone = isTimeZone(caps.tz) ? caps.tz : 'UTC'
  const { agentId, demoId } = demo
  return {
    timeZone: ownZone,
    findTimes: async ({ after, preferredTime, timeZone = ownZone }) => {
      if (agentId === null) return []
      try {
        const free = await within(
          findMs,
          calendar.freeTimes(agentId, conversationId, after === null ? 0 : Date.parse(after)),
        )
        const times = new Map(free.map((time) => [time.startsAt, time]))
        const shown = firstFitting(readPreferredTimes(preferredTime), (preferred) =>
          chooseTimes([...times.keys()], { timeZone, now: now(), preferred }),
        )
        const minutes = free[0]?.minutes ?? null
        return shown.map(({ startsAt, ...rest }) => ({
          ...toOfferedSlot(times.get(startsAt)?.id ?? '', startsAt, {
            timeZone,
            language: regionalTag(demo, caps),
            now: now(),
          }),
          ...rest,
          ...(minutes !== null && { minutes }),
        }))
      } catch (error) {
        log.warn({ err: error }, 'Could not look up meeting times')
        return null
      }
    },
    book: async ({ timeZone = ownZone, ...request }) => {
      if (agentId === null) return 'off'
      if (demo.isTrial) return 'booked'
      if (!mayBook()) return 'too-many'
      try {
        const outcome = await within(bookMs, calendar.book({ ...request, agentId, demoId, conversationId, timeZone }))
        if (outcome === 'booked' || outcome === 'moved') void sendMeetingNotices(services)
        return outcome === 'too_many' ? 'too-many' : outcome
      } catch (error) {
        log.warn({ err: error }, 'Could not book a meeting')
        return 'failed'
      }
    },
    cancel: async () => {
      if (demo.isTrial) return 'cancelled'
      try {
        const isCancelled = await within(bookMs, calendar.cancelOf(conversationId))
        if (isCancelled) void sendMeetingNotices(services)
        return isCancelled ? 'cancelled' : 'none'
      } catch (error) {
        log.warn({ err: error }, 'Could not cancel a meeting')
        return 'failed'
      }
    },
  }
}

const findMs = 4_000
/** Longer, because the booking may still go through afterwards. */
const bookMs = 10_000

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The times of the first preference that one is free for, else those of the first one. */
function firstFitting(
  preferences: readonly (PreferredTime | null)[],
  timesFor: (preferred: PreferredTime | null) => readonly ShownTime[],
): readonly ShownTime[] {
  let shown: readonly ShownTime[] = []
  for (const [index, preferred] of preferences.entries()) {
    const times = timesFor(preferred)
    if (times.some(({ isWished }) => isWished)) return times
    if (index === 0) shown = times
  }
  return shown
}
