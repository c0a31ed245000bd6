import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'

import { Switch as BaseSwitch } from '@base-ui/react/switch'

/* Dense rows of the inspector: label left, value right, 32 px high, a border only on hover and focus. */

/** A value without a border until hovered or focused. */
export const valueClass = clsx(
  'min-h-7 w-full min-w-0 rounded-control border border-transparent bg-transparent px-2 text-sm text-text',
  'transition-colors duration-[120ms] placeholder:text-muted hover:bg-hover focus-visible:bg-surface',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:text-muted pointer-coarse:min-h-11',
)

interface RowProps {
  readonly label: string
  /** Accessible name of the control, unless it is labelled in another way. */
  readonly htmlFor?: string
  readonly id?: string
  readonly problem?: string | null | undefined
  readonly children: ReactNode
}

export function Row({ label, htmlFor, id, problem, children }: RowProps) {
  const Label = htmlFor === undefined ? 'span' : 'label'
  return (
    <div className="grid min-h-8 grid-cols-[5.75rem_minmax(0,1fr)] items-center pointer-coarse:min-h-11">
      <Label {...(htmlFor !== undefined && { htmlFor })} id={id} className="text-sm text-muted">
        {label}
      </Label>
      <div className="flex min-w-0 items-center gap-1">{children}</div>
      {problem === null || problem === undefined ? null : (
        <p id={`${htmlFor ?? id ?? ''}-problem`} className="col-start-2 px-2 pb-1 text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

export interface TextRowProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly problem?: string | null | undefined
  readonly ref?: Ref<HTMLInputElement>
}

export function TextRow({ label, problem, className, ...rest }: TextRowProps) {
  const id = useId()
  const hasProblem = problem !== null && problem !== undefined
  return (
    <Row label={label} htmlFor={id} problem={problem}>
      <input
        id={id}
        {...rest}
        aria-invalid={hasProblem || undefined}
        aria-describedby={hasProblem ? `${id}-problem` : undefined}
        className={clsx(valueClass, 'text-ellipsis', className)}
      />
    </Row>
  )
}

export interface LinesRowProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string
}

/** One line high; while focused, as high as its text. */
export function LinesRow({ label, className, ...rest }: LinesRowProps) {
  const id = useId()
  return (
    <Row label={label} htmlFor={id}>
      <textarea
        id={id}
        rows={1}
        {...rest}
        className={clsx(
          valueClass,
          'block max-h-7 resize-none overflow-hidden py-[3px] leading-5 field-sizing-content focus:max-h-40 focus:overflow-y-auto',
          'not-focus:mask-r-from-88% not-focus:whitespace-nowrap',
          'pointer-coarse:max-h-11 pointer-coarse:py-2.5',
          className,
        )}
      />
    </Row>
  )
}

export interface ChoiceRowProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly disabled?: boolean
  readonly onChange: (value: Value) => void
}

/** A native select. */
export function ChoiceRow<Value extends string>({ label, value, options, disabled, onChange }: ChoiceRowProps<Value>) {
  const id = useId()
  return (
    <Row label={label} htmlFor={id}>
      <span className="relative block w-full min-w-0">
        <select
          id={id}
          value={value}
          disabled={disabled}
          className={clsx(valueClass, 'appearance-none pr-7 text-ellipsis')}
          onChange={({ currentTarget }) => {
            const chosen = options.find((option) => option.value === currentTarget.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
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
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
        />
      </span>
    </Row>
  )
}

export interface SegmentRowProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[]
  readonly onChange: (value: Value) => void
}

/** Two to five choices side by side; arrow keys move between them. */
export function SegmentRow<Value extends string>({ label, value, options, onChange }: SegmentRowProps<Value>) {
  const id = useId()
  return (
    <Row label={label} id={id}>
      <div
        role="radiogroup"
        aria-labelledby={id}
        className="mr-2 ml-1 flex w-full rounded-control bg-sunken p-0.5 inset-ring inset-ring-line"
      >
        {options.map((option) => (
          <label
            key={option.value}
            title={option.label}
            className="relative flex h-6 min-w-0 flex-1 cursor-pointer items-center justify-center rounded-tiny text-xs font-medium text-muted has-checked:bg-raised has-checked:text-text has-checked:shadow-raised has-checked:ring has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:h-10"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              aria-label={option.label}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-tiny"
            />
            {option.icon ?? <span aria-hidden>{option.label}</span>}
          </label>
        ))}
      </div>
    </Row>
  )
}

export interface SwitchRowProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function SwitchRow({ label, isOn, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <Row label={label} id={id}>
      <BaseSwitch.Root
        aria-labelledby={id}
        checked={isOn}
        onCheckedChange={onChange}
        className="relative mr-2 ml-auto flex h-4 w-7 shrink-0 rounded-chip bg-control p-0.5 transition-colors duration-[120ms] after:absolute after:-inset-2.5 data-checked:bg-accent-fill"
      >
        <BaseSwitch.Thumb className="size-3 rounded-chip bg-white transition-transform duration-[120ms] data-checked:translate-x-3" />
      </BaseSwitch.Root>
    </Row>
  )
}

export interface PercentInputProps {
  /** Accessible name. */
  readonly label: string
  /** Shown before the number. */
  readonly mark: string
  readonly value: number
  readonly min?: number
  readonly max?: number
  readonly onChange: (percent: number) => void
}

/** A percentage with one decimal; applied on Enter and blur. */
export function PercentInput({ label, mark, value, min = 0, max = 100, onChange }: PercentInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = String(Math.round(value * 10) / 10)

  function apply(): void {
    const wanted = typed === null ? Number.NaN : Number(typed)
    setTyped(null)
    if (typed?.trim() !== '' && Number.isFinite(wanted) && typed !== shown)
      onChange(Math.min(max, Math.max(min, wanted)))
  }

  return (
    <span className="relative block min-w-0 flex-1">
      <span aria-hidden className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-xs text-muted">
        {mark}
      </span>
      <input
        inputMode="decimal"
        aria-label={label}
        value={typed ?? shown}
        className={clsx(valueClass, 'pr-5 pl-6 tabular-nums')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
          const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
          if (direction === undefined) return
          event.preventDefault()
          setTyped(null)
          onChange(Math.min(max, Math.max(min, value + direction * (event.shiftKey ? 5 : 0.5))))
        }}
      />
      <span aria-hidden className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-xs text-muted">
        %
      </span>
    </span>
  )
}
