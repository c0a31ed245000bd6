import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { TrustedProxyNotice } from './trusted-proxy-notice.tsx'

test('names the setting to add, and stays dismissed until it changes', async () => {
  localStorage.clear()
  const screen = await render(<TrustedProxyNotice setting="TRUSTED_PROXY=172.18.0.2" />)
  await expect.element(screen.getByText('TRUSTED_PROXY=172.18.0.2')).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(screen.getByText('All visitors are counted as one.')).not.toBeInTheDocument()
  await screen.unmount()

  const again = await render(<TrustedProxyNotice setting="TRUSTED_PROXY=172.18.0.2" />)
  await expect.element(again.getByText('All visitors are counted as one.')).not.toBeInTheDocument()
  await again.unmount()
  const other = await render(<TrustedProxyNotice setting="TRUSTED_PROXY=172.18.0.3" />)
  await expect.element(other.getByText('TRUSTED_PROXY=172.18.0.3')).toBeVisible()
})
