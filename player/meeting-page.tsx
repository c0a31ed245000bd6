import type { MeetingPageInput } from '#protocol/player-page.ts'

type MeetingPageProps = MeetingPageInput & { readonly meeting: NonNullable<MeetingPageInput['meeting']> }

/** A visitor's own meeting, by the link in their email. Plain forms, so it works without script. */
export function MeetingPage({ meeting, days, zone, notice, isMoving }: MeetingPageProps) {
  const { state, sheet } = meeting
  return (
    <main className="us-booked">
      <div className="us-booked-card" data-state={state}>
        <div className="us-booked-head">
          {/* The day is in the text, too. */}
          <div className="us-booked-sheet" aria-hidden="true">
            <span>{sheet.month}</span>
            <b>{sheet.day}</b>
            <span>{sheet.weekday}</span>
          </div>
          <div>
            <p className="us-booked-about">{`About “${meeting.demoName}”`}</p>
            <h1>{titles[state].replace('…', meeting.organiser)}</h1>
          </div>
        </div>
        {notice !== null && <p role="status">{notice}</p>}
        <dl>
          <dt>When</dt>
          <dd>{state === 'cancelled' ? <s>{meeting.when}</s> : meeting.when}</dd>
          {state === 'ahead' && (
            <>
              <dd>
                <a href={meeting.calendarUrl} download="invite.ics">
                  Add to calendar
                </a>
              </dd>
              <dt>Where</dt>
              <dd>
                {/^https?:\/\/\S+$/.test(meeting.place) ? (
                  <a href={meeting.place} rel="noreferrer">
                    {meeting.place}
                  </a>
                ) : (
                  meeting.place
                )}
              </dd>
            </>
          )}
        </dl>
        {state === 'ahead' && (
          <>
            <details open={isMoving}>
              <summary>Reschedule the meeting</summary>
              {days.length === 0 ? (
                <p>No other times are free right now.</p>
              ) : (
                <form method="post">
                  <input type="hidden" name="action" value="move" />
                  <p className="us-booked-about">{`Free times in your time zone, ${zone.replaceAll('_', ' ')}`}</p>
                  <div className="us-booked-days">
                    {days.map(({ day, times }) => (
                      <fieldset key={day}>
                        <legend>{day}</legend>
                        {times.map(({ id, time }) => (
                          <label key={id}>
                            <input type="radio" name="slot" value={id} required />
                            {time}
                          </label>
                        ))}
                      </fieldset>
                    ))}
                  </div>
                  <button className="us-move us-move-next">Reschedule</button>
                </form>
              )}
            </details>
            <details>
              <summary>Cancel the meeting</summary>
              <form method="post">
                <input type="hidden" name="action" value="cancel" />
                <p>Everyone invited gets an email that removes it from their calendar.</p>
                <button className="us-move">Cancel the meeting</button>
              </form>
            </details>
          </>
        )}
      </div>
    </main>
  )
}

const titles = {
  ahead: 'Your meeting with …',
  cancelled: 'Your meeting with … was cancelled',
  over: 'Your meeting with … is over',
} as const
