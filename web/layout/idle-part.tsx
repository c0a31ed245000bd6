import { useEffect, useState, type ComponentType } from 'react'

import { whenIdle } from '../lib/when-idle.ts'

/** A component whose code loads once the page is idle; tried again when the network is back. */
export function idlePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function IdlePart(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>()
    useEffect(() => {
      const end = new AbortController()
      const attempt = async () => {
        const part = await load().catch(() => undefined)
        if (part !== undefined && !end.signal.aborted) setLoaded(() => part)
      }
      const callOff = whenIdle(() => void attempt())
      window.addEventListener('online', () => void attempt(), { signal: end.signal })
      return () => {
        callOff()
        end.abort()
      }
    }, [])
    return Loaded === undefined ? null : <Loaded {...props} />
  }
}
