import { TextField } from './text-field.tsx'
import { keepTypedAddress, typedAddress } from '../lib/typed-address.ts'

/** Spec §5: required, of email type. Remembers the address across sign-in pages. */
export function EmailField(props: {
  readonly label?: string
  readonly hint?: string
  /** For fields shown after choosing this method. */
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
