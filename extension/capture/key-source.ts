import { centerOf, isFromUs, newAction, type ActionOptions, type StepLog } from './observed-action.ts'
import { activationTarget, isTypedField } from './target-description.ts'

/** Shortcuts that select, copy or move the caret count as typing. */
const editingKeys = new Set(['a', 'c', 'v', 'x', 'y', 'z', 'Backspace', 'Delete', 'Home', 'End'])
/** Apps clear a sent message within this time. */
const sentMs = 100
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
export function observeKeys(
  log: StepLog,
  { isOurs, snapshot, signal }: Pick<ActionOptions, 'isOurs' | 'snapshot' | 'signal'>,
): void {
  function handleKeyDown(event: KeyboardEvent): void {
    const focused = event.composedPath()[0]
    if (!event.isTrusted || event.repeat || event.isComposing || !(focused instanceof Element)) return
    if (isFromUs(event, isOurs) || modifiers.has(event.key)) return
    const shortcut = shortcutOf(event, focused)
    if (shortcut !== null) {
      const place = focused === document.body || focused === document.documentElement ? null : focused
      log.add(newAction('key', place, place === null ? null : centerOf(place), { text: shortcut }))
    } else if (event.key === 'Enter' && !event.shiftKey && isMultiLine(focused)) {
      addIfSent(event, focused)
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && isActivation(focused, event.key)) {
      log.add(newAction('click', focused, centerOf(focused)))
    }
  }

  /** Enter types a line break unless the page uses it to send the message. */
  function addIfSent(event: KeyboardEvent, field: HTMLElement): void {
    const enter = newAction('key', field, centerOf(field), { text: 'Enter', taken: snapshot() })
    if (field instanceof HTMLTextAreaElement) return void setTimeout(() => event.defaultPrevented && log.add(enter))
    // Rich editors also make line breaks themselves, but only a sent message leaves them empty.
    const isEmpty = () => field.textContent.trim() === ''
    if (!isEmpty()) setTimeout(() => (!field.isConnected || isEmpty()) && log.add(enter), sentMs)
  }

  window.addEventListener('keydown', handleKeyDown, { capture: true, passive: true, signal })
}

function isMultiLine(focused: Element): focused is HTMLElement {
  return focused instanceof HTMLTextAreaElement || (focused instanceof HTMLElement && focused.isContentEditable)
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
