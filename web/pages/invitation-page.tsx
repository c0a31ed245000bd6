import { useEffect, useState, type ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'

import { acceptInvitation, loadInvitation, type Invitation } from '../features/settings/invitation-calls.ts'
import { keepPendingInvitation, forgetPendingInvitation } from '../features/settings/pending-invitation.ts'
import { roleLabel } from '../lib/roles.ts'
import { CallForm } from '../ui/call-form.tsx'
import { SessionGate } from '../features/sign-in/session-gate.tsx'
import { SignInLayout, SignInSkeleton } from '../ui/sign-in-layout.tsx'
import { forgetSession, type SignedInUser } from '../lib/session.ts'
import { keepTypedAddress } from '../lib/typed-address.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { actionLinkClass, textLinkClass } from '../ui/text-link.ts'
import { showToast } from '../ui/toast-store.ts'

/** Where the link of an invitation leads, signed in or not. */
export function InvitationPage() {
  useTitle('Invitation')
  const { token = '' } = useParams()
  const [invitation, setInvitation] = useState<Invitation | null>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (hasFailed) return undefined
    let isWanted = true
    loadInvitation(token).then(
      (loaded) => isWanted && setInvitation(loaded),
      () => isWanted && setHasFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [token, hasFailed])

  if (hasFailed) {
    return (
      <SignInLayout title="Your invitation" text="The invitation could not be opened.">
        <ErrorState
          title="The server can’t be reached"
          text="Check your connection, then try again. The invitation is still valid."
          onRetry={() => setHasFailed(false)}
        />
      </SignInLayout>
    )
  }
  if (invitation === undefined) return <SignInSkeleton label="Opening your invitation" />
  if (invitation === null) return <Gone />
  return (
    <SessionGate
      whenSignedOut={<SignInFirst invitation={invitation} token={token} />}
      whenSecondFactor={<SignInFirst invitation={invitation} token={token} />}
    >
      {(user) => <Accept invitation={invitation} token={token} user={user} />}
    </SessionGate>
  )
}

function Invited({ invitation, children }: { readonly invitation: Invitation; readonly children: ReactNode }) {
  return (
    <SignInLayout
      title={`Join “${invitation.workspace_name}”`}
      text={`${invitation.inviter ?? 'Somebody'} invited you as ${roleLabel(invitation.role)}.`}
    >
      <div className="flex flex-col gap-4">{children}</div>
    </SignInLayout>
  )
}

function Gone() {
  useEffect(() => forgetPendingInvitation(), [])
  return (
    <SignInLayout title="Invitation expired" text="It was used or withdrawn, or it has expired. Ask for a new one.">
      <ButtonLink to="/dashboard" size="form">
        Go to your dashboard
      </ButtonLink>
    </SignInLayout>
  )
}

interface AcceptProps {
  readonly invitation: Invitation
  readonly token: string
}

function SignInFirst({ invitation, token }: AcceptProps) {
  useEffect(() => {
    // New accounts start on the dashboard, which returns them here.
    keepPendingInvitation(token)
    keepTypedAddress(invitation.email)
  }, [token, invitation.email])
  const state = { from: `/invitations/${token}` }
  return (
    <Invited invitation={invitation}>
      <Notice tone="plain">
        It is for <strong className="font-semibold break-words">{invitation.email}</strong>. Use that address.
      </Notice>
      <ButtonLink to="/signup" state={state} tone="accent" size="form">
        Create an account
      </ButtonLink>
      <p className="text-sm text-muted">
        Already have an account?{' '}
        <Link to="/login" state={state} className={textLinkClass}>
          Log in
        </Link>
      </p>
    </Invited>
  )
}

function Accept({ invitation, token, user }: AcceptProps & { readonly user: SignedInUser }) {
  const navigate = useNavigate()
  if (user.email.toLowerCase() !== invitation.email) {
    return (
      <Invited invitation={invitation}>
        <Notice tone="plain">
          It is for <strong className="font-semibold break-words">{invitation.email}</strong>, and you are signed in as{' '}
          <strong className="font-semibold break-words">{user.email}</strong>.
        </Notice>
        <Button size="form" onClick={() => void forgetSession()}>
          Sign out and use the other address
        </Button>
        <Link to="/dashboard" className={`${actionLinkClass} self-center`} onClick={forgetPendingInvitation}>
          Not now
        </Link>
      </Invited>
    )
  }
  return (
    <Invited invitation={invitation}>
      <CallForm
        submitLabel="Join workspace"
        busyLabel="Joining…"
        onSubmit={async () => {
          const outcome = await acceptInvitation(token, invitation.workspace_name)
          if (outcome.ok) {
            forgetPendingInvitation()
            showToast({ text: `You are now in “${invitation.workspace_name}”.` })
            await navigate('/dashboard/demos', { replace: true })
          }
          return outcome
        }}
      >
        {() => null}
      </CallForm>
      <Link to="/dashboard" className={`${actionLinkClass} self-center`} onClick={forgetPendingInvitation}>
        Not now
      </Link>
    </Invited>
  )
}
