import {
  acceptEmail,
  bookChosen,
  cancelBooking,
  cancelMeeting,
  chooseSlot,
  isBusy,
  keepMeeting,
  lookForTimes,
  refuseEmail,
  type Booking,
  type BookingStep,
} from './booking-steps.ts'
import { findEmailAddress } from './spelled-address.ts'

/* Handles what the visitor types or presses in the booking's form. */

/** Input from the on-screen booking controls. */
export interface BookingForm {
  readonly field: 'slot' | 'email' | 'name' | 'confirm'
  readonly value: string
}

/** Handles on-screen input. */
export function takeBookingForm(booking: Booking, { field, value }: BookingForm): BookingStep | null {
  if (isBusy(booking)) return null
  switch (field) {
    case 'slot': {
      const slot = booking.slots.find(({ id }) => id === value)
      // The time is from an older list, or invented.
      return slot === undefined ? lookForTimes(booking, null, null) : chooseSlot(booking, slot)
    }
    case 'name':
      return {
        booking: { ...booking, name: value.trim().slice(0, nameMax) || null },
        say: [],
        effects: [],
        outcome: 'booking',
      }
    case 'email': {
      if (booking.chosen === null) return null
      const email = findEmailAddress(value)
      return email !== null && email === value.trim() ? acceptEmail(booking, email) : refuseEmail(booking, value)
    }
    case 'confirm':
      if (booking.stage === 'leaving') return value === 'yes' ? cancelMeeting(booking) : keepMeeting()
      if (value !== 'yes') return cancelBooking(booking)
      return booking.stage === 'confirming' ? bookChosen(booking) : null
  }
}

const nameMax = 80
