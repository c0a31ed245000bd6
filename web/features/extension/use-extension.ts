import { useEffect, useState } from 'react'

import { checkExtension } from './extension-client.ts'

export type ExtensionState = 'checking' | 'installed' | 'missing'

/** Spec §4: checking, then installed or not installed on time-out. */
export function useExtension(): ExtensionState {
  const [state, setState] = useState<ExtensionState>('checking')
  useEffect(() => {
    const stop = new AbortController()
    void checkExtension(stop.signal).then((isInstalled) => {
      if (!stop.signal.aborted) setState(isInstalled ? 'installed' : 'missing')
    })
    return () => stop.abort()
  }, [])
  return state
}
