import { centerOf, isFromUs, newAction, type ActionOptions, type StepLog } from './observed-action.ts'
import { activationTarget, isTypedField } from './target-description.ts'

/** Shortcuts that select, copy or move the caret count as typing. */
const editingKeys = new Set(['a', 'c', 'v', 'x', 'y', 'z', 'Backspace', 'Delete', 'Home', 'End'])
const namedKeys = /^(?:Escape|F\d{1,2}|ContextMenu)$/
const modifiers = new Set([
  'Control',
  'Shift',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
])

/** Reports shortcuts and controls used with the keyboard, never keys that type text. */
export function observeKeys(log: StepLog, { isOurs, signal }: Pick<ActionOptions, 'isOurs' | 'signal'>): void {
  function handleKeyDown(event: KeyboardEvent): void {
    const focused = event.composedPath()[0]
    if (!event.isTrusted || event.repeat || event.isComposing || !(focused instanceof Element)) return
    if (isFromUs(event, isOurs) || modifiers.has(event.key)) return
    const shortcut = shortcutOf(event, focused)
    if (shortcut !== null) {
      const place = focused === document.body || focused === document.documentElement ? null : focused
      log.add(newAction('key', place, place === null ? null : centerOf(place), { text: shortcut }))
    } else if (event.key === 'Enter' && !event.shiftKey && focused instanceof HTMLTextAreaElement) {
      const enter = newAction('key', focused, centerOf(focused), { text: 'Enter' })
      // Enter types a line break unless the page uses it to send the message.
      setTimeout(() => event.defaultPrevented && log.add(enter))
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && isActivation(focused, event.key)) {
      log.add(newAction('click', focused, centerOf(focused)))
    }
  }

  window.addEventListener('keydown', handleKeyDown, { capture: true, passive: true, signal })
}

/** `Ctrl+K`, `Escape`, or Enter in a field; null for keys that type, move the caret or press a control. */
function shortcutOf(event: KeyboardEvent, focused: Element): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const isField = isTypedField(focused)
  const isTyped = isField || (focused instanceof HTMLElement && focused.isContentEditable)
  const isMac = navigator.userAgent.includes('Macintosh')
  // AltGr, and Option on a Mac, type characters.
  if (event.getModifierState('AltGraph') || (isMac && altKey && !ctrlKey && !metaKey)) return null
  const hasModifier = ctrlKey || metaKey || altKey
  if (!hasModifier) {
    if (key === 'Enter' && focused instanceof HTMLInputElement && isField) return 'Enter'
    return namedKeys.test(key) ? key : null
  }
  if (isTyped && (editingKeys.has(key) || editingKeys.has(key.toLowerCase()) || key.startsWith('Arrow'))) return null
  return [
    ctrlKey ? 'Ctrl' : '',
    metaKey ? (isMac ? 'Cmd' : 'Meta') : '',
    altKey ? 'Alt' : '',
    shiftKey ? 'Shift' : '',
    key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key,
  ]
    .filter((part) => part !== '')
    .join('+')
}

/** Whether the key triggers the focused control. */
function isActivation(focused: Element, key: string): boolean {
  if ((key !== 'Enter' && key !== ' ') || isTypedField(focused)) return false
  const control = activationTarget(focused)
  const isControl = control === focused && control.matches('a, area, button, input, summary, option, [role]')
  if (!isControl) return false
  return key === 'Enter' ? !focused.matches('input[type=checkbox], input[type=radio]') : !focused.matches('a, area')
}
