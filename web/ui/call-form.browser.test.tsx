import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { CallForm } from './call-form.tsx'

test('clears the refusal once the browser reports an invalid field', async () => {
  const screen = await render(
    <CallForm
      submitLabel="Invite"
      busyLabel="Inviting…"
      onSubmit={async () => ({ ok: false, text: 'The invitation was not sent.' })}
    >
      {() => <input name="email" type="email" aria-label="Email" />}
    </CallForm>,
  )
  await screen.getByLabelText('Email').fill('mia@example.com')
  await screen.getByRole('button', { name: 'Invite' }).click()
  await expect.element(screen.getByText('The invitation was not sent.')).toBeVisible()
  await screen.getByLabelText('Email').fill('not an address')
  await screen.getByRole('button', { name: 'Invite' }).click()
  await expect.element(screen.getByText('The invitation was not sent.')).not.toBeInTheDocument()
})
