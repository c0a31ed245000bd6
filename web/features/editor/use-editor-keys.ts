import { useEffect, useEffectEvent } from 'react'

import { isTyping } from '../../lib/use-viewer-keys.ts'
import { actionForKey, type EditorContext } from './editor-actions.ts'

/** The editor's keys, anywhere except in a dialog; Escape cancels. */
export function useEditorKeys(context: EditorContext, isOn: boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || isInDialog(event.target)) return
    const action = actionForKey(event, isTyping(event.target))
    if (action === undefined) {
      if (event.key !== 'Escape') return
      if (context.state.tool !== null) context.dispatch({ type: 'put-tool-down' })
      else if (context.state.selectedCardId !== null) context.dispatch({ type: 'select-card', id: null })
      return
    }
    event.preventDefault()
    if (action.isEnabled(context)) action.run(context)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Keys typed in a field don't control the editor. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null
}
