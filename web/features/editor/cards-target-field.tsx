import { memo } from 'react'

import type { Step } from '#domain/demo.ts'

import { SelectField } from '../../ui/select-field.tsx'

export interface TargetFieldProps {
  readonly label: string
  readonly steps: readonly Step[]
  /** The id of a step; null means the next one. */
  readonly value: string | null
  readonly onChange: (stepId: string | null) => void
}

/** The step a card links to. Memoized on the steps: there may be hundreds. */
export const TargetField = memo(function TargetField({ label, steps, value, onChange }: TargetFieldProps) {
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[
        { value: '', label: 'Next step' },
        ...steps.map((step) => ({
          value: step.id,
          label: step.title === null ? `Step ${step.order}` : `Step ${step.order}: ${step.title}`,
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
})
