import { useState } from 'react'

import { parseHome } from '../home.ts'
import { askWorker, type Refusable, type RuntimeMessage } from '../messages.ts'
import { pdfSentence, unrecordableSentence } from '../recordable-page.ts'
import { hasRecordingAccess, openAccessPage, requestHomeAccess } from '../site-access.ts'
import { text } from '../text.ts'
import { ConnectionSection } from './connection-section.tsx'
import type { CurrentTab } from './current-tab.ts'
import { RecordingSection } from './recording-section.tsx'
import { useExtensionStatus } from './use-extension-status.ts'
import { WaitingSection } from './waiting-section.tsx'

/** Sends a button's message; the popup shows the refusal. */
export type Act = (message: Extract<RuntimeMessage, { type: PopupAction }>) => Promise<void>

type PopupAction =
  | 'undo-last-step'
  | 'redo-step'
  | 'set-paused'
  | 'finish-recording'
  | 'connect'
  | 'pair'
  | 'unpair'
  | 'record-tab'
  | 'open-import'
  | 'discard'

export function PopupScreen() {
  const [state, refresh] = useExtensionStatus()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const act: Act = async (message) => {
    setBusy(true)
    setProblem(null)
    try {
      if (message.type === 'connect' && !(await mayConnect(message.home))) {
        setProblem(text('siteRefused'))
        return setBusy(false)
      }
      if (message.type === 'record-tab' && !(await hasRecordingAccess())) {
        await openAccessPage({ url: null, ...message })
        return window.close()
      }
      const outcome: Refusable = await askWorker(message)
      if (!outcome.ok) setProblem(outcome.sentence)
      // Show the page instead of the popup.
      else if (message.type === 'record-tab') await showTab(message.tabId)
    } catch {
      setProblem(text('somethingWrong'))
    }
    await refresh().catch(() => {})
    setBusy(false)
  }

  return (
    <main aria-busy={isBusy || state === null}>
      <header>
        <Mark />
        <h1>Understudy</h1>
      </header>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {state !== null && (
        <>
          {state.status.active === null ? (
            <StartSection tab={state.tab} isBusy={isBusy} act={act} />
          ) : (
            <RecordingSection recording={state.status.active} isBusy={isBusy} act={act} />
          )}
          <WaitingSection
            recordings={state.status.waiting}
            resumableTabId={state.status.active === null && sentenceFor(state.tab) === null ? state.tab?.id : undefined}
            isBusy={isBusy}
            act={act}
          />
          <ConnectionSection
            home={state.status.home}
            isPaired={state.status.isPaired}
            hasHomeAccess={state.status.hasHomeAccess}
            tab={state.tab}
            isBusy={isBusy}
            act={act}
          />
        </>
      )}
    </main>
  )
}

function StartSection(props: { tab: CurrentTab | null; isBusy: boolean; act: Act }) {
  const { tab, isBusy, act } = props
  const sentence = sentenceFor(tab)
  return (
    <section>
      {sentence === null && tab !== null ? (
        <>
          <p>{text('startHelp')}</p>
          <button
            className="primary"
            disabled={isBusy}
            onClick={() => void act({ type: 'record-tab', tabId: tab.id, sessionId: null })}
          >
            {text('startRecording')}
          </button>
        </>
      ) : (
        <p>{sentence}</p>
      )}
    </section>
  )
}

function sentenceFor(tab: CurrentTab | null): string | null {
  return tab?.isPdf ? pdfSentence : unrecordableSentence(tab?.url)
}

/** The service worker refuses invalid addresses. */
async function mayConnect(address: string): Promise<boolean> {
  const home = parseHome(address)
  return home === null || requestHomeAccess(home)
}

async function showTab(tabId: number): Promise<void> {
  await chrome.tabs.update(tabId, { active: true })
  const own = await chrome.tabs.getCurrent()
  if (own === undefined) window.close()
}

function Mark() {
  return <img className="mark" src="../icons/48.png" alt="" width="24" height="24" />
}
