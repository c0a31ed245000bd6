import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { cardAddressProblem, cardNames, type Card, type CardField } from '#domain/card.ts'
import { trimmedOrNull, type Step } from '#domain/demo.ts'

import { newId } from '../../lib/new-id.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { FormatBar } from './cards-format-bar.tsx'
import type { CardText } from './use-card-text.ts'

export interface CardsInspectorProps {
  readonly card: Card
  readonly cardText: CardText
  readonly steps: readonly Step[]
  readonly onChange: (card: Card, typed?: string) => void
  readonly onRemove: (card: Card) => void
}

const fieldsMax = 12

/** What a card does, in fields; what it says is written on the card itself. */
export function CardsInspector({ card, cardText, steps, onChange, onRemove }: CardsInspectorProps) {
  const { name } = cardNames[card.type]
  const hasButton = card.type === 'lead' || card.type === 'custom'
  return (
    <section aria-label={name} className="flex flex-col gap-4 border-b border-line p-4">
      <h2 className="text-sm font-semibold">{name}</h2>
      <FormatBar card={card} cardText={cardText} onChange={onChange} />
      {card.type === 'lead' ? <LeadFields card={card} onChange={onChange} /> : null}
      {card.type === 'media' || card.type === 'custom' ? (
        <AddressField
          key={`${card.id} media`}
          label="Picture or video"
          kind="media"
          value={card.mediaUrl}
          onChange={(mediaUrl) => onChange({ ...card, mediaUrl }, 'media')}
        />
      ) : null}
      {hasButton ? (
        <TextField
          label="Button"
          value={card.buttonLabel}
          maxLength={80}
          placeholder={card.type === 'lead' ? 'Submit' : 'No button'}
          onChange={(event) => onChange({ ...card, buttonLabel: event.currentTarget.value }, 'button')}
        />
      ) : null}
      {card.type === 'cue' || card.type === 'media' ? null : (
        <SelectField
          label={card.type === 'lead' ? 'After it was sent' : 'Leads to'}
          value={card.targetStepId ?? ''}
          options={[
            { value: '', label: 'The next step' },
            ...steps.map((step) => ({
              value: step.id,
              label: step.title === null ? `Step ${step.order}` : `Step ${step.order}: ${step.title}`,
            })),
          ]}
          onChange={(event) => onChange({ ...card, targetStepId: event.currentTarget.value || null })}
        />
      )}
      {card.type === 'click' || card.type === 'custom' ? (
        <AddressField
          key={`${card.id} link`}
          label="Or to an address"
          kind="link"
          value={card.linkUrl}
          onChange={(linkUrl) => onChange({ ...card, linkUrl }, 'link')}
        />
      ) : null}
      <Button
        tone="danger"
        className="self-start"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => onRemove(card)}
      >
        Delete card
      </Button>
    </section>
  )
}

interface AddressFieldProps {
  readonly label: string
  readonly kind: 'media' | 'link'
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Shows what is typed; only an address that may be used becomes the card's. */
function AddressField({ label, kind, value, onChange }: AddressFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? value ?? ''
  const problem = cardAddressProblem(shown, kind)
  return (
    <TextField
      label={label}
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={2000}
      value={shown}
      {...(problem !== null && { problem })}
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

function LeadFields({ card, onChange }: Pick<CardsInspectorProps, 'card' | 'onChange'>) {
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
                  {...(isFixed && { hint: 'Always asked for' })}
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
                    label={`Kind of field ${index + 1}`}
                    hideLabel
                    value={field.type}
                    options={[
                      { value: 'text', label: 'One line of text' },
                      { value: 'textarea', label: 'Several lines' },
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
                    label="Must be filled in"
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
        hint="With a text here, visitors have to agree to it."
        onChange={(event) => onChange({ ...card, consentText: event.currentTarget.value || null }, 'consent')}
      />
    </>
  )
}
