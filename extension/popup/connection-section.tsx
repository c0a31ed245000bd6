import { useState } from 'react'

import type { CurrentTab } from './current-tab.ts'
import type { Act } from './popup-screen.tsx'

/** Which Understudy gets the recordings. Only pages of that address may ask for them. */
export function ConnectionSection(props: { home: string; tab: CurrentTab | null; isBusy: boolean; act: Act }) {
  const { home, tab, isBusy, act } = props
  const [typed, setTyped] = useState<string | null>(null)
  const tabOrigin = tab?.isUnderstudy === true && tab.url !== undefined ? new URL(tab.url).origin : null

  async function connect(address: string): Promise<void> {
    await act({ type: 'connect', home: address })
    setTyped(null)
  }

  return (
    <section className="connection">
      {tabOrigin !== null && tabOrigin !== home && (
        <div className="offer">
          <p>This tab shows an Understudy that is not connected.</p>
          <button className="primary" disabled={isBusy} onClick={() => void connect(tabOrigin)}>
            Connect to this site
          </button>
        </div>
      )}
      {typed === null ? (
        <p className="quiet">
          Connected to{' '}
          <a href={home} target="_blank" rel="noreferrer">
            {home.replace(/^https?:\/\//, '')}
          </a>{' '}
          <button className="link" onClick={() => setTyped(home)}>
            Change
          </button>
        </p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void connect(typed)
          }}
        >
          <label htmlFor="home">Understudy address</label>
          <input
            id="home"
            autoFocus
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="actions">
            <button disabled={isBusy} type="submit">
              Connect
            </button>
            <button type="button" onClick={() => setTyped(null)}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </section>
  )
}
