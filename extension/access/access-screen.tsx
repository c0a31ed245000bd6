import { useState } from 'react'

import { askWorker, type Refusable } from '../messages.ts'
import { requestRecordingAccess, type PlannedRecording } from '../site-access.ts'
import { text } from '../text.ts'

/** Requests access to all sites before the first recording, then starts it. */
export function AccessScreen({ plan }: { readonly plan: PlannedRecording }) {
  const { tabId, url, sessionId } = plan
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function start(recording: Promise<Refusable>): Promise<void> {
    const outcome = await recording.catch((): Refusable => ({
      ok: false,
      sentence: text('notStarted'),
    }))
    if (outcome.ok) await leave()
    else setProblem(outcome.sentence)
  }

  /** The recorded tab, instead of this one. */
  async function leave(): Promise<void> {
    if (tabId === null) return
    await chrome.tabs.update(tabId, { active: true })
    window.close()
  }

  async function recordAll(): Promise<void> {
    // First, because the browser allows the request only during the click.
    const isAllowed = await requestRecordingAccess()
    if (!isAllowed) return setProblem(text('accessRefused'))
    if (tabId !== null) await start(askWorker({ type: 'record-tab', tabId, sessionId }))
    else if (url !== null) await start(recordHere(url))
  }

  async function recordHere(address: string): Promise<Refusable> {
    const own = await chrome.tabs.getCurrent()
    return askWorker({ type: 'record-address', url: address, sessionId, tabId: own?.id ?? null })
  }

  async function act(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setProblem(null)
    await work()
    setBusy(false)
  }

  return (
    <main aria-busy={isBusy}>
      <header>
        <img className="mark" src="../icons/48.png" alt="" width="24" height="24" />
        <h1>{text('accessTitle')}</h1>
      </header>
      <section>
        <p>{text('accessHelp')}</p>
        {problem !== null && <p role="alert">{problem}</p>}
        <div className="actions">
          <button className="primary" autoFocus disabled={isBusy} onClick={() => void act(recordAll)}>
            {text('allowAndRecord')}
          </button>
          {tabId !== null && (
            <button
              disabled={isBusy}
              onClick={() => void act(() => start(askWorker({ type: 'record-tab', tabId, sessionId })))}
            >
              {text('recordSiteOnly')}
            </button>
          )}
        </div>
      </section>
    </main>
  )
}
