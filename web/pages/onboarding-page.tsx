import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'

import { AccountStep } from '../features/agent-setup/account-step.tsx'
import { SetupFlow } from '../features/agent-setup/setup-flow.tsx'
import { SetupSkeleton } from '../features/agent-setup/setup-skeleton.tsx'
import { useSetup } from '../features/agent-setup/use-setup.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'

/** The onboarding wizard (spec §2, §4): five steps for visitors, four when signed in. */
export function OnboardingPage() {
  useTitle('Set up your agent')
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Wizard />
      <TooltipLayer />
    </QueryClientProvider>
  )
}

function Wizard() {
  const session = useSession()
  const navigate = useNavigate()
  const toDashboard = () => void navigate('/dashboard')

  switch (session.status) {
    case 'loading':
      return <SetupSkeleton />
    case 'signed-in':
    case 'expired':
      return (
        <SetupFlow userId={session.user.id} leaveLabel="Skip for now" onLeave={toDashboard} onComplete={toDashboard} />
      )
    case 'second-factor':
      return <Navigate to="/login/verify" replace state={{ from: '/onboarding' }} />
    default:
      return <VisitorStep onLeave={() => void navigate('/')} />
  }
}

function VisitorStep({ onLeave }: { readonly onLeave: () => void }) {
  const { setup } = useSetup(null)
  return setup === null ? <SetupSkeleton /> : <AccountStep setup={setup} onLeave={onLeave} />
}
