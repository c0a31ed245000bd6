import { clsx } from 'clsx'
import { useId, type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes } from 'react'

interface FieldText {
  readonly label: string
  /** Visually hidden label. */
  readonly hideLabel?: boolean
  readonly hint?: string | undefined
  readonly problem?: string | undefined
}

/** The style of a field, without its size. */
export const controlClass = clsx(
  'rounded-control border border-control bg-raised px-3 text-text placeholder:text-muted',
  'transition-colors duration-[120ms] hover:border-muted focus-visible:border-ring focus-visible:outline-3 focus-visible:outline-offset-0 focus-visible:outline-ring/25',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-control/50 disabled:text-muted',
)

/** 40 px, less where a container of settings sets it. */
const fieldSize = 'h-(--field-height) text-[length:var(--field-text,inherit)] pointer-coarse:h-11'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldText {
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField({ label, hideLabel, hint, problem, className, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} label={label} hide={hideLabel ?? false} />
      <input
        id={id}
        {...rest}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={hint === undefined && problem === undefined ? undefined : `${id}-note`}
        className={clsx(controlClass, fieldSize, 'w-full read-only:bg-sunken')}
      />
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  )
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldText {
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, hideLabel, hint, problem, className, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} label={label} hide={hideLabel ?? false} />
      <textarea
        id={id}
        {...rest}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={hint === undefined && problem === undefined ? undefined : `${id}-note`}
        className={clsx(controlClass, 'block w-full resize-y py-2 text-sm read-only:bg-sunken')}
      />
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  )
}

function FieldLabel(props: { readonly htmlFor: string; readonly label: string; readonly hide: boolean }) {
  return (
    <label htmlFor={props.htmlFor} className={props.hide ? 'sr-only' : 'mb-1 block text-sm font-medium'}>
      {props.label}
    </label>
  )
}

function FieldNote(props: {
  readonly id: string
  readonly hint: string | undefined
  readonly problem: string | undefined
}) {
  const text = props.problem ?? props.hint
  if (text === undefined) return null
  return (
    <p id={props.id} className={clsx('mt-1 text-xs', props.problem === undefined ? 'text-muted' : 'text-danger')}>
      {text}
    </p>
  )
}
