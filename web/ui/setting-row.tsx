import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'

/** Rows of 40 px separated by hairlines: label on the left, value on the right. */
export function SettingRows({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <div className={clsx('divide-y divide-line border-y border-line', className)}>{children}</div>
}

export interface SettingRowProps {
  readonly label: string
  /** For a value with its own label. */
  readonly labelId?: string
  readonly htmlFor?: string
  readonly children: ReactNode
}

export function SettingRow({ label, labelId, htmlFor, children }: SettingRowProps) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 pointer-coarse:min-h-12">
      {htmlFor === undefined ? (
        <span id={labelId} className="shrink-0 text-muted">
          {label}
        </span>
      ) : (
        <label htmlFor={htmlFor} className="shrink-0 text-muted">
          {label}
        </label>
      )}
      <div className="flex min-w-0 items-center justify-end gap-2">{children}</div>
    </div>
  )
}

export interface SwitchRowProps {
  readonly label: string
  /** The switch's accessible name, if the label isn't enough. */
  readonly name?: string
  /** Text beside the switch. */
  readonly state?: string
  readonly isOn: boolean
  readonly disabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

export function SwitchRow({ label, name, state, isOn, disabled = false, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <SettingRow label={label} labelId={id}>
      {state === undefined ? null : <span aria-hidden>{state}</span>}
      <BaseSwitch.Root
        {...(name === undefined ? { 'aria-labelledby': id } : { 'aria-label': name })}
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
        className="relative flex h-4 w-7 shrink-0 rounded-chip bg-control p-0.5 transition-colors duration-[120ms] before:absolute before:-inset-2 data-checked:bg-accent-fill data-disabled:opacity-50 pointer-coarse:h-6 pointer-coarse:w-10"
      >
        <BaseSwitch.Thumb className="size-3 rounded-chip bg-white transition-transform duration-[120ms] data-checked:translate-x-3 pointer-coarse:size-5 pointer-coarse:data-checked:translate-x-4" />
      </BaseSwitch.Root>
    </SettingRow>
  )
}

export interface SelectRowProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly disabled?: boolean
  /** Before the value, such as a face. */
  readonly mark?: ReactNode
  readonly onChange: (value: string) => void
}

/** The browser's own select, styled as a value. */
export function SelectRow({ label, value, options, disabled = false, mark, onChange }: SelectRowProps) {
  const id = useId()
  return (
    <SettingRow label={label} htmlFor={id}>
      {mark}
      <span className="relative -mr-1.5 min-w-0">
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="h-8 w-full appearance-none truncate rounded-control bg-transparent pr-6 pl-2 text-right text-text field-sizing-content hover:bg-hover disabled:text-muted pointer-coarse:h-11 [&>option]:bg-raised"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={14}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 text-muted"
        />
      </span>
    </SettingRow>
  )
}
