import { expect, test } from 'vitest'

import { routes } from '../../routes.tsx'

test('the design system’s page shows every component of web/ui', () => {
  const shown = Object.values(
    import.meta.glob<string>(['./*.tsx', '../../pages/ui-page.tsx'], { query: '?raw', import: 'default', eager: true }),
  ).join('\n')
  const components = Object.keys(import.meta.glob(['../../ui/*.tsx', '!../../ui/*.test.tsx']))
  // A component's own pieces come with it.
  const pieces = [
    'menu-popup',
    'toast-region',
    'captcha',
    'outbox-notice',
    'resend-form',
    'confirm-address',
    'use-image-intake',
    'sign-in-stage',
    'record-form',
  ]
  const missing = components
    .map((path) => path.split('/').at(-1) ?? '')
    .filter((file) => !shown.includes(`/ui/${file}'`) && !pieces.some((piece) => file.startsWith(`${piece}.`)))
  expect(missing).toEqual([])
})

test('has a route in development', () => {
  expect(JSON.stringify(routes)).toContain('"/ui"')
})
