import { Bold, Italic, Underline } from 'lucide-react'

import { cardFonts, cardSizesPx, type Card, type CardPart, type TextFormat } from '#domain/card.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'

export interface FormatBarProps {
  readonly card: Card
  /** Which of its texts. */
  readonly part: CardPart
  readonly onPart: (part: CardPart) => void
  readonly onChange: (card: Card) => void
}

/** Spec §2's formatting bar, for the title or the description of the selected card. */
export function FormatBar({ card, part, onPart, onChange }: FormatBarProps) {
  const format = card.format[part]
  const set = (change: Partial<TextFormat>) =>
    onChange({ ...card, format: { ...card.format, [part]: { ...format, ...change } } })
  return (
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
        onChange={(event) => onPart(event.currentTarget.value === 'title' ? 'title' : 'description')}
      />
      <SelectField
        label="Font"
        hideLabel
        className="min-w-40 flex-1"
        value={format.font}
        options={cardFonts.map((font) => ({ value: font, label: font }))}
        onChange={(event) => {
          const font = cardFonts.find((candidate) => candidate === event.currentTarget.value)
          if (font !== undefined) set({ font })
        }}
      />
      <SelectField
        label="Size"
        hideLabel
        className="w-24"
        value={String(format.sizePx)}
        options={cardSizesPx.map((size) => ({ value: String(size), label: `${size} px` }))}
        onChange={(event) => {
          const sizePx = cardSizesPx.find((candidate) => String(candidate) === event.currentTarget.value)
          if (sizePx !== undefined) set({ sizePx })
        }}
      />
      <input
        type="color"
        aria-label="Colour"
        title="Colour"
        className="size-8 shrink-0 cursor-pointer rounded-control border border-control/45 bg-surface p-1 pointer-coarse:size-11"
        value={format.color ?? '#1f1b24'}
        onChange={(event) => set({ color: event.currentTarget.value })}
      />
      <IconButton label="Bold" aria-pressed={format.isBold} onClick={() => set({ isBold: !format.isBold })}>
        <Bold size={16} aria-hidden />
      </IconButton>
      <IconButton label="Italic" aria-pressed={format.isItalic} onClick={() => set({ isItalic: !format.isItalic })}>
        <Italic size={16} aria-hidden />
      </IconButton>
      <IconButton
        label="Underline"
        aria-pressed={format.isUnderlined}
        onClick={() => set({ isUnderlined: !format.isUnderlined })}
      >
        <Underline size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
