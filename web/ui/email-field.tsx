import { TextField } from './text-field.tsx'
import { keepTypedAddress, typedAddress } from '../lib/typed-address.ts'

/** Spec §5: required, of email type. What was typed on one page of signing in is there on the next. */
export function EmailField(props: {
  readonly label?: string
  readonly hint?: string
  /** Where somebody has just chosen this way of signing in, and the keyboard should go on here. */
  readonly autoFocus?: boolean
  readonly problem: string | undefined
}) {
  return (
    <TextField
      label={props.label ?? 'Email'}
      name="email"
      type="email"
      required
      autoFocus={props.autoFocus}
      autoComplete="username"
      inputMode="email"
      defaultValue={typedAddress()}
      onChange={(event) => keepTypedAddress(event.currentTarget.value)}
      hint={props.hint}
      problem={props.problem}
    />
  )
}
