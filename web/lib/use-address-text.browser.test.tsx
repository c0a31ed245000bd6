import { createMemoryRouter, RouterProvider, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { useAddressText } from './use-address-text.ts'

function Search() {
  const [text, setText] = useAddressText('q')
  const navigate = useNavigate()
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <button onClick={() => void navigate('/?q=other&page=2')}>Elsewhere</button>
    </>
  )
}

test('keeps typed text, updates the URL, and follows navigation', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Search }], { initialEntries: ['/?q=mller&page=1'] })
  const screen = await render(<RouterProvider router={router} />)
  const field = screen.getByLabelText('Search')
  await userEvent.click(field)
  await userEvent.keyboard('{Home}{ArrowRight}ü{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}.example')
  await expect.element(field).toHaveValue('müller.example')
  await expect.poll(() => router.state.location.search).toBe(`?q=${encodeURIComponent('müller.example')}&page=1`)
  await expect.element(field).toHaveValue('müller.example')
  await screen.getByText('Elsewhere').click()
  await expect.element(field).toHaveValue('other')
  await userEvent.clear(field)
  await expect.poll(() => router.state.location.search).toBe('?page=2')
})
