import { Bold, ChevronDown, Italic, Link, Underline } from 'lucide-react'
import { memo, type MouseEvent } from 'react'

import type { CardPart, CardType } from '#domain/card.ts'
import type { DemoVariable } from '#domain/demo-look.ts'
import { cardFonts, cardSizesPx, type TextFormat } from '#domain/text-format.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { barButtonClass } from './bar-button-class.ts'
import { LinkField } from './cards-link-field.tsx'
import { formatText, linkAround, lookOf, type LookChange, type TextRange } from './text-runs.ts'
import type { CardText } from './use-card-text.ts'
import { VariableMenu } from './variable-menu.tsx'

export interface FormatBarProps {
  readonly type: CardType
  /** The text being formatted, and its look. */
  readonly text: string
  readonly format: TextFormat
  readonly cardText: CardText
  readonly onFormat: (part: CardPart, format: TextFormat) => void
  readonly variables: readonly DemoVariable[]
  /** Replaces the selection. */
  readonly onInsert: (text: string) => void
}

/** Spec §2's formatting bar, and links: applies to the selection, else the whole text. Memoized against moves. */
export const FormatBar = memo(function FormatBar(props: FormatBarProps) {
  const { type, text, format, cardText, onFormat } = props
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
    // Always dark, so that nobody mistakes it for part of the demo.
    <div className="flex flex-col gap-2 rounded-[9px] bg-ink p-0.75 text-ink-text shadow-floating [color-scheme:dark]">
      <div role="toolbar" aria-label="Text formatting" className="flex flex-wrap items-center gap-px">
        <BarSelect
          label="Text"
          value={part}
          options={[
            { value: 'title', label: 'Title' },
            { value: 'description', label: 'Description' },
          ]}
          onChange={(value) => cardText.choose({ part: value === 'title' ? 'title' : 'description', start: 0, end: 0 })}
        />
        <BarSelect
          label="Font"
          value={look.font ?? ''}
          options={[...mixed(look.font), ...cardFonts.map((font) => ({ value: font, label: font }))]}
          onChange={(value) => {
            const font = cardFonts.find((candidate) => candidate === value)
            if (font !== undefined) change({ font })
          }}
        />
        <BarSelect
          label="Size"
          value={String(look.sizePx ?? '')}
          options={[
            ...mixed(look.sizePx),
            ...cardSizesPx.map((size) => ({ value: String(size), label: `${size} px` })),
          ]}
          onChange={(value) => {
            const sizePx = cardSizesPx.find((candidate) => String(candidate) === value)
            if (sizePx !== undefined) change({ sizePx })
          }}
        />
        <input
          type="color"
          aria-label="Colour"
          title="Colour"
          className="size-7.5 shrink-0 cursor-pointer rounded-control bg-transparent p-1.5 hover:bg-ink-hover pointer-coarse:size-11 [&::-webkit-color-swatch]:rounded-chip [&::-webkit-color-swatch]:border-[1.5px] [&::-webkit-color-swatch]:border-white [&::-webkit-color-swatch-wrapper]:p-0"
          value={look.color ?? '#1f1b24'}
          onChange={(event) => change({ color: event.currentTarget.value })}
        />
        <span aria-hidden className="mx-1 h-4.5 w-px bg-white/15" />
        <IconButton label="Bold" shortcut="Ctrl+B" className={barButtonClass} {...flag('isBold')}>
          <Bold size={16} aria-hidden />
        </IconButton>
        <IconButton label="Italic" shortcut="Ctrl+I" className={barButtonClass} {...flag('isItalic')}>
          <Italic size={16} aria-hidden />
        </IconButton>
        <IconButton label="Underline" shortcut="Ctrl+U" className={barButtonClass} {...flag('isUnderlined')}>
          <Underline size={16} aria-hidden />
        </IconButton>
        {type === 'click' ? null : (
          <IconButton
            label="Link"
            shortcut="Ctrl+K"
            className={barButtonClass}
            aria-pressed={link !== null}
            aria-expanded={isLinking}
            onMouseDown={keepSelection}
            onClick={() => setLinking(!isLinking)}
          >
            <Link size={16} aria-hidden />
          </IconButton>
        )}
        <VariableMenu variables={props.variables} onPick={props.onInsert} />
      </div>
      {isLinking && type !== 'click' ? (
        <div className="px-1.5 pb-1.5">
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
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {place.start === place.end
          ? 'Formats all text. Select words to format only those.'
          : 'Formats the selected words.'}
      </p>
    </div>
  )
})

interface BarSelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

function BarSelect({ label, value, options, onChange }: BarSelectProps) {
  return (
    <span className="relative block">
      <select
        aria-label={label}
        title={label}
        value={value}
        className="h-7.5 max-w-32 appearance-none rounded-control bg-transparent pr-6 pl-2 text-xs font-medium text-ellipsis hover:bg-ink-hover pointer-coarse:h-11 [&>option]:bg-ink [&>option]:text-ink-text"
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={12}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 text-ink-muted"
      />
    </span>
  )
}

/** Keeps focus and selection on pointer press. */
function keepSelection(event: MouseEvent): void {
  event.preventDefault()
}

function mixed(value: unknown): readonly { readonly value: string; readonly label: string }[] {
  return value === undefined ? [{ value: '', label: 'Mixed' }] : []
}
