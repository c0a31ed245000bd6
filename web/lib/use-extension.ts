import { useEffect, useRef, useState } from 'react'

import { keep, recall } from './json-storage.ts'
import type { ExtensionCheckResponse } from '#protocol/extension-messages.ts'

import { checkExtension, hearExtension } from './extension-client.ts'
import { shareCaptureRules } from './share-capture-rules.ts'

export type ExtensionState = 'checking' | 'installed' | 'missing'

export interface Extension {
  readonly state: ExtensionState
  /** The author has paired this site, so it may start and import recordings. */
  readonly isPaired: boolean
  /** The last result, and the likely result of a running check. */
  readonly wasInstalled: boolean
  /** A repeated check is running; `state` keeps its value. */
  readonly isRechecking: boolean
  readonly checkAgain: () => Promise<void>
}

const installedKey = 'understudy-extension-installed'

/** Spec §4: checking, then installed or not installed on time-out. The author may ask again after installing it. */
export function useExtension(): Extension {
  const [state, setState] = useState<ExtensionState>('checking')
  const [wasInstalled] = useState(() => recall<boolean>(installedKey) === true)
  const [isPaired, setIsPaired] = useState(false)
  const [isRechecking, setIsRechecking] = useState(false)
  const stop = useRef<AbortController>(undefined)

  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    hearExtension((response) => {
      setState('installed')
      setIsPaired(response.isPaired === true)
      // For recordings that the popup starts.
      if (response.isPaired === true) void shareCaptureRules().catch(() => undefined)
    }, controller.signal)
    void checkExtension(controller.signal).then((response) => {
      if (!controller.signal.aborted) setState(kept(response))
    })
    return () => controller.abort()
  }, [])

  async function checkAgain(): Promise<void> {
    const signal = stop.current?.signal
    if (signal === undefined || isRechecking) return
    setIsRechecking(true)
    const response = await checkExtension(signal)
    if (signal.aborted) return
    setState(kept(response))
    setIsRechecking(false)
  }

  return { state, isPaired, wasInstalled, isRechecking, checkAgain }
}

function kept(response: ExtensionCheckResponse | null): ExtensionState {
  const isInstalled = response !== null
  keep(installedKey, isInstalled)
  return isInstalled ? 'installed' : 'missing'
}
