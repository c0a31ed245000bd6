import { createLetterKeys } from './letter-keys.ts'
import { centerOf, isFromUs, newAction, type ActionOptions, type StepLog } from './observed-action.ts'
import { anyShadowRootOf } from './shadow-tree.ts'
import { activationTarget, isTypedField } from './target-description.ts'

/** Shortcuts that select, copy or move the caret count as typing. */
const editingKeys = new Set(['a', 'c', 'v', 'x', 'y', 'z', 'Backspace', 'Delete', 'Home', 'End'])
/** Apps clear a sent message within this time. */
const sentMs = 100
/** Apps have reacted to a key within this time. */
const movedMs = 50
const moves = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/
const items =
  'input[type=radio], [role=radio], [role=tab], [role=option], [role=treeitem], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]'
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
export function observeKeys(log: StepLog, options: Pick<ActionOptions, 'isOurs' | 'snapshot' | 'signal'>): void {
  const { isOurs, snapshot, signal } = options
  const letterKeys = createLetterKeys(log, options)

  function handleKeyDown(event: KeyboardEvent): void {
    const focused = event.composedPath()[0]
    if (!event.isTrusted || event.repeat || event.isComposing || !(focused instanceof Element)) return
    if (isFromUs(event, isOurs) || modifiers.has(event.key)) return
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    const item = itemOf(focused)
    const isTyping = isTypedField(focused)
    if (!hasModifier && letterKeys.take(event, focused)) return
    letterKeys.finish()
    if (!hasModifier && item !== focused && (event.key === 'Enter' || (event.key === ' ' && !isTyping))) {
      return log.add(newAction('click', item, centerOf(item)))
    }
    if (!hasModifier && !isTyping && moves.test(event.key) && item.matches(items)) return addIfChosen(item)
    const shortcut = shortcutOf(event, focused)
    if (shortcut !== null) {
      const place = focused === document.body || focused === document.documentElement ? null : focused
      log.add(newAction('key', place, place === null ? null : centerOf(place), { text: shortcut }))
    } else if (event.key === 'Enter' && !event.shiftKey && isMultiLine(focused)) {
      addIfSent(event, focused)
    } else if (!hasModifier && isActivation(focused, event.key)) {
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

  /** Moving through a menu, list or tree isn't a step unless it chooses, opens or closes something. */
  function addIfChosen(item: Element): void {
    const before = { taken: snapshot(), at: Date.now() }
    const wasOpen = item.getAttribute('aria-expanded')
    setTimeout(() => {
      const next = itemOf(deepestFocus())
      const isStep = next === item ? next.getAttribute('aria-expanded') !== wasOpen : isChosen(next)
      if (isStep) log.add(newAction('click', next, centerOf(next), before))
    }, movedMs)
  }

  window.addEventListener('keydown', handleKeyDown, { capture: true, passive: true, signal })
}

/** What the keys work on: the focused element, or the item of its list that it points to. */
function itemOf(focused: Element): Element {
  const root = focused.getRootNode()
  const id = focused.getAttribute('aria-activedescendant') ?? ''
  const item = root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null
  return item?.checkVisibility() === true ? item : focused
}

function deepestFocus(): Element {
  let focused = document.activeElement ?? document.body
  for (let at: Element | null = focused; at !== null; at = anyShadowRootOf(at)?.activeElement ?? null) focused = at
  return focused
}

function isChosen(item: Element): boolean {
  if (!item.matches(items) || item.closest('[aria-multiselectable=true]') !== null) return false
  return item.matches(':checked, [aria-checked=true], [aria-selected=true]')
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
