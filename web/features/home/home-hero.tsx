import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronRight, CircleHelp, Play } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'

import { agentsQuery } from '../../lib/agent-calls.ts'
import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import type { DemoActivity } from '../../lib/demo-activity.ts'
import { soonText } from '../../lib/dates.ts'
import { countOf } from '../../lib/figure-text.ts'
import { meetingsAheadQuery, type MeetingAhead } from '../../lib/lead-calls.ts'
import { useSession } from '../../lib/session.ts'
import { wantDialog } from '../../lib/wanted-dialog.ts'
import { AgentFace } from '../../ui/agent-face.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { liveVisitorQuery, newsQuery, type AgentNews } from './hero-calls.ts'
import { newsSince, sinceText } from './last-visit.ts'
import { openQuestionsQuery } from './open-questions.ts'

export interface HomeHeroProps {
  /** Newest first. */
  readonly demos: readonly ListedDemo[]
  readonly activities: readonly DemoActivity[]
  readonly backendUrl: string
  /** Chooses images for the first demo. */
  readonly onPick: () => void
}

/** News since the last visit, with the demo that somebody is watching, or the next one to work on. */
export function HomeHero({ demos, activities, backendUrl, onPick }: HomeHeroProps) {
  const workspaceId = useCurrentWorkspace()?.id ?? ''
  const [since] = useState(() => newsSince(workspaceId))
  const news = useQuery(newsQuery(since))
  const agents = useQuery(agentsQuery)
  const meetings = useQuery(meetingsAheadQuery(meetingsShown))
  const live = useQuery(liveVisitorQuery)
  const [busiest] = news.data ?? []
  const agent = agents.data?.find(({ id }) => id === busiest?.agentId)
  const questions = useQuery({ ...openQuestionsQuery(agent?.id ?? ''), enabled: agent !== undefined })
  // Leaves out what can't be loaded. Nothing is added later, because on phones it would move the page.
  const asked = agent === undefined ? [news, agents, meetings, live] : [news, agents, meetings, live, questions]
  if (asked.some(({ isPending, failureCount }) => isPending && failureCount === 0)) return <HeroSkeleton />

  const own = demos.filter(({ isSample }) => !isSample)
  const shown = own.find(({ status, stepCount }) => status === 'active' && stepCount > 0) ?? own[0] ?? demos[0]
  const visits = activities.reduce((sum, each) => sum + each.visits, 0)
  const finished = activities.reduce((sum, each) => sum + each.completed.hits, 0)
  return (
    <section aria-label="News" className={heroClass}>
      <div className="flex flex-col p-5 pb-0 max-sm:justify-center sm:py-[26px] sm:pl-7">
        {busiest !== undefined && busiest.talks + busiest.meetings > 0 && agent !== undefined ? (
          <>
            <p className="flex items-center gap-2.5 text-stage-muted">
              <AgentFace hue={agent.hue} size={28} />
              <span className="truncate">
                <span className="font-medium text-stage-text">{agent.name}</span> · {sinceText(since)}
              </span>
            </p>
            <TalkLines news={busiest} />
          </>
        ) : visits > 0 ? (
          <>
            <p className="text-stage-muted">Your demos · last 28 days</p>
            <Lines lines={[`${countOf(visits, 'visit')}.`, `${countOf(finished, 'person', 'people')} finished.`]} />
          </>
        ) : (
          <Quiet own={own} shown={shown} onPick={onPick} />
        )}
        <Ahead meetings={meetings.data?.meetings ?? []} agentId={agent?.id} questions={questions.data ?? 0} />
      </div>
      <HeroPicture live={live.data ?? null} demo={shown} backendUrl={backendUrl} />
    </section>
  )
}

const meetingsShown = 2

const heroClass =
  'stage grid overflow-hidden rounded-dialog [--beam-x:68%] shadow-[inset_0_0_0_1px_oklch(1_0_0/0.07)] sm:h-[326px] sm:grid-cols-2 lg:grid-cols-[minmax(0,24.5rem)_minmax(0,1fr)] max-sm:min-h-[32rem]'

/** Skeleton of the hero, in its size. */
export function HeroSkeleton() {
  return (
    <div role="status" aria-label="Loading the news" className={heroClass}>
      <div className="p-5 sm:p-7">
        <Skeleton className="h-6 w-40 opacity-30" />
        <Skeleton className="mt-5 h-24 w-4/5 opacity-30" />
      </div>
    </div>
  )
}

function TalkLines({ news }: { readonly news: AgentNews }) {
  const { talks, answered, meetings } = news
  return (
    <Lines
      lines={[`${countOf(talks, 'conversation')}.`, `${answered.toLocaleString('en')} answered.`]}
      lit={meetings === 0 ? null : `${countOf(meetings, 'meeting')} booked.`}
    />
  )
}

function Lines({ lines, lit = null }: { readonly lines: readonly string[]; readonly lit?: string | null }) {
  return (
    <h2 className="mt-3 text-[1.3125rem] leading-7 font-semibold tracking-[-0.024em] tabular-nums sm:mt-4 sm:text-[1.625rem] sm:leading-[2.0625rem]">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {lit === null ? null : <span className="block text-spot-face">{lit}</span>}
    </h2>
  )
}

/** Shown if there are no visitors, or if the user has no demo yet. */
interface QuietProps {
  readonly own: readonly ListedDemo[]
  readonly shown: ListedDemo | undefined
  readonly onPick: () => void
}

function Quiet({ own, shown, onPick }: QuietProps) {
  if (own.length === 0) {
    return (
      <>
        <p className="text-stage-muted">Your first demo</p>
        <Lines lines={['Record your app once.', 'Share it as a link.']} lit="Your agent presents it." />
        <div className="mt-5 flex flex-wrap gap-2">
          {shown === undefined ? null : (
            <ButtonLink to={`/dashboard/demos/${shown.id}`} size="page" icon={<Play size={16} aria-hidden />}>
              Watch the sample
            </ButtonLink>
          )}
          <Button tone="quiet" size="page" onClick={onPick}>
            Choose images
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p className="text-stage-muted">Nobody has watched it yet</p>
      <h2
        dir="auto"
        className="mt-3 line-clamp-3 text-left text-[1.3125rem] leading-7 font-semibold tracking-[-0.024em] wrap-anywhere sm:mt-4 sm:text-[1.625rem] sm:leading-[2.0625rem]"
      >
        {shown?.name}
      </h2>
      {shown === undefined ? null : (
        <ButtonLink
          to={`/dashboard/demos/${shown.id}`}
          state={wantDialog('share')}
          size="page"
          className="mt-5 self-start"
        >
          Share it
        </ButtonLink>
      )}
    </>
  )
}

/** The next meetings, and unanswered questions. */
function Ahead(props: {
  readonly meetings: readonly MeetingAhead[]
  readonly agentId: string | undefined
  readonly questions: number
}) {
  const { meetings, agentId, questions } = props
  const session = useSession()
  const [now] = useState(() => new Date())
  const email = session.status === 'signed-in' || session.status === 'expired' ? session.user.email : ''
  return (
    <ul className="mt-auto pt-4 empty:hidden">
      {meetings.map((meeting) => (
        <HeroRow
          key={meeting.id}
          to={meeting.lead_id === null ? '/dashboard/leads?meeting=ahead' : `/dashboard/leads/${meeting.lead_id}`}
        >
          <span className="min-w-26 shrink-0 whitespace-nowrap text-stage-muted tabular-nums">
            {soonText(meeting.starts_at, now)}
          </span>
          <span dir="auto" className="min-w-0 truncate text-left">
            {meeting.name}
          </span>
          <span className="ml-auto max-w-28 shrink-0 truncate text-stage-muted">
            with {meeting.organiser_email === email ? 'you' : meeting.organiser_name}
          </span>
        </HeroRow>
      ))}
      {questions === 0 || agentId === undefined ? null : (
        <HeroRow to={`/dashboard/agents/${agentId}/knowledge`}>
          <CircleHelp size={16} aria-hidden className="shrink-0" />
          {countOf(questions, 'question')} without an answer
          <ChevronRight size={16} aria-hidden className="ml-auto shrink-0 text-stage-muted" />
        </HeroRow>
      )}
    </ul>
  )
}

function HeroRow({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li className="border-t border-white/10">
      <Link
        to={to}
        className={clsx(
          'flex h-[34px] items-center gap-2.5 rounded-control -outline-offset-2 hover:text-white pointer-coarse:h-11',
        )}
      >
        {children}
      </Link>
    </li>
  )
}
