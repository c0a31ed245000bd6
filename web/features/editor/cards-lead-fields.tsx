import { Plus, Trash2 } from 'lucide-react'

import type { Card, CardField } from '#domain/card.ts'

import { newId } from '../../lib/new-id.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChoiceRow, LinesRow, SwitchRow, TextRow } from './inspector-rows.tsx'
import { toolClass } from './step-section.tsx'

export interface LeadFieldsProps {
  readonly card: Card
  readonly onChange: (card: Card, typed?: string) => void
}

const fieldsMax = 12
const types = [
  { value: 'text', label: 'Short text' },
  { value: 'textarea', label: 'Long text' },
  { value: 'tel', label: 'Phone number' },
] as const

export function LeadFields({ card, onChange }: LeadFieldsProps) {
  return (
    <>
      {card.fields.map((field, index) => (
        <FormField
          key={field.id}
          field={field}
          number={index + 1}
          onChange={(change, typed) =>
            onChange(
              { ...card, fields: card.fields.map((each) => (each.id === field.id ? { ...each, ...change } : each)) },
              typed,
            )
          }
          onRemove={() => onChange({ ...card, fields: card.fields.filter(({ id }) => id !== field.id) })}
        />
      ))}
      <LinesRow
        label="Consent"
        maxLength={2000}
        value={card.consentText ?? ''}
        placeholder="Visitors must accept it"
        onChange={(event) => onChange({ ...card, consentText: event.currentTarget.value || null }, 'consent')}
      />
      <Button
        tone="quiet"
        className="-ml-2 px-2!"
        icon={<Plus size={16} aria-hidden />}
        disabled={card.fields.length >= fieldsMax}
        onClick={() =>
          onChange({
            ...card,
            fields: [...card.fields, { id: newId(), label: 'COMPANY', type: 'text', isRequired: false }],
          })
        }
      >
        Add field
      </Button>
    </>
  )
}

interface FormFieldProps {
  readonly field: CardField
  /** Counted from 1. */
  readonly number: number
  readonly onChange: (change: Partial<CardField>, typed?: string) => void
  readonly onRemove: () => void
}

function FormField({ field, number, onChange, onRemove }: FormFieldProps) {
  if (field.id === 'email' || field.id === 'name') {
    return <TextRow label={`Field ${number}`} value={field.label} readOnly title="Every form asks for this." />
  }
  return (
    <div className="my-1 rounded-control bg-sunken py-0.5 pl-2 -ml-2">
      <div className="flex items-center">
        <div className="min-w-0 flex-1">
          <TextRow
            label={`Field ${number}`}
            value={field.label}
            maxLength={200}
            onChange={(event) => onChange({ label: event.currentTarget.value }, field.id)}
          />
        </div>
        <IconButton label={`Remove field ${number}`} className={toolClass} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </div>
      <ChoiceRow
        label="Type"
        value={types.find(({ value }) => value === field.type)?.value ?? 'text'}
        options={types}
        onChange={(type) => onChange({ type })}
      />
      <SwitchRow label="Required" isOn={field.isRequired} onChange={(isRequired) => onChange({ isRequired })} />
    </div>
  )
}
