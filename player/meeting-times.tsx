import type { MeetingPageInput } from '#protocol/player-page.ts'

import { pagesOf, startInWords, zoneInWords, type CalendarDay } from './agent/meeting-calendar.ts'

type MeetingTimesProps = Pick<
  MeetingPageInput,
  'meeting' | 'slots' | 'chosenDay' | 'zone' | 'nowUtc' | 'notice' | 'isMoving'
>

/** Moves the meeting: a day, then a time, as in the agent's panel. Radio buttons, because they work without script. */
export function MeetingTimes({ meeting, slots, chosenDay, zone, nowUtc, notice, isMoving }: MeetingTimesProps) {
  const page = pagesOf(slots, zone, 'en-GB')[0]
  if (page === undefined) return <p>No other times are free right now.</p>
  const days = page.weeks.flat()
  const open = days.filter(({ times }) => times.length > 0)
  const chosen = open.find(({ key }) => key === chosenDay) ?? open[0]
  const dayOf = (startUtc: string) => startInWords(startUtc, zone)?.day.key
  const [today, meetingDay] = [dayOf(nowUtc), dayOf(meeting?.startUtc ?? '')]
  return (
    <form method="post" className="us-times">
      <input type="hidden" name="action" value="move" />
      <h2>{page.name}</h2>
      <div className="us-times-days" role="group" aria-label="Days and times">
        {days.slice(0, 7).map(({ key, weekday }) => (
          <span key={key} className="us-times-weekday" aria-hidden="true">
            {weekday.slice(0, 2)}
          </span>
        ))}
        {days.map((day) => {
          const mark = day.key === meetingDay ? 'meeting' : day.key === today ? 'today' : undefined
          return day.times.length === 0 ? (
            <span key={day.key} className="us-times-day" data-mark={mark} aria-hidden="true">
              {day.dayOfMonth}
            </span>
          ) : (
            <Day key={day.key} day={day} mark={mark} isChosen={day === chosen} />
          )
        })}
        {isMoving && <p role="status">{notice}</p>}
      </div>
      <p className="us-times-zone">
        <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
          <path
            d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M3 10h14M10 3c-5 4.5-5 9.5 0 14c5-4.5 5-9.5 0-14"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          />
        </svg>
        {zoneInWords(zone, slots[0]?.startUtc ?? '')}
      </p>
      <button className="us-move us-move-next">Reschedule</button>
    </form>
  )
}

interface DayProps {
  readonly day: CalendarDay
  readonly mark: 'meeting' | 'today' | undefined
  readonly isChosen: boolean
}

/** The style sheet shows the times of the chosen day only. */
function Day({ day, mark, isChosen }: DayProps) {
  const count = day.times.length === 1 ? '1 time' : `${day.times.length} times`
  const about = mark === undefined ? '' : `, ${mark === 'today' ? 'today' : 'the day of your meeting'}`
  return (
    <>
      <label className="us-times-day" data-mark={mark}>
        <input
          type="radio"
          name="day"
          value={day.key}
          defaultChecked={isChosen}
          aria-label={`${day.name}, ${count}${about}`}
        />
        {day.dayOfMonth}
      </label>
      <fieldset>
        <legend>{day.name}</legend>
        {day.times.map(({ id, time }) => (
          <label key={id}>
            <input type="radio" name="slot" value={id} data-start={`${shortName(day)}, ${time}`} />
            {time}
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** “Wed 2 Dec”. */
function shortName({ key }: CalendarDay): string {
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  return format.format(new Date(key)).replace(',', '')
}

/**
 * Shows the choice on the button, which is disabled until there is one. The page inlines this function's source, so it
 * can't reference anything outside itself.
 */
export function followChoice(): void {
  const form = document.querySelector('.us-times')
  const button = form?.querySelector('button')
  if (!form || !button) return
  const show = () => {
    const start = form.querySelector<HTMLInputElement>('[name=slot]:checked')?.dataset['start']
    button.disabled = start === undefined
    button.textContent = start === undefined ? 'Choose a time' : `Move to ${start}`
  }
  form.addEventListener('change', ({ target }) => {
    const chosen = form.querySelector<HTMLInputElement>('[name=slot]:checked')
    // A hidden time must not stay chosen.
    if (chosen && (target as HTMLInputElement).name === 'day') chosen.checked = false
    show()
  })
  // Also after the browser restored the form.
  addEventListener('pageshow', show)
  show()
}
