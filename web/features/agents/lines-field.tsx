import { useState } from 'react'

import { TextArea } from '../../ui/text-field.tsx'
import { linesOf } from './row-dialog.tsx'

export interface LinesFieldProps {
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly lines: readonly string[]
  readonly most: number
  readonly readOnly?: boolean
  readonly onChange: (lines: readonly string[]) => void
}

/** A list as text, one entry per line. Keeps what is typed, line breaks included. */
export function LinesField({ label, lines, most, onChange, ...rest }: LinesFieldProps) {
  const [text, setText] = useState(lines.join('\n'))
  const [shown, setShown] = useState(lines)
  // The list changed elsewhere, such as by a colleague.
  if (shown !== lines) {
    setShown(lines)
    if (JSON.stringify(linesOf(text)) !== JSON.stringify(lines)) setText(lines.join('\n'))
  }
  const typed = linesOf(text)
  return (
    <TextArea
      label={label}
      rows={Math.min(8, Math.max(3, typed.length + 1))}
      maxLength={7_000}
      value={text}
      problem={typed.length > most ? `Use at most ${most} lines.` : undefined}
      {...rest}
      onChange={(event) => {
        setText(event.target.value)
        const next = linesOf(event.target.value)
        if (next.length <= most) onChange(next)
      }}
    />
  )
}
