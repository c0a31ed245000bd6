import { clsx } from 'clsx'

import { countText } from '../lib/figure-text.ts'

export interface FilterChipsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly {
    readonly value: Value
    readonly label: string
    readonly count?: number | undefined
    /** Whether it is happening right now. */
    readonly isLive?: boolean
  }[]
  readonly className?: string
  readonly onChange: (value: Value) => void
}

/** Filters of a list, one of them pressed. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  return (
    <div role="group" aria-label={props.label} className={clsx('flex flex-wrap gap-1', props.className)}>
      {props.options.map(({ value, label, count, isLive = false }) => (
        <button
          key={value}
          type="button"
          aria-pressed={props.value === value}
          onClick={() => props.onChange(value)}
          className={clsx(
            'inline-flex h-[26px] items-center gap-1.5 rounded-chip px-2.5 text-xs font-medium whitespace-nowrap pointer-coarse:h-11 pointer-coarse:px-3.5',
            props.value === value ? 'bg-press text-text' : 'text-muted hover:text-text',
          )}
        >
          {isLive ? <span aria-hidden className="size-[7px] rounded-chip bg-spot ring-3 ring-spot/26" /> : null}
          {label}
          {count === undefined ? null : <span className="text-muted tabular-nums">{countText(count)}</span>}
        </button>
      ))}
    </div>
  )
}
