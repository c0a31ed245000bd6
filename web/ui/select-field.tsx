import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, type SelectHTMLAttributes } from 'react'

import { controlClass } from './text-field.tsx'

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The browser's own select, which works best on phones and by keyboard. The caller sets its size. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select
        {...rest}
        className={clsx(controlClass, 'appearance-none text-ellipsis pr-8 text-sm disabled:opacity-60', className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
      />
    </span>
  )
}

export interface SelectFieldProps extends SelectProps {
  readonly label: string
  /** Visually hidden label. */
  readonly hideLabel?: boolean
}

export function SelectField({ label, hideLabel = false, className, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 block text-sm font-medium'}>
        {label}
      </label>
      <Select id={id} {...rest} className="h-(--field-height) w-full pointer-coarse:h-11" />
    </div>
  )
}
