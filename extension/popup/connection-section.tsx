import { pairingCodeDigits } from '#protocol/extension-messages.ts'
import { useState } from 'react'

import type { CurrentTab } from './current-tab.ts'
import type { Act } from './popup-screen.tsx'

export interface ConnectionSectionProps {
  readonly home: string
  readonly isPaired: boolean
  readonly hasHomeAccess: boolean
  readonly tab: CurrentTab | null
  readonly isBusy: boolean
  readonly act: Act
}

/** The installation that receives recordings. Only paired pages of that address may request them. */
export function ConnectionSection({ home, isPaired, hasHomeAccess, tab, isBusy, act }: ConnectionSectionProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const tabOrigin = tab?.isUnderstudy === true && tab.url !== undefined ? new URL(tab.url).origin : null

  async function connect(address: string): Promise<void> {
    await act({ type: 'connect', home: address })
    setTyped(null)
  }

  return (
    <section className="connection">
      {tabOrigin !== null && (tabOrigin !== home || !hasHomeAccess) && (
        <div className="offer">
          <p>You are not connected to the Understudy site in this tab.</p>
          <button className="primary" disabled={isBusy} onClick={() => void connect(tabOrigin)}>
            Connect to this site
          </button>
        </div>
      )}
      {typed === null ? (
        <p className="quiet">
          {isPaired ? 'Connected to' : 'Not paired with'}{' '}
          <a href={home} target="_blank" rel="noreferrer">
            {home.replace(/^https?:\/\//, '')}
          </a>{' '}
          <button className="link" onClick={() => setTyped(home)}>
            Change
          </button>
          {isPaired && (
            <button className="link" disabled={isBusy} onClick={() => void act({ type: 'unpair' })}>
              Unpair
            </button>
          )}
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
      {!isPaired && typed === null && <PairingForm home={home} isBusy={isBusy} act={act} />}
    </section>
  )
}

/** A site can't pair itself: the author types the code that it shows. */
function PairingForm({ home, isBusy, act }: Pick<ConnectionSectionProps, 'home' | 'isBusy' | 'act'>) {
  const [code, setCode] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void act({ type: 'pair', code })
      }}
    >
      <label htmlFor="code">Pairing code</label>
      <input
        id="code"
        inputMode="numeric"
        autoComplete="off"
        aria-describedby="code-help"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <p id="code-help" className="quiet">
        Shown in the demo list of{' '}
        <a href={`${home}/dashboard/demos`} target="_blank" rel="noreferrer">
          your Understudy
        </a>
        .
      </p>
      <div className="actions">
        <button disabled={isBusy || code.replace(/\D/g, '').length !== pairingCodeDigits} type="submit">
          Pair
        </button>
      </div>
    </form>
  )
}
