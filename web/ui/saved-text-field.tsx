import { useState } from 'react'

import { TextField } from './text-field.tsx'

export interface SavedTextFieldProps {
  readonly label: string
  /** Whether the label is visible; assistive technology always gets it. */
  readonly isLabelShown?: boolean
  /** The saved text. */
  readonly value: string
  readonly maxLength: number
  readonly autoComplete?: string
  /** Why the text can't be saved; null if it can. */
  readonly problemOf: (text: string) => string | null
  /** Resolves to whether it was saved. */
  readonly onSave: (text: string) => Promise<boolean>
}

/** Saves on Enter and on blur; Escape restores the saved text. */
export function SavedTextField(props: SavedTextFieldProps) {
  const { label, isLabelShown = false, value, maxLength, autoComplete, problemOf, onSave } = props
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [problem, setProblem] = useState<string>()
  // The value was changed elsewhere.
  if (value !== known) {
    setKnown(value)
    if (text === known) setText(value)
  }

  async function handleSave(): Promise<void> {
    const found = problemOf(text)
    setProblem(found ?? undefined)
    if (found !== null || text === known) return
    setKnown(text)
    // Tries again at the next blur.
    if (!(await onSave(text))) setKnown(known)
  }

  return (
    <TextField
      label={label}
      hideLabel={!isLabelShown}
      value={text}
      maxLength={maxLength}
      autoComplete={autoComplete}
      problem={problem}
      onChange={(event) => {
        setText(event.target.value)
        setProblem(undefined)
      }}
      onBlur={() => void handleSave()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void handleSave()
        if (event.key !== 'Escape') return
        setText(known)
        setProblem(undefined)
      }}
    />
  )
}
