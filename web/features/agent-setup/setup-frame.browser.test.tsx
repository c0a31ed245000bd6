import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { SetupFrame, type SetupFrameProps } from './setup-frame.tsx'

const props: SetupFrameProps = {
  title: 'Sales Process',
  step: 1,
  count: 4,
  isBusy: false,
  canGoOn: true,
  problem: null,
  leaveLabel: 'Skip for now',
  onLeave: () => undefined,
  onBack: () => undefined,
  onNext: () => undefined,
  children: null,
}

test('the button says Next Step, Complete Setup or Processing...', async () => {
  const screen = await render(<SetupFrame {...props} />)
  await expect.element(screen.getByRole('progressbar', { name: 'Step 2 of 4' })).toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Next Step' })).toBeEnabled()
  await expect.element(screen.getByRole('button', { name: 'Back' })).toBeEnabled()
  await screen.rerender(<SetupFrame {...props} step={3} />)
  await expect.element(screen.getByRole('button', { name: 'Complete Setup' })).toBeEnabled()
  await screen.rerender(<SetupFrame {...props} step={3} isBusy />)
  await expect.element(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled()
})
