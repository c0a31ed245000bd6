import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[]
  readonly onChange: (value: Value) => void
  readonly className?: string
}

/** A segmented control: a few views of the same data, one of them selected. Views with an icon show it instead of their name. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  return (
    <div
      role="group"
      aria-label={props.label}
      className={clsx('inline-flex gap-0.5 rounded-control bg-hover p-0.5', props.className)}
    >
      {props.options.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          aria-label={icon === undefined ? undefined : label}
          title={icon === undefined ? undefined : label}
          aria-pressed={props.value === value}
          onClick={() => props.onChange(value)}
          className={clsx(
            'flex h-6 min-w-7 flex-auto items-center justify-center rounded-tiny px-2 text-xs font-medium whitespace-nowrap transition-colors duration-[120ms] pointer-coarse:h-11 pointer-coarse:min-w-11',
            props.value === value
              ? 'bg-raised text-text shadow-[0_0_0_1px_var(--line),var(--shadow-raised-value)]'
              : 'text-muted hover:text-text',
          )}
        >
          {icon ?? label}
        </button>
      ))}
    </div>
  )
}
