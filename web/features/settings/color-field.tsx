import { clsx } from 'clsx'
import { Check, Sparkles, X } from 'lucide-react'
import { useState } from 'react'

import { contrastOf, readTypedColor, textColorOn } from '#domain/brand.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { controlClass } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ColorPicker } from './color-picker.tsx'
import { findLogoColor } from './logo-color.ts'

export interface ColorFieldProps {
  /** Null: the product's own. */
  readonly color: string | null
  /** The default, if none is chosen. */
  readonly ownColors: { readonly light: string; readonly dark: string }
  readonly logoAddress: string | null
  /** Called while picking. */
  readonly onChange: (color: string | null) => void
  readonly onSave: (color: string | null) => void
}

const presets = ['#0d7a68', '#4658c9', '#7c3aed', '#c2410c', '#be185d', '#b45309', '#1f2937'] as const

/** Presets, a picker and the hex code, and the colour's contrast in the places where the player uses it. */
export function ColorField({ color, ownColors, logoAddress, onChange, onSave }: ColorFieldProps) {
  const shown = color ?? ownColors.light
  const choose = (next: string | null) => {
    onChange(next)
    onSave(next)
  }
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap gap-2" role="group" aria-label="Presets">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-label={`Colour ${preset}`}
            aria-pressed={color === preset}
            onClick={() => choose(preset)}
            style={{ background: preset }}
            className={clsx(
              'size-7 rounded-control shadow-[inset_0_0_0_1px_oklch(1_0_0/0.16)] pointer-coarse:size-11',
              color === preset && 'ring-2 ring-text ring-offset-2 ring-offset-surface',
            )}
          />
        ))}
        {logoAddress === null ? null : (
          <IconButton
            label="Use the logo’s colour"
            className="size-7 shadow-[inset_0_0_0_1px_var(--control)]"
            onClick={() =>
              void findLogoColor(logoAddress).then(
                (found) => (found === null ? showToast({ text: 'The logo has no strong colour.' }) : choose(found)),
                () => showToast({ text: 'The logo could not be read.', tone: 'danger' }),
              )
            }
          >
            <Sparkles size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="grid gap-3.5 rounded-card bg-sunken p-3 sm:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
        <ColorPicker color={shown} onChange={onChange} onSettle={onSave} />
        <div>
          <HexField key={shown} color={color} onSave={choose} />
          <ul className="divide-y divide-line text-sm">
            {checksOf(shown, color ?? ownColors.dark).map(({ what, contrast, least, look }) => (
              <li key={what} className="flex min-h-8 items-center gap-2">
                <span
                  aria-hidden
                  style={look}
                  className="grid h-5.5 w-13 place-items-center rounded-tiny text-xs font-medium shadow-[inset_0_0_0_1px_oklch(0.5_0_0/0.2)]"
                >
                  {what === 'Button text' ? 'Next' : <i className="h-0.75 w-8.5 rounded-sm bg-current" />}
                </span>
                <span className="flex-1">{what}</span>
                <span className="font-medium tabular-nums">{(Math.floor(contrast * 10) / 10).toFixed(1)}</span>
                {contrast >= least ? (
                  <Check size={14} aria-label="enough contrast" className="text-success" />
                ) : (
                  <X
                    size={14}
                    aria-label={`too little contrast, at least ${least} is needed`}
                    className="text-danger"
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

function HexField({
  color,
  onSave,
}: {
  readonly color: string | null
  readonly onSave: (color: string | null) => void
}) {
  const [text, setText] = useState(color ?? '')
  const [isWrong, setIsWrong] = useState(false)
  const save = () => {
    const next = text.trim() === '' ? null : readTypedColor(text)
    setIsWrong(next === null && text.trim() !== '')
    if ((next !== null || text.trim() === '') && next !== color) onSave(next)
  }
  return (
    <div className="mb-1.5">
      <input
        aria-label="Colour"
        aria-invalid={isWrong || undefined}
        aria-describedby="color-note"
        value={text}
        placeholder="Default"
        maxLength={10}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
        className={`${controlClass} h-7.5 w-full tabular-nums uppercase placeholder:normal-case pointer-coarse:h-11`}
      />
      <p id="color-note" className={clsx('text-xs', isWrong ? 'mt-1 text-danger' : 'sr-only')}>
        {isWrong ? 'Not a valid colour. Enter one such as #6d28d9.' : 'Hex. Leave empty for the default.'}
      </p>
    </div>
  )
}

/** Text needs 4.5, a bar 3 (WCAG 1.4.3 and 1.4.11). */
function checksOf(color: string, onStage: string) {
  const text = textColorOn(color)
  return [
    { what: 'Button text', contrast: contrastOf(color, text), least: 4.5, look: { background: color, color: text } },
    { what: 'Progress', contrast: contrastOf(color, '#ffffff'), least: 3, look: { background: '#ffffff', color } },
    {
      what: 'On the stage',
      contrast: contrastOf(onStage, stageColor),
      least: 3,
      look: { background: stageColor, color: onStage },
    },
  ] as const
}

const stageColor = '#16121c'
