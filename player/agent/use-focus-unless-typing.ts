import { useLayoutEffect, type RefObject } from 'react'

/** Moves focus to what just appeared, unless something is being typed or the keyboard of a phone would open. */
export function useFocusUnlessTyping(target: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document
    const isTyping = activeElement instanceof HTMLInputElement && activeElement.value !== ''
    const opensKeyboard = target.current instanceof HTMLInputElement && isTouch()
    if (!isTyping && !opensKeyboard) focusHere(target.current)
  }, [target])
}

/** Only inside a focused document: a chat on another page must not steal the visitor's typing. */
export function focusHere(element: HTMLElement | null): void {
  if (document.hasFocus()) element?.focus()
}

export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
