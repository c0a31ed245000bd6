import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { useChangeParams } from './use-address-params.ts'

function Filters() {
  const changeStatus = useChangeParams()
  const changeOrder = useChangeParams()
  return (
    <button
      onClick={() => {
        changeStatus({ status: 'open', page: null })
        changeOrder({ sort: 'name' })
        changeStatus({ status: 'closed' })
      }}
    >
      Filter
    </button>
  )
}

test('keeps every one of several changes before the router shows the first', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Filters }], { initialEntries: ['/?q=a&page=2'] })
  const screen = await render(<RouterProvider router={router} />)
  await screen.getByText('Filter').click()
  await expect.poll(() => router.state.location.search).toBe('?q=a&status=closed&sort=name')
  // Afterwards, changes start from the new address.
  await router.navigate('/?q=b')
  await screen.getByText('Filter').click()
  await expect.poll(() => router.state.location.search).toBe('?q=b&status=closed&sort=name')
})
