import type { ServerEvent } from '#protocol/agent-events.ts'

import { trackedSession } from '../record-visit.ts'
import type { BookingSlot, BookingView } from './talk-view.ts'

interface MeetingTalkOptions {
  readonly booking: () => BookingView | null
  readonly show: (booking: BookingView | null) => void
  readonly submit: (field: string, value: string) => void
}

/** On-screen input during a booking, which the agent handles like speech. */
export class MeetingTalk {
  readonly #options: MeetingTalkOptions
  #chosen: (BookingSlot & { readonly zone: string }) | null = null

  constructor(options: MeetingTalkOptions) {
    this.#options = options
  }

  /** Chooses one of the offered times. */
  chooseSlot(id: string): void {
    const booking = this.#options.booking()
    if (booking === null) return
    this.#choose(booking, id)
    this.#options.submit('slot', id)
  }

  /** The address for the invitation; the agent reads it back. */
  giveAddress(email: string, name: string): void {
    this.#options.submit('name', name)
    this.#options.submit('email', email)
  }

  /** “Yes” books, “no” cancels the booking. */
  confirm(isWanted: boolean): void {
    const session = trackedSession()
    if (isWanted && session !== null) this.#options.submit('visit', session)
    this.#options.submit('confirm', isWanted ? 'yes' : 'no')
  }

  /** The time that was just booked; returned once. */
  takeBooked(): (BookingSlot & { readonly zone: string }) | null {
    const booked = this.#chosen
    this.#chosen = null
    return booked
  }

  /** An empty list ends the booking on screen. */
  showTimes({ slots, zone = '' }: Extract<ServerEvent, { readonly t: 'slots' }>): void {
    this.#options.show(slots.length === 0 ? null : { slots, zone, chosenId: null, form: null })
  }

  showForm(form: Extract<ServerEvent, { readonly t: 'form' }>): void {
    const booking = this.#options.booking()
    if (booking !== null) this.#choose({ ...booking, form }, form.slotId ?? booking.chosenId)
  }

  #choose(booking: BookingView, chosenId: string | null): void {
    const slot = booking.slots.find(({ id }) => id === chosenId)
    if (slot !== undefined) this.#chosen = { ...slot, zone: booking.zone }
    this.#options.show({ ...booking, chosenId })
  }
}
