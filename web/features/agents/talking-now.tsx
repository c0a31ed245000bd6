import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { ListedAgent } from '../../lib/agent-calls.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { liveConversationsQuery, type ListedConversation } from '../../lib/conversation-calls.ts'
import { demoQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { useFollowedTable } from '../../lib/use-followed-table.ts'
import { visitorName } from '../../lib/visitor-name.ts'
import { AgentFace } from '../../ui/agent-face.tsx'
import { PanelSection } from './section-head.tsx'

const shownMax = 4

/** Conversations in progress, each with the visitor's current step. */
export function TalkingNow({ agents }: { readonly agents: readonly ListedAgent[] }) {
  useFollowedTable('live_talks', liveConversationsQuery.queryKey)
  useFollowedTable('conversation_turns', liveConversationsQuery.queryKey)
  const talks = useQuery(liveConversationsQuery).data ?? []
  if (talks.length === 0) return null
  return (
    <div className="@container mt-5">
      <PanelSection title="Talking now" count={talks.length}>
        <ul className="grid gap-5 @4xl:grid-cols-2">
          {talks.slice(0, shownMax).map((talk) => (
            <li key={talk.id} className="min-w-0">
              <LiveCard talk={talk} agent={agents.find(({ id }) => id === talk.agent_id) ?? agents[0]} />
            </li>
          ))}
        </ul>
      </PanelSection>
    </div>
  )
}

interface LiveCardProps {
  readonly talk: ListedConversation
  readonly agent: ListedAgent | undefined
}

function LiveCard({ talk, agent }: LiveCardProps) {
  const backendUrl = useBackendUrl()
  const demo = useQuery(demoQuery(talk.demo_id)).data
  const step = demo?.steps[(talk.live?.step_order ?? 1) - 1] ?? demo?.steps[0]
  const { lastTurn } = talk
  const who = talk.live?.member_name ?? agent?.name ?? 'The agent'
  return (
    <Link
      to={`/dashboard/conversations/${talk.id}`}
      className="stage grid h-full gap-4 rounded-card p-3.5 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]"
    >
      {step === undefined || backendUrl === '' ? (
        <span className="aspect-[8/5] rounded-[7px] bg-stage-raised" />
      ) : (
        <img
          src={scaledImageAddress(backendUrl, step.screenshotUrl, 480)}
          alt={`Step ${step.order} of ${talk.demoName ?? 'the demo'}`}
          className="aspect-[8/5] w-full self-center rounded-[7px] object-cover object-left-top"
        />
      )}
      <span className="flex min-w-0 flex-col gap-2 text-sm">
        <span className="flex items-center gap-2">
          {agent === undefined ? null : <AgentFace hue={agent.hue} size={22} />}
          <span dir="auto" className="min-w-0 truncate font-medium">
            {visitorName(talk.facts) ?? 'Visitor'}
          </span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-stage-muted">
            {talk.demoName ?? 'Deleted demo'}
          </span>
          <time dateTime={talk.started_at} className="shrink-0 text-xs text-stage-muted tabular-nums">
            {relativeTime(talk.started_at)}
          </time>
        </span>
        <span dir="auto" className="my-auto line-clamp-3 text-base font-medium wrap-anywhere">
          {lastTurn === null ? 'Just started' : lastTurn.speaker === 'visitor' ? `“${lastTurn.text}”` : lastTurn.text}
        </span>
        <span className="flex items-center gap-2 text-xs text-stage-muted">
          <span aria-hidden className="size-2 rounded-chip bg-spot" />
          <span className="min-w-0 flex-1 truncate">{who} is talking</span>
          <span className="inline-flex h-7 items-center rounded-control border border-white/24 px-2.5 text-sm font-medium text-stage-text">
            Watch
          </span>
        </span>
      </span>
    </Link>
  )
}
