import type { ConversationEvent } from '#agent/conversation.ts'
import type { ServerEventBody } from '#protocol/agent-events.ts'

import type { BookingCalendar } from './booking-calendar.ts'
import type { CalendarEffect } from './talk-state.ts'

interface TalkCalendarOptions {
  readonly now: () => number
  readonly calendar: BookingCalendar
  /** The tracker's session, stored with a meeting. */
  readonly visit: () => string | null
  readonly dispatch: (event: ConversationEvent) => void
  /** The request must be stored. */
  readonly onAsk: () => void
  readonly tell: (event: Extract<ServerEventBody, { t: 'tool' }>) => void
}

/** Carries out the policy's requests to the calendar. */
export class TalkCalendar {
  readonly #options: TalkCalendarOptions
  #asked: CalendarEffect | null = null

  constructor(options: TalkCalendarOptions) {
    this.#options = options
  }

  /** The pending request. */
  get asked(): CalendarEffect | null {
    return this.#asked
  }

  /** The calendar answers exactly once; the request is repeated if another server continues the conversation. */
  ask(effect: CalendarEffect): void {
    const { now, calendar, visit, dispatch, onAsk, tell } = this.#options
    const { name, ui } = tools[effect.type]
    this.#asked = effect
    onAsk()
    tell({ t: 'tool', name, phase: 'start', ui })
    const answered = (event: ConversationEvent): void => {
      if (this.#asked === effect) this.#asked = null
      tell({ t: 'tool', name, phase: 'end' })
      dispatch(event)
    }
    if (effect.type === 'find-slots') {
      void calendar.findTimes(effect).then((slots) => answered({ type: 'slots-found', at: now(), slots }))
      return
    }
    const answer = effect.type === 'book-meeting' ? calendar.book({ ...effect, sessionId: visit() }) : calendar.cancel()
    void answer.then((said) => answered({ type: 'meeting-answered', at: now(), answer: said }))
  }
}

/** Shown to the visitor meanwhile. */
const tools: Readonly<Record<CalendarEffect['type'], { readonly name: string; readonly ui: string }>> = {
  'find-slots': { name: 'propose_slots', ui: 'Checking the calendar…' },
  'book-meeting': { name: 'book_meeting', ui: 'Booking the meeting…' },
  'cancel-meeting': { name: 'cancel_meeting', ui: 'Cancelling the meeting…' },
}
