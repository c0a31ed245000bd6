import type { User } from '@supabase/supabase-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { EmailSection } from './email-section.tsx'

const user: User = {
  id: 'user',
  email: 'mia@example.com',
  app_metadata: {},
  user_metadata: {},
  aud: 'authenticated',
  created_at: '2026-11-27T10:00:00Z',
}

test.each([
  [true, 'Takes effect at once.'],
  [false, 'Takes effect once you open the link we send there.'],
])('says when a new address takes effect (without proof: %s)', async (isConfirmed, hint) => {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <EmailSection user={user} canConfirm={false} isConfirmed={isConfirmed} />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Change email' }).click()
  await expect.element(screen.getByText(hint)).toBeVisible()
})
