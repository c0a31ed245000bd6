import { clsx } from 'clsx'
import { RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'

import { readColor, readTypedColor } from '#domain/brand.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { Row, valueClass } from './inspector-rows.tsx'

export interface ColorRowProps {
  readonly label: string
  /** `#rrggbb`; null shows `fallback`. */
  readonly value: string | null
  /** Label if no colour is set, such as "Workspace". */
  readonly fallback: string
  /** The picker's colour if none is set. */
  readonly fallbackColor: string
  readonly onChange: (color: string | null) => void
}

/** A colour, picked or typed. */
export function ColorRow({ label, value, fallback, fallbackColor, onChange }: ColorRowProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value ?? ''
  const isWrong = shown.trim() !== '' && readTypedColor(shown) === null
  return (
    <Row label={label} htmlFor={id} problem={isWrong ? 'Use a colour like #6d4aff.' : null}>
      <input
        type="color"
        aria-label={`${label}: pick`}
        value={value ?? fallbackColor}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="ml-2 size-5 shrink-0 cursor-pointer rounded-control bg-transparent p-0 pointer-coarse:size-9 [&::-webkit-color-swatch]:rounded-control [&::-webkit-color-swatch]:border [&::-webkit-color-swatch]:border-control [&::-webkit-color-swatch-wrapper]:p-0"
      />
      <input
        id={id}
        value={shown}
        maxLength={10}
        placeholder={fallback}
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        className={clsx(valueClass, 'tabular-nums')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          // Three digits may be the beginning of six.
          const color = readColor(withHash(currentTarget.value))
          if (color !== null || currentTarget.value.trim() === '') onChange(color)
        }}
        onBlur={() => {
          if (isWrong) return
          const color = readTypedColor(shown)
          if (color !== null && color !== value) onChange(color)
          setTyped(null)
        }}
      />
      {value === null ? null : (
        <IconButton label={`Reset ${label.toLowerCase()}`} className="size-7!" onClick={() => onChange(null)}>
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
    </Row>
  )
}

function withHash(text: string): string {
  return text.startsWith('#') ? text : `#${text}`
}
