import { Trash2 } from 'lucide-react'

import { cardFeatures, cardNames, type Card, type CardGate } from '#domain/card.ts'

import { unfinishedText } from '../../lib/unfinished-text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { AddressField } from './cards-address-field.tsx'
import { CardMediaRow } from './cards-media-row.tsx'
import { deleteCard } from './cards-commands.ts'
import { LeadFields } from './cards-lead-fields.tsx'
import { ChoiceRow, TextRow } from './inspector-rows.tsx'
import type { StepSectionProps } from './inspector-sections.tsx'
import { StepPicker } from './step-picker.tsx'
import { toolClass } from './step-section.tsx'

const gates = [
  { value: 'none', label: 'None' },
  { value: 'skippable', label: 'Optional' },
  { value: 'required', label: 'Required' },
] as const satisfies readonly { value: CardGate; label: string }[]

/** The selected card's behaviour (its texts are edited on the card), or the step's cards to choose from. */
export function CardSection(props: StepSectionProps) {
  const { card, cards, dispatch } = props
  if (card !== undefined) return <CardFields key={card.id} {...props} card={card} />
  return (
    <ul className="flex flex-col">
      {cards.map((each) => (
        <li key={each.id}>
          <button
            type="button"
            className="-mx-2 flex h-8 w-full items-center gap-2 rounded-control px-2 text-left text-sm hover:bg-hover pointer-coarse:h-11"
            onClick={() => dispatch({ type: 'select-card', id: each.id })}
          >
            <span className="shrink-0 text-muted">{cardNames[each.type].name}</span>
            <span className="min-w-0 truncate">{each.title}</span>
          </button>
        </li>
      ))}
      <li>
        <Button className="mt-1" onClick={() => dispatch({ type: 'toggle-adding-card' })}>
          Add card
        </Button>
      </li>
    </ul>
  )
}

function CardFields(props: StepSectionProps & { readonly card: Card }) {
  const { card, steps, backendUrl, onCardChange: onChange } = props
  const unfinished = unfinishedText(card)
  const features = cardFeatures[card.type]
  const isForm = features.includes('form')
  return (
    <>
      {unfinished === null ? null : <p className="pr-2 pb-2 text-xs text-muted">{unfinished}</p>}
      {features.includes('media') ? (
        <CardMediaRow key={`${card.id} media`} card={card} demoId={props.step.demoId} onChange={onChange} />
      ) : null}
      {isForm || features.includes('button') ? (
        <TextRow
          label="Button"
          value={card.buttonLabel}
          maxLength={80}
          placeholder={isForm ? 'Submit' : 'No button'}
          onChange={(event) => onChange({ ...card, buttonLabel: event.currentTarget.value }, 'button')}
        />
      ) : null}
      {features.includes('target') ? (
        <StepPicker
          label={isForm ? 'After submit' : 'Link to'}
          steps={steps}
          backendUrl={backendUrl}
          value={card.targetStepId}
          onChange={(targetStepId) => onChange({ ...card, targetStepId })}
        />
      ) : null}
      {features.includes('link') ? (
        <AddressField
          key={`${card.id} link`}
          label="Or a URL"
          kind="link"
          value={card.linkUrl}
          onChange={(linkUrl) => onChange({ ...card, linkUrl }, 'link')}
        />
      ) : null}
      {isForm ? (
        <>
          <ChoiceRow label="Gate" value={card.gate} options={gates} onChange={(gate) => onChange({ ...card, gate })} />
          <LeadFields card={card} onChange={onChange} />
        </>
      ) : null}
    </>
  )
}

export function CardTools({ card, dispatch }: StepSectionProps) {
  if (card === undefined) return null
  return (
    <IconButton label="Delete card" className={toolClass} onClick={() => deleteCard(dispatch, card)}>
      <Trash2 size={16} aria-hidden />
    </IconButton>
  )
}

/** The selected kind. */
export function cardTitle({ card, state }: StepSectionProps): string {
  return card === undefined || state.folded.includes('card') ? 'Card' : cardNames[card.type].name
}

export function cardValue({ cards }: StepSectionProps): string {
  const [only] = cards
  if (only === undefined) return 'None'
  return cards.length === 1 ? cardNames[only.type].name : `${cards.length} cards`
}
