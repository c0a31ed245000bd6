import { editingSurfaceAround } from './editing-surface.ts'
import { centerOf, newAction, type ActionOptions, type StepLog } from './observed-action.ts'
import { isTypedField } from './target-description.ts'

/*
 * Letters pressed outside fields, such as C to compose. They may also be text that the page draws by itself, so a letter is
 * a step only if the page answers it as a command (decision 0101).
 */

/** Apps have answered a key within this time. */
const answeredMs = 400
/** Letters that follow each other faster than this are typed. */
const typedMs = 300
/** Never digits, which people type as PINs. */
const letters = /^[\p{L}/?#![\]]$/u
/** Smaller changes may only mark a row of a list. */
const largeShare = 0.08
const shownBy = new Set(['hidden', 'open', 'aria-hidden', 'aria-expanded', 'aria-checked', 'aria-pressed'])

export function createLetterKeys(
  log: StepLog,
  { isOurs, snapshot, signal }: Pick<ActionOptions, 'isOurs' | 'snapshot' | 'signal'>,
) {
  let lastAt = Number.NEGATIVE_INFINITY
  /** Decides about the last letter from what the page has done so far; false drops it. */
  let settle: ((isCommand: boolean) => void) | null = null

  function press(key: string, focused: Element): void {
    const now = performance.now()
    const isTyped = now - lastAt < typedMs
    lastAt = now
    settle?.(!isTyped)
    if (isTyped || isEdited(focused)) return
    const place = focused === document.body || focused === document.documentElement ? null : focused
    const text = key.toLowerCase() === key ? key.toUpperCase() : `Shift+${key}`
    const action = newAction('key', place, place === null ? null : centerOf(place), { text, taken: snapshot() })
    const records: MutationRecord[] = []
    const observer = new MutationObserver((more) => records.push(...more))
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const end = (isCommand: boolean) => {
      settle = null
      clearTimeout(timer)
      records.push(...observer.takeRecords())
      observer.disconnect()
      const changes = records.filter(({ target }) => !isOurs(target))
      if (isCommand && !changes.some((change) => isTypedText(change, key)) && isAnswer(changes)) log.add(action)
    }
    settle = end
    const timer = setTimeout(() => end(true), answeredMs)
  }

  const finish = () => settle?.(true)
  const listening = { capture: true, passive: true, signal } as const
  // The letter went into a field that the page opened for it, as spreadsheets do.
  window.addEventListener('beforeinput', () => settle?.(false), listening)
  window.addEventListener('pointerdown', finish, listening)
  window.addEventListener('pagehide', finish, listening)
  signal.addEventListener('abort', () => settle?.(false))
  return {
    /** Handles the key if it is a letter pressed outside fields; returns whether it did. */
    take(event: KeyboardEvent, focused: Element): boolean {
      if (!letters.test(event.key) || isTypedField(focused)) return false
      press(event.key, focused)
      return true
    },
    finish,
  }

  /** Something appeared, disappeared or was rebuilt, or a field got the focus. */
  function isAnswer(changes: readonly MutationRecord[]): boolean {
    const focused = document.activeElement
    return (focused !== null && isEdited(focused)) || changes.some(isVisibleChange)
  }
}

/** Whether keys pressed there are text. */
function isEdited(focused: Element): boolean {
  if (focused === document.body || focused === document.documentElement) return document.designMode === 'on'
  return (
    isTypedField(focused) || focused.matches('canvas, [role=application]') || editingSurfaceAround(focused) !== null
  )
}

/** The page shows the letter itself, or hides it as in a password. */
function isTypedText({ type, target, addedNodes }: MutationRecord, key: string): boolean {
  const texts = type === 'characterData' ? [target] : [...addedNodes]
  return texts.some((node) => {
    const text = node.textContent?.trim() ?? ''
    return text === key || hidden.test(text) || (type === 'characterData' && text.endsWith(key))
  })
}

const hidden = /^[•●∙·*]+$/

function isVisibleChange({ type, target, attributeName, addedNodes, removedNodes }: MutationRecord): boolean {
  if (type === 'childList') return [...addedNodes, ...removedNodes].some((node) => node instanceof Element)
  if (type !== 'attributes' || !(target instanceof Element)) return false
  if (shownBy.has(attributeName ?? '')) return true
  if (attributeName !== 'class' && attributeName !== 'style') return false
  const { width, height } = target.getBoundingClientRect()
  return width * height >= window.innerWidth * window.innerHeight * largeShare
}
