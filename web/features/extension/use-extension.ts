import { useEffect, useRef, useState } from 'react'

import { keep, recall } from '../../lib/json-storage.ts'
import { checkExtension } from './extension-client.ts'

export type ExtensionState = 'checking' | 'installed' | 'missing'

export interface Extension {
  readonly state: ExtensionState
  /** What it was last time: what a check that is under way will likely say. */
  readonly wasInstalled: boolean
  /** A repeated check is under way; meanwhile `state` stays what it was. */
  readonly isRechecking: boolean
  readonly checkAgain: () => Promise<void>
}

const installedKey = 'understudy-extension-installed'

/** Spec §4: checking, then installed or not installed on time-out. The author may ask again after installing it. */
export function useExtension(): Extension {
  const [state, setState] = useState<ExtensionState>('checking')
  const [wasInstalled] = useState(() => recall<boolean>(installedKey) === true)
  const [isRechecking, setIsRechecking] = useState(false)
  const stop = useRef<AbortController>(undefined)

  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    void checkExtension(controller.signal).then((isInstalled) => {
      if (!controller.signal.aborted) setState(kept(isInstalled))
    })
    return () => controller.abort()
  }, [])

  async function checkAgain(): Promise<void> {
    const signal = stop.current?.signal
    if (signal === undefined || isRechecking) return
    setIsRechecking(true)
    const isInstalled = await checkExtension(signal)
    if (signal.aborted) return
    setState(kept(isInstalled))
    setIsRechecking(false)
  }

  return { state, wasInstalled, isRechecking, checkAgain }
}

function kept(isInstalled: boolean): ExtensionState {
  keep(installedKey, isInstalled)
  return isInstalled ? 'installed' : 'missing'
}
