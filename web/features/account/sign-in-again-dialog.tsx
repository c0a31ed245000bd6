import { useState } from 'react'

import { signIn } from '../../lib/sign-in.ts'
import { signOut, type SignedInUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface SignInAgainDialogProps {
  readonly user: SignedInUser
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Over the page as it is, so that what was typed is still there afterwards. Only signing in or out closes it. */
export function SignInAgainDialog({ user, isOpen, onOpenChange }: SignInAgainDialogProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(form: FormData): Promise<void> {
    setIsBusy(true)
    const outcome = await signIn(user.email, String(form.get('password')))
    setIsBusy(false)
    if (!outcome.ok) setProblem([outcome.text, outcome.hint].filter(Boolean).join(' '))
  }

  return (
    <Dialog
      title="Sign in again"
      description="Your session has ended. Your work is kept; sign in to go on where you are."
      isOpen={isOpen}
      canClose={false}
      onOpenChange={onOpenChange}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void handleSubmit(new FormData(event.currentTarget))
        }}
      >
        {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
        <TextField label="Email" type="email" value={user.email} readOnly autoComplete="username" />
        <TextField
          label="Password"
          name="password"
          type="password"
          required
          autoFocus
          autoComplete="current-password"
        />
        <div className="flex justify-between gap-2">
          <Button tone="quiet" size="form" onClick={() => void signOut()}>
            Sign out
          </Button>
          <Button tone="accent" size="form" type="submit" disabled={isBusy}>
            {isBusy ? 'Signing in…' : 'Sign in'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
