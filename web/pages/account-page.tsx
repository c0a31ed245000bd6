import { useRef, useState } from 'react'

import { PageBody, PageHeader } from '../layout/page-header.tsx'
import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { useSession } from '../lib/session.ts'
import { changePassword, type FormOutcome } from '../lib/sign-in.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'

export function AccountPage() {
  useTitle('Account')
  const session = useSession()
  const email = session.status === 'signed-in' || session.status === 'expired' ? session.user.email : ''
  return (
    <PageBody>
      <PageHeader title="Account" />
      <div className="flex max-w-md flex-col gap-8">
        <section>
          <h2 className="mb-3 text-lg font-semibold">Email</h2>
          <p className="break-words">{email}</p>
        </section>
        <PasswordSection email={email} />
        <section>
          <h2 className="mb-3 text-lg font-semibold">Appearance</h2>
          <ThemeSwitch />
        </section>
      </div>
    </PageBody>
  )
}

function PasswordSection({ email }: { readonly email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<FormOutcome>()
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(data: FormData): Promise<void> {
    setIsBusy(true)
    const result = await changePassword(String(data.get('password')))
    setIsBusy(false)
    setOutcome(result)
    if (result.ok) form.current?.reset()
  }

  return (
    <section>
      <h2 className="mb-3 text-lg font-semibold">Change password</h2>
      <form
        ref={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void handleSubmit(new FormData(event.currentTarget))
        }}
      >
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {outcome === undefined ? null : outcome.ok ? (
          <Notice tone="success">Your password was changed.</Notice>
        ) : (
          <Notice tone="danger">
            {outcome.text} {outcome.hint}
          </Notice>
        )}
        <TextField
          label="New password"
          name="password"
          type="password"
          required
          minLength={6}
          autoComplete="new-password"
          hint="At least 6 characters."
        />
        <div>
          <Button type="submit" size="form" disabled={isBusy}>
            {isBusy ? 'Changing…' : 'Change password'}
          </Button>
        </div>
      </form>
    </section>
  )
}
