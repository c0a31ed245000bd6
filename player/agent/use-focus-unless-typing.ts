import { useLayoutEffect, type RefObject } from 'react'

/** Moves focus to new content, unless the visitor is typing or focusing would open a phone's keyboard. */
export function useFocusUnlessTyping(target: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document
    const isTyping = activeElement instanceof HTMLInputElement && activeElement.value !== ''
    const opensKeyboard = target.current instanceof HTMLInputElement && isTouch()
    if (!isTyping && !opensKeyboard) focusHere(target.current)
  }, [target])
}

/** Only inside a focused document: a chat in another page's frame must not steal focus. */
export function focusHere(element: HTMLElement | null): void {
  if (document.hasFocus()) element?.focus()
}

export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
