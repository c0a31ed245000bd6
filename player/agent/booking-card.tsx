import { useId, useRef, useState } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import { AddressForm } from './address-form.tsx'
import { pagesOf, startInWords, zoneInWords, type CalendarDay } from './meeting-calendar.ts'
import { PanelIcon } from './panel-icon.tsx'
import type { BookingView } from './talk-view.ts'
import { useFocusUnlessTyping } from './use-focus-unless-typing.ts'
import { panelLocale, t } from './panel-text.ts'

interface BookingCardProps {
  readonly talk: AgentTalk
  readonly booking: BookingView
}

/** Books a meeting by pointer or keyboard: a day, a time, an address. */
export function BookingCard({ talk, booking }: BookingCardProps) {
  const titleId = useId()
  const { form, chosenId, slots, zone } = booking
  const chosen = slots.find(({ id }) => id === chosenId)
  const start = chosen === undefined ? null : startInWords(chosen.startUtc, zone, panelLocale())
  const title = start === null ? (chosen?.label ?? '') : `${start.day.weekday}, ${start.time}`
  return (
    <section className="us-agent-card us-agent-booking" aria-labelledby={titleId}>
      {form === null ? (
        <Calendar talk={talk} booking={booking} titleId={titleId} />
      ) : (
        <>
          <h3 id={titleId}>{title === '' ? t('Your meeting') : title}</h3>
          <AddressForm key={`${form.field} ${form.value}`} talk={talk} form={form} title={title} />
        </>
      )}
      <p className="us-agent-quiet">
        {form === null ? (
          <button type="button" onClick={() => talk.say(t('Other times'), 'button')}>
            {t('Other times')}
          </button>
        ) : (
          <button type="button" onClick={() => talk.press('book')}>
            {t('Another time')}
          </button>
        )}
        <button type="button" onClick={() => talk.meeting.confirm(false)}>
          {t('Not now')}
        </button>
      </p>
    </section>
  )
}

function Calendar({ talk, booking, titleId }: BookingCardProps & { readonly titleId: string }) {
  const { slots, zone } = booking
  const pages = pagesOf(slots, zone, panelLocale())
  const [shownPage, setPage] = useState(0)
  const [pickedDay, setDay] = useState<string | null>(null)
  const [pickedTime, setTime] = useState<string | null>(null)
  const firstTime = useRef<HTMLButtonElement>(null)
  useFocusUnlessTyping(firstTime)

  const at = Math.min(shownPage, pages.length - 1)
  const page = pages[at]
  if (page === undefined) return <Labels talk={talk} booking={booking} titleId={titleId} />
  const open = page.weeks.flat().filter(({ times }) => times.length > 0)
  const day = open.find(({ key }) => key === pickedDay) ?? open[0]
  const time = day?.times.find(({ id }) => id === pickedTime)
  const show = (index: number) => {
    setPage(index)
    setDay(null)
  }
  return (
    <>
      <div className="us-agent-month">
        <h3 id={titleId} aria-live="polite">
          {page.name}
        </h3>
        {pages.length > 1 && (
          <>
            <button
              type="button"
              className="us-agent-icon"
              aria-label={t('Earlier days')}
              disabled={at === 0}
              onClick={() => show(at - 1)}
            >
              <PanelIcon name="back" />
            </button>
            <button
              type="button"
              className="us-agent-icon"
              aria-label={t('Later days')}
              disabled={at === pages.length - 1}
              onClick={() => show(at + 1)}
            >
              <PanelIcon name="next" />
            </button>
          </>
        )}
      </div>
      <Days weeks={page.weeks} chosen={day?.key ?? ''} onChoose={setDay} />
      <ul className="us-agent-times" aria-label={t('Times on {0}', day?.name ?? '')}>
        {day?.times.map(({ id, time: text }, index) => (
          <li key={id}>
            <button
              ref={index === 0 ? firstTime : null}
              type="button"
              aria-pressed={id === pickedTime}
              onClick={() => setTime(id)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      <p className="us-agent-zone">
        <PanelIcon name="globe" />
        {zoneInWords(zone, slots[0]?.startUtc ?? '')}
      </p>
      <button
        type="button"
        className="us-agent-primary"
        disabled={time === undefined}
        onClick={() => time !== undefined && talk.meeting.chooseSlot(time.id)}
      >
        {time === undefined ? t('Choose a time') : t('Book {0}', `${day?.weekday ?? ''}, ${time.time}`)}
      </button>
    </>
  )
}

interface DaysProps {
  readonly weeks: readonly (readonly CalendarDay[])[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

function Days({ weeks, chosen, onChoose }: DaysProps) {
  return (
    <div className="us-agent-days" role="group" aria-label={t('Days')}>
      {weekdayNames().map((name) => (
        <span key={name} className="us-agent-weekday" aria-hidden="true">
          {name}
        </span>
      ))}
      {weeks.flat().map((day) =>
        day.times.length === 0 ? (
          <span key={day.key} className="us-agent-day" aria-hidden="true">
            {day.dayOfMonth}
          </span>
        ) : (
          <button
            key={day.key}
            type="button"
            className="us-agent-day"
            aria-label={`${day.name}, ${day.times.length === 1 ? t('1 time') : t('{0} times', day.times.length)}`}
            aria-pressed={day.key === chosen}
            onClick={() => onChoose(day.key)}
          >
            {day.dayOfMonth}
          </button>
        ),
      )}
    </div>
  )
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** From Monday, in the panel's language. */
function weekdayNames(): readonly string[] {
  const locale = panelLocale()
  if (locale === undefined) return weekdays
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return weekdays.map((_, index) => format.format(Date.UTC(2024, 0, 1 + index)).replace('.', ''))
}

/** Times the browser can't split into days, in the server's words. */
function Labels({ talk, booking, titleId }: BookingCardProps & { readonly titleId: string }) {
  return (
    <>
      <h3 id={titleId}>{t('Meeting times')}</h3>
      <ul className="us-agent-times us-agent-times-wide">
        {booking.slots.map(({ id, label }) => (
          <li key={id}>
            <button type="button" onClick={() => talk.meeting.chooseSlot(id)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
