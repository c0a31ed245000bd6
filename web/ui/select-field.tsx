import { clsx } from 'clsx'
import { useId, type SelectHTMLAttributes } from 'react'

import { inputClass } from './text-field.tsx'

export interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string
  /** Keeps the label for assistive technology only. */
  readonly hideLabel?: boolean
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The browser's own list: it is as good on a phone as there, and by keyboard. */
export function SelectField({ label, hideLabel = false, options, className, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 block text-sm font-medium'}>
        {label}
      </label>
      <select
        id={id}
        {...rest}
        className={clsx(inputClass, 'h-10 pr-8 text-sm disabled:opacity-60 pointer-coarse:h-11')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
