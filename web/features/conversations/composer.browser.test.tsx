import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { Composer } from './composer.tsx'

const pair = {
  id: 'price',
  agent_id: 'agent',
  question: 'What does it cost?',
  variants: [],
  answer: 'Team is $29 per seat and month.',
  objection: null,
  step_id: null,
  is_draft: false,
  created_at: '2026-11-21T12:00:00Z',
}

const composer = (templates: readonly (typeof pair)[]) => (
  <Composer conversationId="talk" isOwn agentName="Leo" templates={templates} onSent={() => undefined} />
)

test('a template is added to what is already written', async () => {
  const screen = await render(composer([pair]))
  const field = screen.getByLabelText('Message to the visitor')
  await field.fill('Good question.')
  await screen.getByRole('button', { name: 'Templates' }).click()
  await screen.getByRole('menuitem', { name: /^What does it cost/ }).click()
  await expect.element(field).toHaveValue('Good question.\nTeam is $29 per seat and month.')
  await expect.element(field).toHaveFocus()
})

test('without answers there are no templates', async () => {
  const screen = await render(composer([]))
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Templates' })).not.toBeInTheDocument()
})
