import { List } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

import type { DemoVariable } from '#domain/demo-look.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { barButtonClass } from './bar-button-class.ts'
import { insertAt, toggleList, type FieldText } from './callout-text.ts'
import { VariableMenu } from './variable-menu.tsx'

export interface CalloutBarProps {
  /** The field that has, or last had, the caret. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** One line: no list. */
  readonly heading: RefObject<HTMLTextAreaElement | null>
  readonly variables: readonly DemoVariable[]
  readonly onWrite: (field: HTMLTextAreaElement, text: string) => void
}

/** Buttons for a list and variables, above the callout, or below it near the top of the canvas. */
export function CalloutBar({ field, heading, variables, onWrite }: CalloutBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [isBelow, setIsBelow] = useState(false)
  useLayoutEffect(() => {
    const callout = bar.current?.parentElement?.getBoundingClientRect()
    const canvas = bar.current?.closest('[data-testid=canvas]')?.getBoundingClientRect()
    if (callout !== undefined && canvas !== undefined) setIsBelow(callout.top - canvas.top < roomPx)
  }, [])

  function write(change: (text: FieldText) => FieldText): void {
    const element = field.current ?? heading.current
    if (element === null) return
    const { value, selectionStart, selectionEnd } = element
    const next = change({ text: value, start: selectionStart, end: selectionEnd })
    onWrite(element, next.text)
    // After React has set the text, which moves the caret to the end.
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(next.start, next.end)
    })
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Callout formatting"
      className={`absolute left-0 flex gap-px rounded-[9px] bg-ink p-0.75 text-ink-text shadow-floating [color-scheme:dark] ${isBelow ? 'top-[calc(100%+12px)]' : 'bottom-[calc(100%+12px)]'}`}
    >
      <IconButton
        label="List"
        className={barButtonClass}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (field.current !== null && field.current !== heading.current) write(toggleList)
        }}
      >
        <List size={16} aria-hidden />
      </IconButton>
      <VariableMenu variables={variables} onPick={(name) => write((text) => insertAt(text, name))} />
    </div>
  )
}

/** The bar's height and its distance from the callout. */
const roomPx = 56
