import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { PagePath } from '#domain/page-path.ts'
import { pageEditLimits } from '#domain/page-edits.ts'

import { styleOf } from '../../lib/page-picture/flat-tree.ts'
import type { PageView } from '../../lib/page-picture/page-view.ts'
import { withSpaces } from './page-edit-list.ts'
import { setPageMode } from './page-mode-store.ts'

export interface PageTextFieldProps {
  readonly view: PageView
  readonly path: PagePath
  readonly scale: number
  readonly written: string
  /** Called with the new text, or null if cancelled. */
  readonly onDone: (text: string | null) => void
}

/** Edits a text of the page in place. Enter confirms, Escape cancels. */
export function PageTextField({ view, path, scale, written, onDone }: PageTextFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(written.trim())
  const [place] = useState(() => ({ box: view.box(path), holder: view.element(path) }))
  const isDone = useRef(false)
  const finish = useEffectEvent((kept: string | null) => {
    if (isDone.current) return
    isDone.current = true
    onDone(kept)
  })
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const insert = useEffectEvent((inserted: string) => {
    const element = field.current
    if (element === null) return
    element.setRangeText(inserted, element.selectionStart, element.selectionEnd, 'end')
    setText(element.value)
    element.focus()
  })
  useEffect(() => {
    setPageMode({ insert: (inserted) => insert(inserted) })
    return () => setPageMode({ insert: null })
  }, [])
  const { box, holder } = place
  if (box === null || holder === null) return null
  const style = styleOf(holder)
  const keep = () => finish(text.trim() === written.trim() ? null : withSpaces(text, view.capturedText(path)))
  return (
    <textarea
      ref={field}
      aria-label="Text of the page"
      value={text}
      rows={1}
      maxLength={pageEditLimits.textMax}
      dir={style.direction}
      className="absolute origin-top-left resize-none overflow-hidden rounded-tiny border-0 p-0 outline-2 outline-accent-fill [field-sizing:content]"
      style={{
        left: box.left * scale,
        top: box.top * scale,
        minWidth: Math.max(40, box.right - box.left + 4),
        maxWidth: Math.max(box.right - box.left + 4, 480),
        minHeight: box.bottom - box.top,
        transform: `scale(${scale})`,
        fontFamily: style.fontFamily,
        fontSize: style.fontSize,
        fontWeight: style.fontWeight,
        fontStyle: style.fontStyle,
        letterSpacing: style.letterSpacing,
        lineHeight: 1.2,
        textAlign: style.textAlign as 'left',
        color: style.color,
        background: groundOf(holder),
      }}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={({ relatedTarget }) => {
        // For the bar that inserts variables.
        if (!(relatedTarget instanceof Element && relatedTarget.closest('[data-page-bar], [role=menu]') !== null))
          keep()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') finish(null)
        else if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault()
          keep()
        }
      }}
    />
  )
}

function groundOf(element: Element): string {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const { backgroundColor } = styleOf(each)
    if (!/^rgba\(.*, 0\)$|transparent/.test(backgroundColor)) return backgroundColor
  }
  return '#ffffff'
}
