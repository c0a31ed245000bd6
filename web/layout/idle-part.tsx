import { useEffect, useState, type ComponentType } from 'react'

import { whenIdle } from '../lib/when-idle.ts'

/** A component whose code loads once the page is idle; retried when the network returns. Until then, `Before`. */
export function idlePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Before?: ComponentType<Props>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function IdlePart(props: Props) {
    const [Loaded, setLoaded] = useState(() => known)
    useEffect(() => {
      if (known !== undefined) return undefined
      const end = new AbortController()
      const attempt = async () => {
        const part = await load().catch(() => undefined)
        if (part === undefined) return
        known = part
        if (!end.signal.aborted) setLoaded(() => part)
      }
      const callOff = whenIdle(() => void attempt())
      window.addEventListener('online', () => void attempt(), { signal: end.signal })
      return () => {
        callOff()
        end.abort()
      }
    }, [])
    const Shown = Loaded ?? Before
    return Shown === undefined ? null : <Shown {...props} />
  }
}
