import type { bookingWordings } from './wording.ts'
import type { Wordings } from './wordings.ts'

type BookingWordings = typeof bookingWordings

/** A sentence of a booking before translation: plain data, so that a stored conversation can hold it. */
export interface BookingSaying {
  readonly key: keyof BookingWordings
  readonly values: readonly unknown[]
}

export function saying<Key extends keyof BookingWordings>(
  key: Key,
  ...values: Parameters<BookingWordings[Key]>
): BookingSaying {
  return { key, values }
}

/** The sentence in the language of the talk. */
export function sayInWords({ key, values }: BookingSaying, { booking }: Wordings): readonly string[] {
  return (booking[key] as (...each: readonly unknown[]) => readonly string[])(...values)
}
