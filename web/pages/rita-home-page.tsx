import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { setupQuery } from '../features/agent-setup/setup-calls.ts'
import { conversationsQuery } from '../features/conversations/conversation-calls.ts'
import { homeFiguresQuery } from '../features/home/home-calls.ts'
import { PageBody, PageHeader } from '../layout/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useTitle } from '../lib/use-title.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** What Rita has to work with: who came, who talked, and what is still missing. */
export function RitaHomePage() {
  useTitle('Rita')
  const figures = useQuery(homeFiguresQuery)
  const conversations = useQuery(conversationsQuery)
  const setup = useQuery(setupQuery)
  const failed = [figures, conversations, setup].find(({ isError }) => isError)

  return (
    <PageBody>
      <PageHeader
        title="Rita, AI Sales Associate"
        text="She follows up with the people your demos and your agent meet."
      />
      {failed === undefined ? null : (
        <ErrorState
          title={failureText(failed.error, 'sessionsFailed')}
          text={failureHint(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      )}
      {figures.data === undefined || conversations.data === undefined ? (
        failed === undefined && <Skeleton className="h-28" />
      ) : (
        <dl className="grid gap-3 sm:grid-cols-2">
          <Figure term="Visits in 30 days" value={figures.data.visits} to="/dashboard/analytics" />
          <Figure
            term="Conversations to follow up"
            value={conversations.data.length}
            to="/dashboard/rita/performance"
          />
        </dl>
      )}
      {setup.data?.isComplete === false ? (
        <p className="mt-6 rounded-card border border-line bg-surface p-5">
          Rita speaks as your agent does.{' '}
          <Link to="/dashboard/agents" className="font-medium text-accent-text underline underline-offset-4">
            Set up the agent
          </Link>{' '}
          first.
        </p>
      ) : null}
    </PageBody>
  )
}

function Figure({ term, value, to }: { readonly term: string; readonly value: number; readonly to: string }) {
  return (
    <div className="rounded-card border border-line bg-surface px-5 py-4">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="mt-1 text-2xl font-semibold tabular-nums">
        <Link to={to} className="hover:underline">
          {value.toLocaleString()}
        </Link>
      </dd>
    </div>
  )
}
