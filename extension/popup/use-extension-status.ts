import { useCallback, useEffect, useState } from 'react'

import { askWorker, type ExtensionStatus } from '../messages.ts'
import { readCurrentTab, type CurrentTab } from './current-tab.ts'

export interface PopupState {
  readonly status: ExtensionStatus
  readonly tab: CurrentTab | null
}

/** How often an open popup refreshes: clicks happen in another window while it is open as a tab. */
const refreshMs = 1_000

/** Null until loaded; also returns a reload function. */
export function useExtensionStatus(): readonly [PopupState | null, () => Promise<void>] {
  const [state, setState] = useState<PopupState | null>(null)

  const refresh = useCallback(async () => {
    const [status, tab] = await Promise.all([askWorker({ type: 'read-status' }), readCurrentTab()])
    setState({ status, tab })
  }, [])

  useEffect(() => {
    const readAgain = () => void refresh().catch(() => {})
    readAgain()
    const timer = setInterval(readAgain, refreshMs)
    void readCurrentTab()
      .then(async (tab) => {
        if (tab !== null) await askWorker({ type: 'popup-opened', tabId: tab.id })
      })
      .catch(() => {})
    return () => clearInterval(timer)
  }, [refresh])

  return [state, refresh]
}
