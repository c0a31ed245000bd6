import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'

export interface QuietSelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'aria-label'> {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** A select in a page header: as wide as its value, without a border. */
export function QuietSelect({ label, options, className, ...rest }: QuietSelectProps) {
  return (
    <span className={clsx('relative inline-flex max-w-60 min-w-0', className)}>
      <select
        {...rest}
        aria-label={label}
        className="h-8 w-full max-w-full cursor-pointer appearance-none truncate rounded-control bg-transparent pr-7 pl-2 text-sm font-medium text-text [field-sizing:content] hover:bg-hover pointer-coarse:h-11"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-text">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
