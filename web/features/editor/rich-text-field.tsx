import './rich-text-field.css'

import { useEffect, useEffectEvent, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react'

import type { TextLook } from '#domain/text-format.ts'

import { documentRange, drawText, highlight, replacedRange, select, selectedWithin, textOf } from './rich-text-dom.ts'
import { formatText, lookOf, spliceText, type FormattedText, type TextRange } from './text-runs.ts'

export interface RichTextFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly className: string
  readonly style: CSSProperties
  readonly value: FormattedText
  readonly maxLength: number
  /** The last selection here, shown while the focus is elsewhere. Null if another text is being formatted. */
  readonly keptRange: TextRange | null
  /** Edits with the same `typed` are undone together. */
  readonly onChange: (value: FormattedText, typed?: string) => void
  readonly onSelect: (range: TextRange, field: HTMLElement) => void
  readonly onLink: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
}

/**
 * Edits formatted text in place. `beforeinput` describes each change, which is applied to the model and rendered:
 * pasted content becomes plain text, and the DOM holds no state.
 */
export function RichTextField(props: RichTextFieldProps) {
  const { value, keptRange } = props
  const field = useRef<HTMLDivElement>(null)
  const drawn = useRef<FormattedText | null>(null)
  const selected = useRef<TextRange>({ start: value.text.length, end: value.text.length })
  const isComposing = useRef(false)
  const burst = useRef({ count: 0, kind: '', end: -1 })

  /** Renders synchronously: the browser's next event refers to what is shown. */
  function show(next: FormattedText, range: TextRange = selected.current): void {
    const element = field.current
    if (element === null) return
    drawn.current = next
    selected.current = range
    drawText(element, next)
    element.toggleAttribute('data-empty', next.text === '')
    if (document.activeElement === element) select(element, range)
  }

  useLayoutEffect(() => {
    const isShown = drawn.current?.text === value.text && drawn.current.format === value.format
    if (!isShown && !isComposing.current) show({ text: value.text, format: value.format })
  })

  function showKept(): void {
    const element = field.current
    if (element === null || keptRange === null || document.activeElement === element) return
    if (keptRange.start !== keptRange.end) highlight(documentRange(element, keptRange))
  }

  useEffect(() => {
    if (keptRange === null) return
    showKept()
    return () => highlight(null)
  })

  function write(range: TextRange, typed: string): void {
    const { start, end } = range
    const current = drawn.current ?? value
    const room = props.maxLength - (current.text.length - (end - start))
    const inserted = fitting(typed, Math.max(0, room))
    if (inserted === '' && start === end) return
    const next = spliceText(current, range, inserted)
    const caret = start + inserted.length
    show(next, { start: caret, end: caret })
    props.onChange(next, burstOf(range, inserted))
  }

  /** Undo works by word; deletions and edits elsewhere are separate entries. */
  function burstOf({ start, end }: TextRange, inserted: string): string {
    const last = burst.current
    const kind = inserted === '' ? 'delete' : /^\s/.test(inserted) ? 'space' : 'word'
    const isNext = inserted === '' ? end === last.end : start === last.end
    const isSame = isNext && start <= last.end && (kind === last.kind || (last.kind === 'space' && kind === 'word'))
    burst.current = { count: isSame ? last.count : last.count + 1, kind, end: start + inserted.length }
    return `${props.label} ${burst.current.count}`
  }

  const handleBeforeInput = useEffectEvent((event: InputEvent) => {
    // Composed text is only available at the end of the composition.
    if (event.isComposing || /compos/i.test(event.inputType) || field.current === null) return
    event.preventDefault()
    if (event.inputType === 'historyUndo') return props.onUndo()
    if (event.inputType === 'historyRedo') return props.onRedo()
    const range = replacedRange(field.current, event)
    const text = insertedText(event)
    if (range !== null && text !== null) write(range, text)
  })

  const handleComposed = useEffectEvent(() => {
    const element = field.current
    const old = drawn.current
    if (element === null || old === null) return
    const { range, inserted } = difference(old.text, textOf(element))
    drawn.current = spliceText(old, range, inserted)
    selected.current = selectedWithin(element) ?? selected.current
    element.toggleAttribute('data-empty', drawn.current.text === '')
    if (!isComposing.current) show(drawn.current)
    props.onChange(drawn.current, burstOf(range, inserted))
  })

  const handleSelection = useEffectEvent(() => {
    const element = field.current
    if (element === null || document.activeElement !== element) return
    const range = selectedWithin(element)
    if (range === null) return
    selected.current = range
    props.onSelect(range, element)
  })

  useEffect(() => {
    const element = field.current
    if (element === null) return
    const stop = new AbortController()
    const { signal } = stop
    // React's own onBeforeInput is a different event.
    element.addEventListener('beforeinput', (event) => handleBeforeInput(event), { signal })
    element.addEventListener('input', () => isComposing.current && handleComposed(), { signal })
    element.addEventListener('compositionstart', () => (isComposing.current = true), { signal })
    element.addEventListener(
      'compositionend',
      () => {
        isComposing.current = false
        handleComposed()
      },
      { signal },
    )
    document.addEventListener('selectionchange', () => handleSelection(), { signal })
    return () => stop.abort()
  }, [])

  function handleKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const flag = flagKeys[key]
    // The next key may come before selectionchange.
    const range = (field.current && selectedWithin(field.current)) ?? selected.current
    selected.current = range
    if (flag !== undefined && !event.shiftKey) {
      event.preventDefault()
      const isOn = lookOf(value, range)[flag] === true
      props.onChange({ text: value.text, format: formatText(value, range, { [flag]: !isOn }) })
    } else if (key === 'k' && !event.shiftKey) {
      event.preventDefault()
      if (field.current !== null) props.onSelect(range, field.current)
      props.onLink()
    } else if (key === 'z' || key === 'y') {
      event.preventDefault()
      if (key === 'y' || event.shiftKey) props.onRedo()
      else props.onUndo()
    }
  }

  return (
    <div
      ref={field}
      role="textbox"
      tabIndex={0}
      aria-multiline
      aria-label={props.label}
      aria-placeholder={props.placeholder}
      className={`${props.className} us-card-edit`}
      style={props.style}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck
      onKeyDown={handleKeyDown}
      onFocus={({ currentTarget }) => {
        highlight(null)
        select(currentTarget, selected.current)
        props.onSelect(selected.current, currentTarget)
      }}
      onBlur={showKept}
      onPointerDown={(event) => event.stopPropagation()}
      onDragStart={(event) => event.preventDefault()}
    />
  )
}

const flagKeys: Readonly<Record<string, keyof TextLook & `is${string}`>> = {
  b: 'isBold',
  i: 'isItalic',
  u: 'isUnderlined',
}

/** The text an input inserts; null for non-text input. */
function insertedText({ inputType, data, dataTransfer }: InputEvent): string | null {
  if (inputType.startsWith('delete')) return ''
  if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') return '\n'
  if (!inputType.startsWith('insert')) return null
  return (data ?? dataTransfer?.getData('text/plain') ?? '').replace(/\r\n?/g, '\n')
}

/** Truncates to the available length without splitting a character. */
function fitting(text: string, room: number): string {
  const cut = text.slice(0, room)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** The only range in which two texts differ. */
function difference(old: string, now: string): { readonly range: TextRange; readonly inserted: string } {
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start += 1
  let same = 0
  while (same < most - start && old[old.length - 1 - same] === now[now.length - 1 - same]) same += 1
  return { range: { start, end: old.length - same }, inserted: now.slice(start, now.length - same) }
}
