import { Bold, Italic, Link, Underline } from 'lucide-react'
import { memo, type MouseEvent } from 'react'

import type { CardPart, CardType } from '#domain/card.ts'
import { cardFonts, cardSizesPx, type TextFormat } from '#domain/text-format.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { LinkField } from './cards-link-field.tsx'
import { formatText, linkAround, lookOf, type LookChange, type TextRange } from './text-runs.ts'
import type { CardText } from './use-card-text.ts'

export interface FormatBarProps {
  readonly type: CardType
  /** The text that is meant, and how it looks. */
  readonly text: string
  readonly format: TextFormat
  readonly cardText: CardText
  readonly onFormat: (part: CardPart, format: TextFormat) => void
}

/** Spec §2's formatting bar, and links: applies to the selection, else the whole text. Memoized against moves. */
export const FormatBar = memo(function FormatBar({ type, text, format, cardText, onFormat }: FormatBarProps) {
  const { place, isLinking, setLinking } = cardText
  const { part } = place
  const value = { text, format }
  const look = lookOf(value, place)
  const link = linkAround(value, place)
  const change = (wanted: LookChange, range: TextRange = place) => onFormat(part, formatText(value, range, wanted))
  const flag = (name: 'isBold' | 'isItalic' | 'isUnderlined') => ({
    'aria-pressed': look[name] === true,
    onMouseDown: keepSelection,
    onClick: () => change({ [name]: look[name] !== true }),
  })

  return (
    <div className="flex flex-col gap-2">
      <div role="toolbar" aria-label="Text formatting" className="flex flex-wrap items-center gap-1">
        <SelectField
          label="Text"
          hideLabel
          className="w-full"
          value={part}
          options={[
            { value: 'title', label: 'Title' },
            { value: 'description', label: 'Description' },
          ]}
          onChange={({ currentTarget }) =>
            cardText.choose({ part: currentTarget.value === 'title' ? 'title' : 'description', start: 0, end: 0 })
          }
        />
        <SelectField
          label="Font"
          hideLabel
          className="min-w-40 flex-1"
          value={look.font ?? ''}
          options={[...mixed(look.font), ...cardFonts.map((font) => ({ value: font, label: font }))]}
          onChange={(event) => {
            const font = cardFonts.find((candidate) => candidate === event.currentTarget.value)
            if (font !== undefined) change({ font })
          }}
        />
        <SelectField
          label="Size"
          hideLabel
          className="w-24"
          value={String(look.sizePx ?? '')}
          options={[
            ...mixed(look.sizePx),
            ...cardSizesPx.map((size) => ({ value: String(size), label: `${size} px` })),
          ]}
          onChange={(event) => {
            const sizePx = cardSizesPx.find((candidate) => String(candidate) === event.currentTarget.value)
            if (sizePx !== undefined) change({ sizePx })
          }}
        />
        <input
          type="color"
          aria-label="Colour"
          title="Colour"
          className="size-8 shrink-0 cursor-pointer rounded-control border border-control/45 bg-surface p-1 pointer-coarse:size-11"
          value={look.color ?? '#1f1b24'}
          onChange={(event) => change({ color: event.currentTarget.value })}
        />
        <IconButton label="Bold" shortcut="Ctrl+B" {...flag('isBold')}>
          <Bold size={16} aria-hidden />
        </IconButton>
        <IconButton label="Italic" shortcut="Ctrl+I" {...flag('isItalic')}>
          <Italic size={16} aria-hidden />
        </IconButton>
        <IconButton label="Underline" shortcut="Ctrl+U" {...flag('isUnderlined')}>
          <Underline size={16} aria-hidden />
        </IconButton>
        {type === 'click' ? null : (
          <IconButton
            label="Link"
            shortcut="Ctrl+K"
            aria-pressed={link !== null}
            aria-expanded={isLinking}
            onMouseDown={keepSelection}
            onClick={() => setLinking(!isLinking)}
          >
            <Link size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {isLinking && type !== 'click' ? (
        <LinkField
          link={link?.link ?? null}
          onApply={(address) => {
            change({ link: address }, link ?? place)
            cardText.setLinking(false)
            cardText.returnToField()
          }}
          onCancel={() => {
            cardText.setLinking(false)
            cardText.returnToField()
          }}
        />
      ) : null}
      <p className="text-xs text-muted">
        {place.start === place.end
          ? 'Formats all text. Select words to format only those.'
          : 'Formats the selected words.'}
      </p>
    </div>
  )
})

/** Keeps focus and selection on pointer press. */
function keepSelection(event: MouseEvent): void {
  event.preventDefault()
}

function mixed(value: unknown): readonly { readonly value: string; readonly label: string }[] {
  return value === undefined ? [{ value: '', label: 'Mixed' }] : []
}
