import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormOutcome } from '../../lib/submit.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { SettingsValue } from '../../ui/settings-section.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'

export interface ChangeValueProps extends ValueTextProps {
  /** Also names the field, to show a problem there. */
  readonly name: 'email' | 'phone'
  readonly busyLabel: string
  readonly field: Pick<TextFieldProps, 'label' | 'type' | 'autoComplete' | 'inputMode' | 'placeholder' | 'hint'>
  readonly onChange: (text: string) => Promise<FormOutcome>
}

/** An address of the account; its button opens a field for a new one. */
export function ChangeValue({ name, value, none, busyLabel, field, onChange }: ChangeValueProps) {
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SettingsValue verb={value === '' ? 'Add' : 'Change'} name={name} isOpen={isOpen} onOpenChange={setIsOpen}>
        <ValueText value={value} none={none} />
      </SettingsValue>
      {isOpen ? (
        <CallForm
          submitLabel={`Change ${name}`}
          busyLabel={busyLabel}
          tone="plain"
          isInline
          onSubmit={async (form) => {
            const outcome = await onChange(String(form.get(name)))
            if (outcome.ok) {
              setIsOpen(false)
              await queries.invalidateQueries({ queryKey: ['account'] })
            }
            return outcome
          }}
        >
          {(problemOf) => (
            <TextField {...field} name={name} required autoFocus problem={problemOf(name)} className="min-w-0 flex-1" />
          )}
        </CallForm>
      ) : null}
    </>
  )
}

interface ValueTextProps {
  /** Empty without one. */
  readonly value: string
  /** Shown if there is no value. */
  readonly none: string
}

export function ValueText({ value, none }: ValueTextProps) {
  return value === '' ? <p className="text-muted">{none}</p> : <p className="font-medium">{value}</p>
}
