import { useState } from 'react'

import { speechStyleLimits, type Pronunciation } from '#domain/speech-providers.ts'

import { TextArea } from '../../ui/text-field.tsx'
import { toPronunciations, toPronunciationText } from './pronunciation-text.ts'

interface PronunciationsFieldProps {
  readonly pronunciations: readonly Pronunciation[]
  readonly readOnly: boolean
  readonly onChange: (pronunciations: readonly Pronunciation[]) => void
}

/** How the agent says names and terms, one per line. Keeps what is typed, line breaks included. */
export function PronunciationsField({ pronunciations, readOnly, onChange }: PronunciationsFieldProps) {
  const [text, setText] = useState(toPronunciationText(pronunciations))
  const [shown, setShown] = useState(pronunciations)
  const typed = toPronunciations(text)
  // The list changed elsewhere, such as by a colleague.
  if (shown !== pronunciations) {
    setShown(pronunciations)
    if (typeof typed === 'string' || JSON.stringify(typed) !== JSON.stringify(pronunciations)) {
      setText(toPronunciationText(pronunciations))
    }
  }
  return (
    <TextArea
      label="Pronunciations"
      hint="Word = how to say it, one per line."
      placeholder="Tidelane = tide lane"
      rows={Math.min(8, text.split('\n').length + 1)}
      maxLength={10_000}
      readOnly={readOnly}
      value={text}
      problem={typeof typed === 'string' ? typed : undefined}
      onChange={(event) => {
        setText(event.target.value)
        const next = toPronunciations(event.target.value)
        if (typeof next !== 'string' && next.length <= speechStyleLimits.pronunciations) onChange(next)
      }}
    />
  )
}
