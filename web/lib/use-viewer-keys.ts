import { useEffect, useEffectEvent } from 'react'

export interface ViewerKeys {
  readonly onPrevious: () => void
  readonly onNext: () => void
  readonly onNotes?: () => void
  readonly onFullScreen?: () => void
  readonly onPresenterWindow?: () => void
  readonly onLargerNotes?: () => void
  readonly onSmallerNotes?: () => void
  /** While presenting, Page Up and Page Down change the step: what a presenter's remote control sends. */
  readonly isPresenting: boolean
}

/** Spec §2: arrows, N and F; plus ours, anywhere except in text fields and dialogs. */
export function useViewerKeys(keys: ViewerKeys, isOn: boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target)) return
    const action = actionFor(event.key.length === 1 ? event.key.toLowerCase() : event.key, keys)
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    // In the capture phase: the full-screen dialog stops arrow keys from bubbling.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}

function actionFor(key: string, keys: ViewerKeys): (() => void) | undefined {
  switch (key) {
    case 'ArrowLeft':
      return keys.onPrevious
    case 'ArrowRight':
      return keys.onNext
    case 'PageUp':
      return keys.isPresenting ? keys.onPrevious : undefined
    case 'PageDown':
      return keys.isPresenting ? keys.onNext : undefined
    case 'n':
      return keys.onNotes
    case 'f':
      return keys.onFullScreen
    case 'p':
      return keys.onPresenterWindow
    case '+':
    case '=':
      return keys.onLargerNotes
    case '-':
      return keys.onSmallerNotes
    default:
      return undefined
  }
}

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !untyped.has(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Letters do nothing in these. */
const untyped: ReadonlySet<string> = new Set(['radio', 'checkbox', 'button', 'color'])
