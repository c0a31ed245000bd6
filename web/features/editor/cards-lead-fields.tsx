import { Plus, Trash2 } from 'lucide-react'

import type { Card, CardField } from '#domain/card.ts'

import { newId } from '../../lib/new-id.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'

export interface LeadFieldsProps {
  readonly card: Card
  readonly onChange: (card: Card, typed?: string) => void
}

const fieldsMax = 12

/** What a Lead Card asks for. */
export function LeadFields({ card, onChange }: LeadFieldsProps) {
  const setField = (id: string, change: Partial<CardField>, typed?: string) =>
    onChange(
      { ...card, fields: card.fields.map((field) => (field.id === id ? { ...field, ...change } : field)) },
      typed,
    )
  return (
    <>
      <div className="flex flex-col gap-3">
        <h3 className="text-sm font-medium">Form</h3>
        {card.fields.map((field, index) => {
          const isFixed = field.id === 'email' || field.id === 'name'
          return (
            <div key={field.id} className="flex flex-col gap-2">
              <div className="flex items-end gap-1">
                <TextField
                  label={`Field ${index + 1}`}
                  hideLabel
                  className="min-w-0 flex-1"
                  value={field.label}
                  maxLength={200}
                  readOnly={isFixed}
                  {...(isFixed && { hint: 'Required' })}
                  onChange={(event) => setField(field.id, { label: event.currentTarget.value }, field.id)}
                />
                {isFixed ? null : (
                  <IconButton
                    label={`Remove field ${index + 1}`}
                    className="mb-1"
                    onClick={() => onChange({ ...card, fields: card.fields.filter(({ id }) => id !== field.id) })}
                  >
                    <Trash2 size={16} aria-hidden />
                  </IconButton>
                )}
              </div>
              {isFixed ? null : (
                <>
                  <SelectField
                    label={`Type of field ${index + 1}`}
                    hideLabel
                    value={field.type}
                    options={[
                      { value: 'text', label: 'Short text' },
                      { value: 'textarea', label: 'Long text' },
                      { value: 'tel', label: 'Phone number' },
                    ]}
                    onChange={(event) => {
                      const type = (['text', 'textarea', 'tel'] as const).find(
                        (candidate) => candidate === event.currentTarget.value,
                      )
                      if (type !== undefined) setField(field.id, { type })
                    }}
                  />
                  <Switch
                    label="Required"
                    isOn={field.isRequired}
                    onChange={(isRequired) => setField(field.id, { isRequired })}
                  />
                </>
              )}
            </div>
          )
        })}
        <Button
          className="self-start"
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
      </div>
      <TextArea
        label="Consent"
        rows={2}
        maxLength={2000}
        value={card.consentText ?? ''}
        hint="If filled in, visitors must accept it."
        onChange={(event) => onChange({ ...card, consentText: event.currentTarget.value || null }, 'consent')}
      />
    </>
  )
}
