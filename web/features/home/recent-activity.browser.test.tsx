import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { ListedConversation } from '../../lib/conversation-calls.ts'
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

const talk: ListedConversation = {
  id: 'talk 1',
  demo_id: 'demo',
  agent_id: null,
  mode: 'text',
  language: 'en',
  started_at: '2026-11-21T09:03:00Z',
  ended_at: null,
  end_reason: null,
  turn_count: 0,
  outcomes: {},
  facts: [],
  score: null,
  evidence: [],
  done_at: null,
  demoName: 'Tour',
  firstQuestion: null,
  lastTurn: null,
  live: null,
}

test('shows visitors who did the same as one line, up to the next event', async () => {
  const conversations: readonly ListedConversation[] = [
    talk,
    { ...talk, id: 'talk 2', started_at: '2026-11-21T09:02:00Z' },
    { ...talk, id: 'talk 3', started_at: '2026-11-21T09:01:00Z', firstQuestion: 'What does it cost?' },
    { ...talk, id: 'talk 4', started_at: '2026-11-21T09:00:30Z', firstQuestion: 'What does it cost?' },
    { ...talk, id: 'talk 5', started_at: '2026-11-21T09:00:00Z' },
  ]
  const screen = await render(
    <MemoryRouter>
      <RecentActivity demos={[]} conversations={conversations} leads={[]} agents={[]} />
    </MemoryRouter>,
  )
  await expect
    .element(screen.getByTitle('2 visitors opened the agent in “Tour”'))
    .toHaveTextContent('2 visitors opened the agent in “Tour”')
  const links = screen.getByRole('link')
  await expect.element(links.nth(0)).toHaveAttribute('href', '/dashboard/conversations')
  await expect.element(screen.getByTitle('2 visitors asked “What does it cost?”')).toBeVisible()
  await expect.element(links.nth(1)).toHaveAttribute('href', '/dashboard/conversations')
  await expect.element(links.nth(2)).toHaveAttribute('href', '/dashboard/conversations/talk 5')
  await expect.element(screen.getByTitle('A visitor opened the agent in “Tour”')).toBeVisible()
})
