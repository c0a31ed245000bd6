import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'

import { setupQuery } from '../lib/setup-calls.ts'
import { TalkingNow } from '../features/agents/talking-now.tsx'
import { agentsKey, agentsQuery } from '../lib/agent-calls.ts'
import { liveConversationsQuery } from '../lib/conversation-calls.ts'
import { homeFiguresQuery } from '../features/home/home-calls.ts'
import { everyLead, leadsQuery, meetingsAheadKey, meetingsAheadQuery } from '../lib/lead-calls.ts'
import { LeadList } from '../features/leads/lead-list.tsx'
import { sampleLeads } from '../features/leads/sample-leads.ts'
import { NextMeetings } from '../features/rita/next-meetings.tsx'
import { RitaFigure, ritaFiguresClass } from '../features/rita/rita-figure.tsx'
import { RitaBody } from '../features/rita/rita-body.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { relativeTime } from '../lib/relative-time.ts'
import { soonText } from '../lib/dates.ts'
import { countText } from '../lib/figure-text.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useSample } from '../lib/use-sample.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LeadsIllustration } from '../ui/illustrations/leads-illustration.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { SampleNotice } from '../ui/sample-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Rita's overview: figures, conversations in progress, and who to follow up with. */
export function RitaHomePage() {
  useTitle('Rita')
  const figures = useQuery(homeFiguresQuery)
  const setup = useQuery(setupQuery)
  const leads = useQuery(waiting)
  const meetings = useQuery(meetingsAheadQuery(waitingMax))
  const agents = useQuery(agentsQuery)
  const talks = useQuery(liveConversationsQuery)
  const [openedAt] = useState(Date.now)
  const [isSample, setSample] = useSample()
  useFollowedTable('leads', leadsKey)
  useFollowedTable('meetings', meetingsAheadKey)
  useFollowedTable('conversations', agentsKey)
  const [talked, talking] = (agents.data ?? []).reduce<readonly [number, number]>(
    ([all, live], agent) => [all + agent.figures.talks, live + agent.figures.talking],
    [0, 0],
  )
  const newest = leads.data?.leads[0]
  const soonest = meetings.data?.meetings[0]
  const failed = [figures, agents, setup, leads, meetings].find(({ isError }) => isError)
  const isKnown =
    figures.data !== undefined &&
    agents.data !== undefined &&
    setup.data !== undefined &&
    meetings.data !== undefined &&
    !talks.isPending

  return (
    <>
      <PageBar title="Home" />
      <RitaBody>
        {failed === undefined ? null : (
          <ErrorState
            title={failureText(failed.error, 'sessionsFailed')}
            text={failureHint(failed.error)}
            onRetry={() => void failed.refetch()}
          />
        )}
        {!isKnown && failed === undefined ? (
          <div role="status" aria-label="Loading Rita">
            <div className={ritaFiguresClass}>
              {[0, 1, 2, 3].map((tile) => (
                <Skeleton key={tile} className="my-1 h-13 w-24" />
              ))}
            </div>
            <Skeleton className="mb-3 h-5 w-32" />
            <ListSkeleton label="Loading leads" rows={8} isTall="phone" />
          </div>
        ) : null}
        {isKnown ? (
          <dl className={ritaFiguresClass}>
            <RitaFigure
              term="Visits in 28 days"
              value={figures.data.visits}
              to="/dashboard/analytics"
              note={figures.data.visits === 0 ? null : `${countText(figures.data.completed.hits)} finished`}
            />
            <RitaFigure
              term="Conversations"
              value={talked}
              to="/dashboard/rita/performance"
              note={talking === 0 ? null : <span className="text-warning">{talking} talking now</span>}
            />
            <RitaFigure
              term="New leads"
              value={leads.data?.total ?? 0}
              to="/dashboard/leads?status=new"
              note={newest === undefined ? null : `Latest ${relativeTime(newest.created_at)}`}
            />
            <RitaFigure
              term="Upcoming meetings"
              value={meetings.data.total}
              to="/dashboard/leads?meeting=ahead"
              note={soonest === undefined ? null : `Next ${soonText(soonest.starts_at)}`}
            />
          </dl>
        ) : null}
        {setup.data?.isComplete === false ? (
          <p className="mb-7 rounded-card bg-sunken p-4">
            Rita speaks like your agent.{' '}
            <Link to="/dashboard/agents" className="font-medium text-accent-text underline underline-offset-4">
              Set up the agent
            </Link>{' '}
            first.
          </p>
        ) : null}
        {/* Wait for the optional parts above, so that nothing moves. */}
        {isKnown ? <TalkingNow agents={agents.data} /> : null}
        <div
          className={clsx(
            'mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-7',
            (meetings.data?.total ?? 0) > 0 && 'xl:grid-cols-[minmax(0,1fr)_18rem]',
          )}
          hidden={failed === undefined ? !isKnown : leads.data === undefined}
        >
          <section aria-labelledby="rita-next">
            <h2 id="rita-next" className={headClass}>
              To follow up
            </h2>
            {isSample ? (
              <>
                <SampleNotice onLeave={() => setSample(false)} />
                <LeadList
                  leads={sampleLeads(openedAt).filter(({ status }) => status === 'new')}
                  openedAt={openedAt}
                  isSample
                />
              </>
            ) : leads.data === undefined ? (
              <ListSkeleton label="Loading leads" rows={8} isTall="phone" />
            ) : leads.data.leads.length === 0 ? (
              <EmptyState
                title="No one to follow up with"
                text="New leads appear here until you set a status."
                drawing={<LeadsIllustration />}
              >
                <ButtonLink to="/dashboard/demos">Share a demo</ButtonLink>
                <Button tone="quiet" onClick={() => setSample(true)}>
                  See sample data
                </Button>
              </EmptyState>
            ) : (
              <LeadList leads={leads.data.leads} openedAt={openedAt} />
            )}
          </section>
          {meetings.data === undefined || meetings.data.total === 0 ? null : (
            <section aria-labelledby="rita-meetings">
              <h2 id="rita-meetings" className={headClass}>
                Next meetings
              </h2>
              <NextMeetings meetings={meetings.data.meetings} />
            </section>
          )}
        </div>
      </RitaBody>
    </>
  )
}

const leadsKey = ['leads']
const waitingMax = 8
const waiting = leadsQuery({ ...everyLead, status: 'new' }, waitingMax)
const headClass = 'mb-1 flex h-8 items-center text-base font-semibold tracking-[-0.011em]'
