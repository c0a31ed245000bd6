import type { OfferedSlot } from '../offered-slot.ts'

/** Times as a server offers them, in order. */
export const offeredSlots: readonly OfferedSlot[] = [
  slot('mon-9', 'Monday', 23, 9, 0, 'tomorrow'),
  slot('tue-10', 'Tuesday', 24, 10, 0, null),
  slot('wed-15', 'Wednesday', 25, 15, 0, null),
  slot('tue-14', 'Tuesday', 24, 14, 30, null),
]

function slot(
  id: string,
  weekday: string,
  dayOfMonth: number,
  hour: number,
  minute: number,
  relativeDay: OfferedSlot['relativeDay'],
): OfferedSlot {
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${two(hour)}:${two(minute)}`
  return {
    id,
    startUtc: `2026-11-${dayOfMonth}T${time}:00.000Z`,
    label: `${weekday.slice(0, 3)} ${dayOfMonth} Nov, ${time}`,
    spoken: `${weekday} ${dayOfMonth} November at ${time}`,
    weekday,
    relativeDay,
    dayOfMonth,
    hour,
    minute,
  }
}
