import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { forgetSession } from '../../lib/session.ts'
import { submit, type FormOutcome } from '../../lib/submit.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CallForm } from '../../ui/call-form.tsx'

export interface DeleteAccountDialogProps {
  readonly email: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

interface WorkspaceFate {
  readonly workspace_id: string
  readonly name: string
  readonly fate: 'delete' | 'leave' | 'hand_over'
}

/** Lists what is deleted and asks to type a confirmation. There is no undo. */
export function DeleteAccountDialog({ email, isOpen, onOpenChange }: DeleteAccountDialogProps) {
  return (
    <Dialog
      title="Delete your account"
      description="This can’t be undone. Links to your demos stop working immediately."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Confirmation email={email} />
    </Dialog>
  )
}

function Confirmation({ email }: { readonly email: string }) {
  const navigate = useNavigate()
  const word = email === '' ? 'delete' : email
  const [typed, setTyped] = useState('')
  const [isLoginNeeded, setIsLoginNeeded] = useState(false)
  const plan = useQuery({ queryKey: ['account', 'deletion'], queryFn: loadPlan, staleTime: 0 })

  async function handleDelete(): Promise<FormOutcome> {
    const outcome = await submit('Your account was not deleted.', () => fetchAsUser('DELETE', '/account/v1/account'))
    if (!outcome.ok) {
      setIsLoginNeeded(outcome.code === 'recent_sign_in_needed' || outcome.code === 'second_factor_needed')
      return outcome
    }
    await navigate('/')
    await forgetSession()
    return { ok: true }
  }

  if (plan.isError)
    return <FormProblem text="Could not check what would be deleted." hint="Close this and try again." />
  if (plan.data === undefined) return <Spinner label="Checking…" />
  const blocked = plan.data.filter(({ fate }) => fate === 'hand_over')
  if (blocked.length > 0) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="danger">
          Other people work in {namesOf(blocked)}, and nobody else owns it. Make one of them an owner, or remove them,
          then delete your account.
        </Notice>
        <ButtonLink
          to={`/dashboard/settings/members?workspace=${blocked[0]?.workspace_id ?? ''}`}
          tone="accent"
          size="form"
        >
          Open members
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <ul className="list-disc space-y-1 pl-5 text-sm">
        <li>Your account, sessions and login methods will be deleted.</li>
        {plan.data.map(({ workspace_id: id, name, fate }) => (
          <li key={id}>
            {fate === 'delete'
              ? `“${name}” is deleted with its demos, images and conversations.`
              : `You will leave “${name}”. Your work there stays.`}
          </li>
        ))}
      </ul>
      {isLoginNeeded ? (
        <Button size="form" onClick={() => void forgetSession()}>
          Log in again
        </Button>
      ) : null}
      <CallForm
        submitLabel="Delete account and data"
        busyLabel="Deleting…"
        tone="danger"
        isWaiting={typed.trim().toLowerCase() !== word.toLowerCase()}
        onSubmit={handleDelete}
      >
        {() => (
          <TextField
            label={`Type “${word}” to confirm`}
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </CallForm>
    </div>
  )
}

function loadPlan(): Promise<readonly WorkspaceFate[]> {
  return ask('accountFailed', (client) => client.rpc('account_deletion_plan'))
}

function namesOf(workspaces: readonly WorkspaceFate[]): string {
  return workspaces.map(({ name }) => `“${name}”`).join(', ')
}
