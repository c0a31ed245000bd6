import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { Lead } from '../../lib/lead-calls.ts'
import { dayHeading, daysLater, meetingDays } from './meeting-days.ts'
import { MeetingList } from './meeting-list.tsx'

const now = new Date()

/** A lead with a meeting at an hour of the day that is `days` after today. */
function leadAt(name: string, days: number, hour: number, place = 'Your office'): Lead {
  const starts = daysLater(days, now)
  starts.setHours(hour)
  return {
    id: name,
    workspace_id: '',
    source: 'form',
    conversation_id: null,
    demo_id: null,
    demo_name: 'Tour',
    step_id: null,
    card_id: null,
    card_title: '',
    session_id: null,
    email: `${name.toLowerCase()}@example.com`,
    phone: null,
    name,
    fields: [{ label: 'COMPANY', value: `${name} & Co` }],
    consent_text: null,
    consented_at: null,
    status: 'new',
    created_at: now.toISOString(),
    score: days === 1 ? 74 : null,
    evidence: [],
    meetings: [
      {
        id: name,
        starts_at: starts.toISOString(),
        ends_at: new Date(starts.getTime() + 1_800_000).toISOString(),
        status: 'booked',
        cancelled_by: null,
        place,
        guests: [],
        organiser_email: 'rosa@example.com',
        demo_name: 'Tour',
        conversation_id: null,
        created_at: now.toISOString(),
        changed_at: now.toISOString(),
      },
    ],
  }
}

test('lists meetings by day, soonest first, and scrolls to the day chosen in the strip', async () => {
  const days = meetingDays([
    leadAt('Later', 20, 9),
    leadAt('Second', 1, 15),
    leadAt('First', 1, 9, 'https://meet.example/a'),
  ])
  const screen = await render(
    <MemoryRouter>
      <MeetingList days={days} chosenId={null} isSample={false} onFocus={() => undefined} />
    </MemoryRouter>,
  )
  const tomorrow = days[0]?.day ?? ''
  expect(dayHeading(tomorrow)).toMatch(/^Tomorrow, /)
  const rows = screen
    .getByRole('link', { name: /& Co/ })
    .elements()
    .map((row) => row.getAttribute('href'))
  expect(rows).toEqual(['First', 'Second', 'Later'].map((id) => `/dashboard/leads/${id}`))
  const join = screen.getByRole('link', { name: 'Join the meeting with First' })
  await expect.element(join).toHaveAttribute('href', 'https://meet.example/a')
  expect(screen.getByRole('link', { name: /^Join/ }).elements()).toHaveLength(1)

  // The one 20 days ahead is beyond the strip.
  expect(screen.getByRole('button').elements()).toHaveLength(1)
  await screen.getByRole('button', { name: `${dayHeading(tomorrow)}, 2 meetings` }).click()
  await expect.element(screen.getByRole('heading', { name: dayHeading(tomorrow) })).toHaveFocus()
})
