import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'

import {
  finishSession,
  keptUser,
  onwardAfterError,
  signedInPlace,
  type SessionResult,
} from '../features/sign-in/finish-arrival.ts'
import { readArrival, type Arrival } from '../features/sign-in/read-arrival.ts'
import { SignInLayout } from '../ui/sign-in-layout.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { showToast } from '../ui/toast-store.ts'

/** Handles email links, providers and identity providers, then continues. */
export function ArrivalPage() {
  useTitle('Signing you in')
  const [arrival] = useState(() => readArrival(window.location.search, window.location.hash))
  switch (arrival.kind) {
    case 'session':
      return <SessionArrival arrival={arrival} />
    case 'error':
      return <ErrorArrival code={arrival.code} next={arrival.next} />
    case 'message':
      return (
        <SignInLayout
          title="One more confirmation"
          text="This address is confirmed. Now open the link we sent to the other one."
        >
          <GoOn next={arrival.next} />
        </SignInLayout>
      )
    case 'code':
      return (
        <SignInLayout
          title="This link belongs to another browser"
          text="It only works in the browser that requested it. Open it there, or request a new email here."
        >
          <ButtonLink
            to={arrival.next.startsWith('/reset-password') ? '/forgot-password' : '/login?with=code'}
            tone="accent"
            size="form"
            className="w-full"
          >
            Send a new email
          </ButtonLink>
        </SignInLayout>
      )
    default:
      return <Navigate to="/" replace />
  }
}

function SessionArrival({ arrival }: { readonly arrival: Arrival & { readonly kind: 'session' } }) {
  const navigate = useNavigate()
  const [kept] = useState(keptUser)
  const isSomebodyElse = kept !== null && arrival.claims.userId !== null && kept.id !== arrival.claims.userId
  const [isAgreed, setIsAgreed] = useState(!isSomebodyElse)
  const [result, setResult] = useState<SessionResult>()

  const handleResult = useEffectEvent((next: SessionResult) => {
    setResult(next)
    if (next.kind !== 'done') return
    const { to, state, news } = next.onward
    if (news !== undefined) showToast({ text: news })
    void navigate(to, { replace: true, state })
  })
  useEffect(() => {
    if (!isAgreed) return undefined
    let isWanted = true
    void finishSession(arrival).then((next) => isWanted && handleResult(next))
    return () => {
      isWanted = false
    }
  }, [arrival, isAgreed])

  if (!isAgreed) {
    return (
      <SignInLayout
        title="Switch accounts?"
        text={`You are signed in as ${kept?.name ?? 'somebody else'}. This link signs you in as ${arrival.claims.email ?? 'somebody else'}.`}
      >
        <div className="flex flex-col gap-2">
          <Button tone="accent" size="form" onClick={() => setIsAgreed(true)}>
            Sign in as {arrival.claims.email ?? 'the other one'}
          </Button>
          <ButtonLink to="/dashboard" replace size="form">
            Stay signed in
          </ButtonLink>
        </div>
      </SignInLayout>
    )
  }
  if (result?.kind === 'unreachable') {
    return (
      <SignInLayout title="Nearly there" text="Your link is valid, but the server did not respond.">
        <ErrorState
          title="The server can’t be reached"
          text="Check your connection, then try again."
          onRetry={() => window.location.reload()}
        />
      </SignInLayout>
    )
  }
  if (result?.kind === 'refused') {
    return (
      <SignInLayout title="You are not signed in" text="Your link was not accepted.">
        <FormProblem {...result.problem} />
        <ButtonLink to="/login" replace size="form" className="mt-4 w-full">
          Log in another way
        </ButtonLink>
      </SignInLayout>
    )
  }
  return <PageSpinner label="Signing you in" />
}

/** Signed-in users stay signed in and see it here; others where they can retry. */
function ErrorArrival({ code, next }: { readonly code: string; readonly next: string }) {
  const [kept] = useState(keptUser)
  const [{ to, state }] = useState(() => onwardAfterError(code, next))
  if (kept === null || !to.startsWith('/login')) return <Navigate to={to} replace state={state} />
  return (
    <SignInLayout title="That link was not accepted" text={`You are still signed in as ${kept.name}.`}>
      {state?.problem === undefined ? null : <FormProblem {...state.problem} />}
      <div className="mt-4">
        <GoOn next={next} />
      </div>
    </SignInLayout>
  )
}

function GoOn({ next }: { readonly next: string }) {
  return (
    <ButtonLink to={signedInPlace(next)} replace size="form" className="w-full">
      Continue
    </ButtonLink>
  )
}
