import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from 'react-router'

import { AgentFrame, AgentSkeleton } from '../features/agents/agent-frame.tsx'
import { agentKey, agentQuery } from '../lib/agent-calls.ts'
import { BackendError, failureHint, failureText } from '../lib/backend-error.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageBody } from '../ui/page-header.tsx'

/** One agent: its head and tabs, around the tab's own page. */
export function AgentPage() {
  const { agentId = '' } = useParams()
  const agent = useQuery(agentQuery(agentId))
  useTitle(agent.data?.name ?? 'Agent')
  useFollowedTable('conversations', agentKey(agentId), 5_000)

  if (agent.isPending) return <AgentSkeleton />
  if (agent.data === undefined) {
    const isMissing = agent.error instanceof BackendError && agent.error.kind === 'missing'
    return (
      <PageBody>
        {isMissing ? (
          <EmptyState title="Agent not found" text="It was deleted, or belongs to another workspace.">
            <ButtonLink to="/dashboard/agents">All agents</ButtonLink>
          </EmptyState>
        ) : (
          <ErrorState
            title={failureText(agent.error, 'agentsFailed')}
            text={failureHint(agent.error)}
            onRetry={() => void agent.refetch()}
          />
        )}
      </PageBody>
    )
  }
  return (
    <AgentFrame key={agentId} stored={agent.data}>
      <Outlet />
    </AgentFrame>
  )
}
