import { useEffect, useEffectEvent } from 'react'

export interface ViewerKeys {
  readonly onPrevious: () => void
  readonly onNext: () => void
  readonly onNotes: () => void
  readonly onFullScreen: () => void
}

/** Spec §2: arrows, N and F, wherever the focus is but in a text field or a dialog. */
export function useViewerKeys(keys: ViewerKeys, isOn: boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target)) return
    const action = {
      ArrowLeft: keys.onPrevious,
      ArrowRight: keys.onNext,
      n: keys.onNotes,
      N: keys.onNotes,
      f: keys.onFullScreen,
      F: keys.onFullScreen,
    }[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    // On the way down: in full screen the dialog keeps arrow keys from coming back up.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
