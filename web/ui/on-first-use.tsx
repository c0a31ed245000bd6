import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

import { showToast } from './toast-store.ts'

export interface Openable {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export interface LateComponent<P> {
  (props: P): React.ReactNode
  /** Fetches the code ahead of its first use: on hover, or when the page is idle. */
  readonly prefetch: () => void
}

const retryMs = 5_000

/**
 * A dialog or menu whose code loads on first use, and which stays mounted for its closing animation. If loading fails, it
 * shows a toast and closes instead of crashing the page; required ones retry.
 */
export function onFirstUse<P extends Openable>(load: () => Promise<ComponentType<P>>): LateComponent<P> {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<void> | undefined

  function fetchOnce(): Promise<void> {
    loading ??= load().then(
      (component) => {
        Loaded = component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function OnFirstUse(props: P) {
    const { isOpen } = props
    const [isThere, setIsThere] = useState(Loaded !== undefined)
    const [wasOpened, setWasOpened] = useState(isOpen)
    const [attempt, setAttempt] = useState(1)
    if (isOpen && !wasOpened) setWasOpened(true)
    const giveUp = useEffectEvent(() => {
      if (attempt > 1) return
      showToast({ text: 'This could not be loaded. Check your connection and try again.', tone: 'danger' })
      props.onOpenChange(false)
    })

    useEffect(() => {
      if (!isOpen || isThere) return
      let isWanted = true
      let timer: ReturnType<typeof setTimeout> | undefined
      fetchOnce().then(
        () => isWanted && setIsThere(true),
        () => {
          if (!isWanted) return
          giveUp()
          timer = setTimeout(() => setAttempt(attempt + 1), retryMs)
        },
      )
      return () => {
        isWanted = false
        clearTimeout(timer)
      }
    }, [isOpen, isThere, attempt])

    return isThere && wasOpened && Loaded !== undefined ? <Loaded {...props} /> : null
  }

  return Object.assign(OnFirstUse, { prefetch: () => void fetchOnce().catch(() => undefined) })
}
