import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { agentsQuery } from '../lib/agent-calls.ts'
import { conversationsKey, recentConversationsQuery } from '../lib/conversation-calls.ts'
import { demoActivityKey, demoActivityQuery } from '../lib/demo-activity.ts'
import { demosQuery, useBackendUrl } from '../lib/demo-queries.ts'
import { isBeingDeleted } from '../features/demos/delete-demo.ts'
import { DemoPerformance } from '../features/home/demo-performance.tsx'
import { liveVisitorKey, newsKey } from '../features/home/hero-calls.ts'
import { HeroSkeleton, HomeHero } from '../features/home/home-hero.tsx'
import { homeFiguresKey, homeFiguresQuery, serverNoticesQuery } from '../features/home/home-calls.ts'
import { RecentActivity } from '../features/home/recent-activity.tsx'
import { StatTiles, StatTilesSkeleton } from '../features/home/stat-tiles.tsx'
import { TrustedProxyNotice } from '../features/home/trusted-proxy-notice.tsx'
import { everyLead, leadsKey, leadsQuery } from '../lib/lead-calls.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { wantDialog } from '../lib/wanted-dialog.ts'
import { ImageDropZone } from '../ui/image-drop-zone.tsx'
import { useImageIntake } from '../ui/use-image-intake.tsx'
import { pickImages } from '../lib/import/pick-images.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'

const newestLeads = leadsQuery(everyLead, 8)
/** Refetches at most this often. */
const figuresEveryMs = 2_000

async function importAsDemo(files: readonly File[], leftOut: readonly string[]): Promise<void> {
  await (await import('../lib/import/import-images.ts')).importAsDemo(files, { leftOut })
}

export function HomePage() {
  useTitle('Dashboard')
  const demos = useQuery(demosQuery)
  const figures = useQuery(homeFiguresQuery)
  const activity = useQuery(demoActivityQuery)
  const notices = useQuery(serverNoticesQuery)
  const backendUrl = useBackendUrl()
  const intake = useImageIntake(importAsDemo)
  useFollowedTable('visits', homeFiguresKey, figuresEveryMs)
  useFollowedTable('visits', demoActivityKey, figuresEveryMs)
  useFollowedTable('visits', liveVisitorKey, figuresEveryMs)
  useFollowedTable('conversations', conversationsKey)
  useFollowedTable('conversations', newsKey, figuresEveryMs)
  useFollowedTable('leads', leadsKey)
  const shown = demos.data?.filter((demo) => !isBeingDeleted(demo.id))
  const isReady = shown !== undefined && !figures.isPending && !activity.isPending
  const hasNoDemos = demos.isError && shown === undefined

  return (
    <ImageDropZone onFiles={(files) => void intake.take(files)} text="Drop images to create a demo">
      <PageBody>
        <PageHeader title="Welcome Back">
          <ButtonLink
            to="/dashboard/demos"
            state={wantDialog('new-demo')}
            tone="accent"
            size="form"
            icon={<Plus size={16} aria-hidden />}
          >
            Create New Demo
          </ButtonLink>
        </PageHeader>

        {notices.data?.trustedProxy ? <TrustedProxyNotice setting={notices.data.trustedProxy} /> : null}
        {intake.notice}
        {hasNoDemos ? (
          <ErrorState
            title={failureText(demos.error, 'demosFailed')}
            text={failureHint(demos.error)}
            onRetry={() => void demos.refetch()}
          />
        ) : isReady ? (
          <>
            <HomeHero
              demos={shown}
              activities={activity.data ?? []}
              backendUrl={backendUrl}
              onPick={() => void pickImages().then(intake.take)}
            />
            <StatTiles demos={shown} figures={figures.data} activities={activity.data ?? []} />
          </>
        ) : (
          <>
            <HeroSkeleton />
            <StatTilesSkeleton />
          </>
        )}

        {/* Hidden if the demos failed: one error message is enough. */}
        <div className="mt-7 grid grid-cols-1 gap-x-10 gap-y-5 lg:grid-cols-2" hidden={hasNoDemos}>
          <Section title="Recent activity" to="/dashboard/conversations">
            <Activity demos={shown} />
          </Section>

          <Section title="Demo performance" to="/dashboard/analytics">
            {activity.isError && activity.data === undefined ? (
              <ErrorState
                title="The figures could not be loaded."
                text={failureHint(activity.error)}
                onRetry={() => void activity.refetch()}
              />
            ) : activity.data === undefined || shown === undefined ? (
              <ListSkeleton label="Loading figures" rows={3} />
            ) : (
              <DemoPerformance activities={activity.data} demos={shown} backendUrl={backendUrl} />
            )}
          </Section>
        </div>
      </PageBody>
    </ImageDropZone>
  )
}

function Activity({ demos }: { readonly demos: Parameters<typeof RecentActivity>[0]['demos'] | undefined }) {
  const conversations = useQuery(recentConversationsQuery)
  const leads = useQuery(newestLeads)
  const agents = useQuery(agentsQuery)
  if (conversations.isError && conversations.data === undefined) {
    return (
      <ErrorState
        title={failureText(conversations.error, 'sessionsFailed')}
        text={failureHint(conversations.error)}
        onRetry={() => void conversations.refetch()}
      />
    )
  }
  if (conversations.data === undefined || demos === undefined || leads.isPending || agents.isPending) {
    return <ListSkeleton label="Loading activity" rows={5} />
  }
  return (
    <RecentActivity
      demos={demos}
      conversations={conversations.data.conversations}
      leads={leads.data?.leads ?? []}
      agents={agents.data ?? []}
    />
  )
}

function Section(props: { readonly title: string; readonly to: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="flex h-9 items-center justify-between">
        <h2 className="text-base leading-5 font-semibold">{props.title}</h2>
        <Link
          to={props.to}
          aria-label={`${props.title}: see all`}
          className="text-xs font-medium text-muted hover:text-text pointer-coarse:px-2 pointer-coarse:-mr-2 pointer-coarse:py-3.5"
        >
          See all
        </Link>
      </div>
      {props.children}
    </section>
  )
}
