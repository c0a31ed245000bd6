import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

export interface ChoiceCardsProps {
  readonly label: string
  readonly value: string
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly text?: string
    readonly picture?: ReactNode
    /** Beside the label, outside the clickable area. */
    readonly aside?: ReactNode
  }[]
  /** On wide screens. */
  readonly columns?: 2 | 3
  readonly onChange: (value: string) => void
}

/** A few choices side by side, on phones as the rows of one list; arrow keys move between them. */
export function ChoiceCards({ label, value, options, columns = 2, onChange }: ChoiceCardsProps) {
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-1 text-sm font-medium">
        {label}
      </p>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={onChange}
        className={clsx(
          'grid max-sm:divide-y max-sm:divide-line max-sm:overflow-clip max-sm:rounded-card max-sm:border max-sm:border-control/60 sm:gap-2',
          columns === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2',
        )}
      >
        {options.map((option) => (
          <div
            key={option.value}
            className="relative flex min-h-11 items-center gap-3 bg-surface px-3 py-1 has-data-checked:bg-accent-soft sm:rounded-card sm:border sm:border-control/60 sm:py-2 sm:has-data-checked:border-accent"
          >
            <Radio.Root
              value={option.value}
              aria-labelledby={`${id}-${option.value}`}
              className="flex size-4 shrink-0 items-center justify-center rounded-chip border border-control bg-surface after:absolute after:inset-0 after:rounded-card data-checked:border-accent-fill"
            >
              <Radio.Indicator className="size-2 rounded-chip bg-accent-fill" />
            </Radio.Root>
            {option.picture}
            <span id={`${id}-${option.value}`} className="min-w-0 flex-1 text-sm">
              <span className="block font-medium">{option.label}</span>
              {option.text === undefined ? null : <span className="block text-xs text-muted">{option.text}</span>}
            </span>
            {option.aside === undefined ? null : <span className="relative z-10 -my-2 -mr-2">{option.aside}</span>}
          </div>
        ))}
      </RadioGroup>
    </div>
  )
}
