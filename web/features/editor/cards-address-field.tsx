import { useState } from 'react'

import { cardAddressProblem } from '#domain/card.ts'
import { trimmedOrNull } from '#domain/demo.ts'

import { TextRow } from './inspector-rows.tsx'

export interface AddressFieldProps {
  readonly label: string
  readonly kind: 'media' | 'link'
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Shows the typed text; only a valid URL is applied to the card. */
export function AddressField({ label, kind, value, onChange }: AddressFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? value ?? ''
  const problem = cardAddressProblem(shown, kind)
  return (
    <TextRow
      label={label}
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={2000}
      value={shown}
      problem={problem}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setDraft(typed)
        if (cardAddressProblem(typed, kind) === null) onChange(trimmedOrNull(typed))
      }}
      onBlur={() => {
        if (problem === null) setDraft(null)
      }}
    />
  )
}
