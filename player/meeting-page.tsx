import { initialsOf } from '#domain/initials.ts'
import type { MeetingPageInput } from '#protocol/player-page.ts'

import { cityOf, offsetOf, startInWords } from './agent/meeting-calendar.ts'
import { MeetingTimes } from './meeting-times.tsx'

type Meeting = NonNullable<MeetingPageInput['meeting']>
type MeetingPageProps = MeetingPageInput & { readonly meeting: Meeting }

/** A visitor's own meeting, by the link in their email. Plain forms, so it works without script. */
export function MeetingPage(page: MeetingPageProps) {
  const { meeting, brand, notice, isMoving } = page
  const { state } = meeting
  return (
    <main className="us-booked">
      <div className="us-booked-column">
        {brand.logoUrl === null ? (
          <p className="us-booked-organiser">
            <span aria-hidden="true">{initialsOf(meeting.organiser)}</span>
            {meeting.organiser}
          </p>
        ) : (
          <img className="us-booked-logo" src={brand.logoUrl} alt="" />
        )}
        <div className="us-booked-card" data-state={state}>
          {notice !== null && !isMoving && <p role="status">{notice}</p>}
          <Head meeting={meeting} zone={page.zone} />
          {state === 'ahead' && <Ways meeting={meeting} />}
          {meeting.demoUrl !== null && (
            <p className="us-booked-ways">
              <a className="us-move us-move-next" href={meeting.demoUrl}>
                Watch the demo again
              </a>
            </p>
          )}
          {state === 'ahead' && (
            <div className="us-booked-changes">
              <details name="change" open={isMoving}>
                <summary>Reschedule</summary>
                <MeetingTimes {...page} />
              </details>
              <details name="change">
                <summary>Cancel</summary>
                <form method="post">
                  <input type="hidden" name="action" value="cancel" />
                  <p>Everyone invited gets an email that removes it from their calendar.</p>
                  <button className="us-move">Cancel the meeting</button>
                </form>
              </details>
            </div>
          )}
        </div>
      </div>
    </main>
  )
}

function Head({ meeting, zone }: { readonly meeting: Meeting; readonly zone: string }) {
  const { state, startUtc, endUtc, organiser, demoName } = meeting
  const start = startInWords(startUtc, zone, 'en-GB')
  const offset = offsetOf(zone, startUtc)
  const city = offset === null ? cityOf(zone) : `${cityOf(zone)} (${offset})`
  const hours = `${start?.time ?? ''}–${startInWords(endUtc, zone, 'en-GB')?.time ?? ''}, ${city}`
  const minutes = Math.round((Date.parse(endUtc) - Date.parse(startUtc)) / 60_000)
  return (
    <div className="us-booked-head">
      <div className="us-booked-sheet" aria-hidden="true">
        <span>{start?.month}</span>
        <b>{start?.day.dayOfMonth}</b>
        <span>{start?.day.weekday.slice(0, 3)}</span>
      </div>
      <div>
        <h1>{titles[state].replace('…', organiser)}</h1>
        <p className="us-booked-when">
          {/* The sheet shows the day. */}
          <span className="us-hidden">{`${start?.day.name ?? ''}, `}</span>
          {state === 'cancelled' ? <s>{hours}</s> : hours}
        </p>
        <p className="us-booked-about">{`${minutes} minutes · About “${demoName}”`}</p>
      </div>
    </div>
  )
}

/** Links to join the call and to add the meeting to a calendar. */
function Ways({ meeting }: { readonly meeting: Meeting }) {
  const link = /https?:\/\/\S+/.exec(meeting.place)?.[0]
  const words = meeting.place
    .replace(link ?? '', '')
    .replace(/[\s,:;]+$/u, '')
    .trim()
  return (
    <>
      {words !== '' && <p className="us-booked-place">{words}</p>}
      <p className="us-booked-ways">
        {link !== undefined && (
          <a className="us-move us-move-next" href={link} rel="noreferrer">
            Join the call
          </a>
        )}
        <a className="us-move" href={meeting.calendarUrl} download="invite.ics">
          Add to calendar
        </a>
      </p>
    </>
  )
}

const titles = {
  ahead: 'Your meeting with …',
  cancelled: 'Your meeting with … was cancelled',
  over: 'Your meeting with … is over',
} as const
