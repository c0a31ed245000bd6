import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

import { conversationsKey, recentConversationsQuery } from '../lib/conversation-calls.ts'
import { demosQuery, useBackendUrl } from '../lib/demo-queries.ts'
import { isBeingDeleted } from '../features/demos/delete-demo.ts'
import { DemoPerformance } from '../features/home/demo-performance.tsx'
import { homeFiguresKey, homeFiguresQuery, serverNoticesQuery } from '../features/home/home-calls.ts'
import { RecentActivity } from '../features/home/recent-activity.tsx'
import { StatTiles, StatTilesSkeleton } from '../features/home/stat-tiles.tsx'
import { TrustedProxyNotice } from '../features/home/trusted-proxy-notice.tsx'
import { everyLead, leadsKey, leadsQuery } from '../lib/lead-calls.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { dayText } from '../lib/dates.ts'
import { scaledImageAddress } from '../lib/image-address.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'

const shownMost = 5
const newestLeads = leadsQuery(everyLead, 8)
/** Refetches at most this often. */
const figuresEveryMs = 2_000

export function HomePage() {
  useTitle('Dashboard')
  const demos = useQuery(demosQuery)
  const conversations = useQuery(recentConversationsQuery)
  const leads = useQuery(newestLeads)
  const figures = useQuery(homeFiguresQuery)
  const notices = useQuery(serverNoticesQuery)
  const backendUrl = useBackendUrl()
  useFollowedTable('visits', homeFiguresKey, figuresEveryMs)
  useFollowedTable('conversations', conversationsKey)
  useFollowedTable('leads', leadsKey)
  const shownDemos = demos.data?.filter((demo) => !isBeingDeleted(demo.id))

  return (
    <PageBody>
      <PageHeader title="Welcome Back">
        <ButtonLink to="/dashboard/demos" tone="accent" size="form" icon={<Plus size={16} aria-hidden />}>
          Create New Demo
        </ButtonLink>
      </PageHeader>

      {notices.data?.trustedProxy ? <TrustedProxyNotice setting={notices.data.trustedProxy} /> : null}
      {demos.isPending || figures.isPending ? <StatTilesSkeleton /> : null}
      {shownDemos === undefined || figures.isPending ? null : <StatTiles demos={shownDemos} figures={figures.data} />}

      <Section title="Recent demos" to="/dashboard/demos">
        {demos.isPending ? <ListSkeleton label="Loading your demos" rows={shownMost} isTall /> : null}
        {demos.isError && shownDemos === undefined ? (
          <ErrorState
            title={failureText(demos.error, 'demosFailed')}
            text={failureHint(demos.error)}
            onRetry={() => void demos.refetch()}
          />
        ) : null}
        {shownDemos?.length === 0 ? (
          <EmptyState title={messages.noDemosTitle} text={messages.noDemosHint}>
            <ButtonLink to="/dashboard/demos">Create your first demo</ButtonLink>
          </EmptyState>
        ) : null}
        {shownDemos === undefined || shownDemos.length === 0 ? null : (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {shownDemos.slice(0, shownMost).map((demo) => (
              <li key={demo.id}>
                <DemoRow demo={demo} backendUrl={backendUrl} />
              </li>
            ))}
          </ul>
        )}
      </Section>

      <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-2">
        <Section title="Recent activity" to="/dashboard/conversations">
          {conversations.isPending || demos.isPending || leads.isPending ? (
            <ListSkeleton label="Loading activity" isTall="phone" />
          ) : null}
          {conversations.isError && conversations.data === undefined ? (
            <ErrorState
              title={failureText(conversations.error, 'sessionsFailed')}
              text={failureHint(conversations.error)}
              onRetry={() => void conversations.refetch()}
            />
          ) : null}
          {conversations.data === undefined || shownDemos === undefined || leads.isPending ? null : (
            <RecentActivity
              demos={shownDemos}
              conversations={conversations.data.conversations}
              leads={leads.data?.leads ?? []}
            />
          )}
        </Section>

        <Section title="Demo performance" to="/dashboard/analytics">
          {figures.isPending ? <ListSkeleton label="Loading figures" rows={3} isTall /> : null}
          {figures.isError && figures.data === undefined ? (
            <ErrorState
              title="The figures could not be loaded."
              text={failureHint(figures.error)}
              onRetry={() => void figures.refetch()}
            />
          ) : null}
          {figures.data === undefined || shownDemos === undefined ? null : (
            <DemoPerformance figures={figures.data.demos} demos={shownDemos} />
          )}
        </Section>
      </div>
    </PageBody>
  )
}

function Section(props: { readonly title: string; readonly to: string; readonly children: ReactNode }) {
  return (
    <section className="mb-10 min-w-0">
      <div className="mb-3 flex items-baseline justify-between">
        <h2 className="text-lg font-semibold">{props.title}</h2>
        <Link
          to={props.to}
          aria-label={`${props.title}: see all`}
          className="text-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
        >
          See all
        </Link>
      </div>
      {props.children}
    </section>
  )
}

function DemoRow({ demo, backendUrl }: { readonly demo: ListedDemo; readonly backendUrl: string }) {
  const cover = demo.steps[0]
  return (
    <Link
      to={`/dashboard/demos/${demo.id}`}
      className="flex items-center gap-4 px-4 py-2 text-sm -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken"
    >
      <span className="h-10 w-16 shrink-0 overflow-hidden rounded-control bg-sunken">
        {cover === undefined || backendUrl === '' ? null : (
          <img
            src={scaledImageAddress(backendUrl, cover.screenshotUrl, 160)}
            alt=""
            loading="lazy"
            className="size-full object-cover object-top"
          />
        )}
      </span>
      <span className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
        <span className="block truncate font-medium sm:flex-1">{demo.name}</span>
        {demo.isSample ? (
          <span className="mr-2 rounded-chip bg-sunken px-2 py-0.5 text-xs text-muted sm:mr-0">Sample</span>
        ) : null}
        <span className="shrink-0 text-xs text-muted tabular-nums">
          {demo.stepCount === 1 ? '1 step' : `${demo.stepCount} steps`}
        </span>
      </span>
      <time
        dateTime={demo.createdAt}
        className="hidden w-28 shrink-0 text-right text-xs text-muted tabular-nums sm:block"
      >
        {dayText(demo.createdAt)}
      </time>
    </Link>
  )
}
