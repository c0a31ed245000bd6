import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { Lead } from '../../lib/lead-calls.ts'
import { RecentActivity } from './recent-activity.tsx'

const lead: Lead = {
  id: 'lead',
  workspace_id: 'workspace',
  source: 'form',
  conversation_id: null,
  demo_id: null,
  demo_name: 'Tour',
  step_id: null,
  card_id: null,
  card_title: '',
  session_id: null,
  email: 'ada@tamsin.example',
  phone: null,
  name: 'Ada',
  fields: [],
  consent_text: null,
  consented_at: null,
  status: 'new',
  created_at: '2026-11-21T09:00:00Z',
  score: null,
  evidence: [],
  meetings: [],
}

test.each<[string, Partial<Lead>]>([
  ['Ada submitted the form in “Tour”', {}],
  ['Ada left contact details in “Tour”', { source: 'talk' }],
  ['Ada asked for a call back in “Tour”', { source: 'talk', fields: [{ label: 'Call back', value: 'Monday 10:00' }] }],
])('says how a lead came: %s', async (text, change) => {
  const screen = await render(
    <MemoryRouter>
      <RecentActivity demos={[]} conversations={[]} leads={[{ ...lead, ...change }]} agents={[]} />
    </MemoryRouter>,
  )
  await expect.element(screen.getByTitle(text)).toHaveTextContent(text)
})
