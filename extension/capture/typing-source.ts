import { actionTextMax } from '#domain/step-action.ts'
import { hasSecret } from '#domain/secret-text.ts'

import { editingSurfaceAround, isHiddenSink } from './editing-surface.ts'
import { centerOf, isFromUs, newAction, type ActionOptions, type StepLog } from './observed-action.ts'
import { isPrivateField, ownNamesOf, rememberPrivateFields } from './private-field.ts'
import { activationTarget, isTypedField } from './target-description.ts'

type TypingOptions = Pick<ActionOptions, 'isOurs' | 'privateSelectors' | 'signal'>

interface Typing {
  readonly clickId: string
  readonly field: Element
  readonly wasEmpty: boolean
  readonly wasFilled: boolean
}

/**
 * Makes one step of everything typed into a field. The click into the field becomes that step. Its text is read when
 * the author leaves the field, because the start of a secret doesn't look like one.
 */
export function observeTyping(log: StepLog, { isOurs, privateSelectors, signal }: TypingOptions): void {
  let typing: Typing | null = null
  /** Continues when the author returns to the field. */
  let former: Typing | null = null

  function handleBeforeInput(event: InputEvent): void {
    const field = event.composedPath()[0]
    if (!event.isTrusted || !(field instanceof Element) || isFromUs(event, isOurs)) return
    if (/^(?:history|format)/.test(event.inputType)) return
    // Enter in a single-line field types nothing.
    if (field instanceof HTMLInputElement && event.inputType === 'insertLineBreak') return
    const last = log.last()
    if (typing !== null && isDrawnAnew(typing.field, field)) typing = { ...typing, field }
    if (typing?.field === field && last?.clickId === typing.clickId) return
    finish()
    const isEmpty = readText(field).trim() === ''
    const isFormer = former !== null && (former.field === field || isSurelyDrawnAnew(former.field, field))
    const isResumed = isFormer && former?.clickId === last?.clickId
    // Text typed after a message was sent and the box cleared is a new step.
    const isNext = isResumed && isEmpty && former?.wasFilled === true
    const isInto = isResumed || isClickInto(last?.hit ?? null, field)
    const isSameField = last !== null && (last.kind === 'click' || last.kind === 'type') && isInto
    const step = isSameField && !isNext ? last : newAction('type', field, centerOf(field))
    if (step === last) log.change(step.clickId, { kind: 'type' })
    else log.add(step)
    const wasEmpty = isResumed && !isNext ? former?.wasEmpty === true : isEmpty
    typing = { clickId: step.clickId, field, wasEmpty, wasFilled: false }
  }

  function finish(): void {
    if (typing === null) return
    const { clickId, field, wasEmpty } = typing
    former = { ...typing, wasFilled: readText(field).trim() !== '' }
    typing = null
    // In an existing document, only the new text was typed.
    const isWholeText = wasEmpty || field instanceof HTMLInputElement
    log.change(clickId, { kind: 'type', text: isWholeText ? publicText(field) : '' })
  }

  function publicText(field: Element): string {
    if (isPrivateField(field, privateSelectors) || isHiddenSink(field)) return ''
    const text = readText(field).trim()
    return text.length > actionTextMax || hasSecret(text) ? '' : text
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === 'Tab' || event.ctrlKey || event.metaKey) finish()
  }

  const capture = { capture: true, passive: true, signal } as const
  rememberPrivateFields(document)
  window.addEventListener('focusin', () => rememberPrivateFields(document), capture)
  window.addEventListener('beforeinput', handleBeforeInput, capture)
  window.addEventListener('keydown', handleKeyDown, capture)
  for (const type of ['pointerdown', 'blur', 'pagehide']) window.addEventListener(type, finish, capture)
  document.addEventListener('visibilitychange', finish, capture)
  signal.addEventListener('abort', finish)
}

/** Some pages replace a field on every key. */
function isDrawnAnew(former: Element, field: Element): boolean {
  return !former.isConnected && former.localName === field.localName && ownNamesOf(former) === ownNamesOf(field)
}

/** Fields without a name look alike, so another one may have been entered. */
function isSurelyDrawnAnew(former: Element, field: Element): boolean {
  return ownNamesOf(former) !== '' && isDrawnAnew(former, field)
}

/** Whether a click there focused the field, also through its label or an editor's rendered lines. */
function isClickInto(hit: Element | null, field: Element): boolean {
  if (hit === null) return false
  if (isSurelyDrawnAnew(activationTarget(hit), field)) return true
  return field.contains(hit) || activationTarget(hit) === field || editingSurfaceAround(hit)?.field === field
}

function readText(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return field instanceof HTMLElement && isTypedField(field) ? field.innerText : ''
}
