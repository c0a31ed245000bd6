import { Trash2 } from 'lucide-react'
import { memo } from 'react'

import { cardNames, type Card, type CardPart } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import type { TextFormat } from '#domain/text-format.ts'

import { useSteady } from '../../lib/use-steady.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { unfinishedText } from '../../lib/unfinished-text.ts'
import { AddressField } from './cards-address-field.tsx'
import { FormatBar } from './cards-format-bar.tsx'
import { LeadFields } from './cards-lead-fields.tsx'
import { TargetField } from './cards-target-field.tsx'
import type { CardText } from './use-card-text.ts'

export interface CardsInspectorProps {
  readonly card: Card
  readonly cardText: CardText
  readonly steps: readonly Step[]
  readonly onChange: (card: Card, typed?: string) => void
  readonly onRemove: (card: Card) => void
}

/** A card's behaviour as fields; its text is edited on the card. */
export const CardsInspector = memo(function CardsInspector(props: CardsInspectorProps) {
  const { card, cardText, steps, onChange, onRemove } = props
  const { name } = cardNames[card.type]
  const { part } = cardText.place
  const unfinished = unfinishedText(card)
  const handleFormat = useSteady((of: CardPart, format: TextFormat) =>
    onChange({ ...card, format: { ...card.format, [of]: format } }),
  )
  const handleTarget = useSteady((targetStepId: string | null) => onChange({ ...card, targetStepId }))
  const hasButton = card.type === 'lead' || card.type === 'custom'
  return (
    <section aria-label={name} className="flex flex-col gap-4 border-b border-line p-4">
      <h2 className="text-sm font-semibold">{name}</h2>
      {unfinished === null ? null : <p className="-mt-2 text-xs text-muted">{unfinished}</p>}
      <FormatBar
        type={card.type}
        text={card[part]}
        format={card.format[part]}
        cardText={cardText}
        onFormat={handleFormat}
      />
      {card.type === 'lead' ? <LeadFields card={card} onChange={onChange} /> : null}
      {card.type === 'media' || card.type === 'custom' ? (
        <AddressField
          key={`${card.id} media`}
          label="Image or video"
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
        <TargetField
          label={card.type === 'lead' ? 'After submit' : 'Link to'}
          steps={steps}
          value={card.targetStepId}
          onChange={handleTarget}
        />
      )}
      {card.type === 'click' || card.type === 'custom' ? (
        <AddressField
          key={`${card.id} link`}
          label="Or a URL"
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
})
