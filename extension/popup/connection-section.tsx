import { pairingCodeDigits } from '#protocol/extension-messages.ts'
import { useState } from 'react'

import type { CurrentTab } from './current-tab.ts'
import { text } from '../text.ts'
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
          <p>{text('notConnectedHere')}</p>
          <button className="primary" disabled={isBusy} onClick={() => void connect(tabOrigin)}>
            {text('connectHere')}
          </button>
        </div>
      )}
      {typed === null ? (
        <p className="quiet">
          {text(isPaired ? 'connectedTo' : 'notPairedWith')}{' '}
          <a href={home} target="_blank" rel="noreferrer">
            {home.replace(/^https?:\/\//, '')}
          </a>{' '}
          <button className="link" onClick={() => setTyped(home)}>
            {text('change')}
          </button>
          {isPaired && (
            <button className="link" disabled={isBusy} onClick={() => void act({ type: 'unpair' })}>
              {text('unpair')}
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
          <label htmlFor="home">{text('addressLabel')}</label>
          <input
            id="home"
            autoFocus
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="actions">
            <button disabled={isBusy} type="submit">
              {text('connect')}
            </button>
            <button type="button" onClick={() => setTyped(null)}>
              {text('cancel')}
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
      <label htmlFor="code">{text('pairingCode')}</label>
      <input
        id="code"
        inputMode="numeric"
        autoComplete="off"
        aria-describedby="code-help"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <p id="code-help" className="quiet">
        {text('codeHelp')}{' '}
        <a href={`${home}/dashboard/demos`} target="_blank" rel="noreferrer">
          {text('yourUnderstudy')}
        </a>
        .
      </p>
      <div className="actions">
        <button disabled={isBusy || code.replace(/\D/g, '').length !== pairingCodeDigits} type="submit">
          {text('pair')}
        </button>
      </div>
    </form>
  )
}
