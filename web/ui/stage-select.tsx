import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'

export interface StageSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** A select on the dark stage. */
export function StageSelect({ options, className, ...rest }: StageSelectProps) {
  return (
    <span className={`relative block min-w-0 ${className ?? ''}`}>
      <select
        {...rest}
        className="h-8 w-full appearance-none rounded-control border border-stage-line bg-stage-raised pr-8 pl-2.5 text-sm text-ellipsis text-stage-text disabled:opacity-60 pointer-coarse:h-11"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-stage-muted"
      />
    </span>
  )
}
