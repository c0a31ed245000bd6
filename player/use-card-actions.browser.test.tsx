import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { newCard } from '#domain/card.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import type { PlayerMove } from './player-state.ts'
import { useCardActions } from './use-card-actions.ts'

test('a form in a preview is sent nowhere, and lets the author on', async () => {
  const shown = { widthPx: 1000, heightPx: 600 }
  const card = newCard({ id: 'form', stepId: 'a', type: 'lead', position: 1, shown })
  const demo = { steps: [{ id: 'a' }], cards: [card] } as unknown as PlayerDemo
  const visit = vi.fn<(move: PlayerMove) => void>()
  const passGate = vi.fn<(cardId: string) => void>()
  const Preview = () => {
    const { actions } = useCardActions(demo, null, undefined, visit, passGate)
    return <button onClick={() => actions.onFollow(card)}>{actions.onSendLead === null ? 'Go on' : 'Send'}</button>
  }
  const screen = await render(<Preview />)
  await screen.getByRole('button', { name: 'Go on' }).click()
  expect(passGate).toHaveBeenCalledWith('form')
  expect(visit).toHaveBeenCalledWith({ type: 'next' })
})
