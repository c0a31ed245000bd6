import { clsx } from 'clsx'
import { useState } from 'react'

import { dayOf } from '../../lib/dates.ts'
import { countOf } from '../../lib/figure-text.ts'
import { dayHeading, dayHeadingId, daysLater, type MeetingDay } from './meeting-days.ts'

const shownDays = 14
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })

/** The next two weeks; a day with meetings leads to its place in the list. */
export function DayStrip({ days }: { readonly days: readonly MeetingDay[] }) {
  const [now] = useState(() => new Date())
  const counts = new Map(days.map(({ day, meetings }) => [day, meetings.length]))
  return (
    <ul aria-label="Next 14 days" className="grid grid-cols-7 gap-0.5 py-2.5 @2xl:grid-cols-14">
      {Array.from({ length: shownDays }, (_, place) => {
        const date = daysLater(place, now)
        const day = dayOf(date)
        const count = counts.get(day) ?? 0
        const className = clsx(
          'flex h-14 w-full flex-col items-center justify-center rounded-control text-xs',
          place === 0 && 'bg-sunken',
        )
        const content = (
          <>
            <span className="text-muted">{weekday.format(date)}</span>
            <span className={clsx('text-sm tabular-nums', count > 0 ? 'font-semibold' : 'text-muted')}>
              {date.getDate()}
            </span>
            <span className={clsx('mt-0.5 size-[5px] rounded-chip', count > 0 && 'bg-accent')} />
          </>
        )
        return (
          <li key={day}>
            {count === 0 ? (
              <span className={className}>{content}</span>
            ) : (
              <button
                type="button"
                aria-label={`${dayHeading(day, now)}, ${countOf(count, 'meeting')}`}
                className={clsx(className, 'hover:bg-hover')}
                onClick={() => goToDay(day)}
              >
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function goToDay(day: string): void {
  const heading = document.getElementById(dayHeadingId(day))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
