import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { setupQuery } from '../lib/setup-calls.ts'
import { conversationsKey, recentConversationsQuery } from '../lib/conversation-calls.ts'
import { homeFiguresQuery } from '../features/home/home-calls.ts'
import { everyLead, leadsQuery } from '../lib/lead-calls.ts'
import { LeadList } from '../features/leads/lead-list.tsx'
import { meetingsAheadQuery } from '../features/rita/rita-calls.ts'
import { RitaFigure } from '../features/rita/rita-figure.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { FigureSkeleton } from '../ui/card-skeleton.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Rita's overview: visits, conversations, and what is missing. */
export function RitaHomePage() {
  useTitle('Rita')
  const figures = useQuery(homeFiguresQuery)
  const conversations = useQuery(recentConversationsQuery)
  const setup = useQuery(setupQuery)
  const leads = useQuery(waiting)
  const meetings = useQuery(meetingsAheadQuery)
  const [openedAt] = useState(Date.now)
  useFollowedTable('leads', leadsKey)
  useFollowedTable('meetings', meetingsAheadQuery.queryKey)
  useFollowedTable('conversations', conversationsKey)
  const failed = [figures, conversations, setup, leads, meetings].find(({ isError }) => isError)
  const isKnown =
    figures.data !== undefined &&
    conversations.data !== undefined &&
    setup.data !== undefined &&
    meetings.data !== undefined

  return (
    <PageBody>
      <PageHeader title="Rita, AI Sales Associate" text="Follows up with the people your demos and agent meet." />
      {failed === undefined ? null : (
        <ErrorState
          title={failureText(failed.error, 'sessionsFailed')}
          text={failureHint(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!isKnown && failed === undefined ? (
        <div role="status" aria-label="Loading Rita">
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {[0, 1, 2, 3].map((tile) => (
              <FigureSkeleton key={tile} />
            ))}
          </div>
          <Skeleton className="mt-8 mb-3 h-7 w-32" />
          <ListSkeleton label="Loading leads" rows={8} isTall="phone" />
        </div>
      ) : null}
      {isKnown ? (
        <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <RitaFigure term="Visits in 28 days" value={figures.data.visits} to="/dashboard/analytics" />
          <RitaFigure term="Conversations" value={conversations.data.total} to="/dashboard/rita/performance" />
          <RitaFigure term="New leads" value={leads.data?.total ?? 0} to="/dashboard/leads?status=new" />
          <RitaFigure term="Upcoming meetings" value={meetings.data} to="/dashboard/leads?meeting=ahead" />
        </dl>
      ) : null}
      {setup.data?.isComplete === false ? (
        <p className="mt-6 rounded-card border border-line bg-surface p-5">
          Rita speaks as your agent does.{' '}
          <Link to="/dashboard/agents" className="font-medium text-accent-text underline underline-offset-4">
            Set up the agent
          </Link>{' '}
          first.
        </p>
      ) : null}
      {/* Wait for the optional parts above, so that nothing moves. */}
      <section
        aria-labelledby="rita-next"
        className="mt-8"
        hidden={failed === undefined ? !isKnown : leads.data === undefined}
      >
        <h2 id="rita-next" className="mb-3 text-lg font-semibold">
          To follow up
        </h2>
        {leads.data === undefined ? (
          <ListSkeleton label="Loading leads" rows={8} isTall="phone" />
        ) : leads.data.leads.length === 0 ? (
          <EmptyState title="No one to follow up with" text="New leads appear here until you set a status.">
            <ButtonLink to="/dashboard/demos">Share a demo</ButtonLink>
          </EmptyState>
        ) : (
          <LeadList leads={leads.data.leads} openedAt={openedAt} />
        )}
      </section>
    </PageBody>
  )
}

const leadsKey = ['leads']
const waiting = leadsQuery({ ...everyLead, status: 'new' }, 8)
