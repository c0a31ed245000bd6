import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'

import { AgentFace } from '../../ui/agent-face.tsx'

const hues = [
  [292, 'Violet'],
  [240, 'Blue'],
  [200, 'Teal'],
  [150, 'Green'],
  [100, 'Olive'],
  [60, 'Amber'],
  [20, 'Red'],
  [330, 'Magenta'],
] as const

export interface HueChoiceProps {
  readonly hue: number
  readonly disabled: boolean
  readonly onChange: (hue: number) => void
}

/** The colour of the agent's face. */
export function HueChoice({ hue, disabled, onChange }: HueChoiceProps) {
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-1 text-sm font-medium">
        Colour
      </p>
      <RadioGroup
        aria-labelledby={id}
        value={String(hue)}
        disabled={disabled}
        onValueChange={(value: string) => onChange(Number(value))}
        className="grid max-w-84 grid-cols-8 gap-1"
      >
        {hues.map(([value, label]) => (
          <Radio.Root
            key={value}
            value={String(value)}
            aria-label={label}
            className="flex aspect-square max-w-11 min-w-0 items-center justify-center rounded-chip border-2 border-transparent data-checked:border-accent pointer-coarse:max-w-none"
          >
            <AgentFace hue={value} size={28} />
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  )
}
