import { useState } from 'react'

import { TextField } from './text-field.tsx'

export interface PasswordFieldProps {
  readonly label?: string
  readonly kind: 'current-password' | 'new-password'
  readonly hint?: string
  readonly problem: string | undefined
  readonly autoFocus?: boolean
}

/** A password that can be made visible, so that it needs to be typed only once. */
export function PasswordField({ label = 'Password', kind, hint, problem, autoFocus }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="relative">
      <TextField
        label={label}
        className="[&_input]:pr-16"
        name="password"
        type={isShown ? 'text' : 'password'}
        required
        autoFocus={autoFocus}
        autoComplete={kind}
        autoCapitalize="off"
        spellCheck={false}
        hint={hint}
        problem={problem}
      />
      <button
        type="button"
        aria-label={isShown ? 'Hide characters' : 'Show characters'}
        className="absolute top-6 right-0 h-(--field-height) rounded-control px-3 text-sm font-medium text-muted hover:text-text pointer-coarse:h-11"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
