import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'

import type { EmbedMode } from './embed-code.ts'

/** The embed modes, each with a small drawing. */
export function ModePicker(props: { readonly mode: EmbedMode; readonly onChange: (mode: EmbedMode) => void }) {
  return (
    <RadioGroup
      aria-label="Embed mode"
      value={props.mode}
      onValueChange={(value) => props.onChange(value)}
      className="grid grid-cols-3 gap-2.5"
    >
      {modes.map(({ mode, label, Drawing }) => (
        <Radio.Root
          key={mode}
          value={mode}
          className="flex flex-col items-center gap-2 rounded-card p-2.5 font-medium shadow-[inset_0_0_0_1px_var(--line-strong)] transition-shadow duration-[120ms] hover:bg-hover data-checked:text-accent-text data-checked:shadow-[inset_0_0_0_2px_var(--accent-fill)]"
        >
          <svg viewBox="0 0 120 58" aria-hidden className="h-14.5 w-full">
            <Drawing />
          </svg>
          {label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}

const page = 'fill-surface stroke-line-strong'
const ink = 'fill-none stroke-muted'
const demo = 'fill-accent'

function Inline() {
  return (
    <>
      <rect x="14" y="5" width="92" height="48" rx="4" className={page} />
      <path d="M44 13h32" strokeWidth="3" className={ink} />
      <rect x="26" y="21" width="68" height="27" rx="2.5" className={demo} />
    </>
  )
}

function PopUp() {
  return (
    <>
      <rect x="14" y="5" width="92" height="48" rx="4" className="fill-sunken stroke-line-strong" />
      <rect x="28" y="12" width="64" height="34" rx="3" className={demo} />
    </>
  )
}

function Bubble() {
  return (
    <>
      <rect x="14" y="5" width="92" height="48" rx="4" className={page} />
      <path d="M26 15h28M26 23h40M26 31h34" strokeWidth="2.5" className={ink} />
      <rect x="72" y="38" width="28" height="10" rx="5" className={demo} />
    </>
  )
}

const modes = [
  { mode: 'inline', label: 'Inline', Drawing: Inline },
  { mode: 'popup', label: 'Pop-up', Drawing: PopUp },
  { mode: 'bubble', label: 'Bubble', Drawing: Bubble },
] as const
