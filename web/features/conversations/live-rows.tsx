import { useQuery } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useState } from 'react'

import { liveConversationsQuery, type ListedConversation } from '../../lib/conversation-calls.ts'
import { takeOverTalk } from '../../lib/live-calls.ts'
import { useFollowedTable } from '../../lib/use-followed-table.ts'
import { useRole } from '../../lib/use-role.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { LiveAvatar } from './live-avatar.tsx'
import { visitorName } from '../../lib/visitor-name.ts'

/** The conversations that are going on, with what was said last and the step on screen. */
export function LiveRows() {
  const live = useQuery(liveConversationsQuery).data ?? []
  useFollowedTable('live_talks', liveConversationsQuery.queryKey, gatherMs)
  useFollowedTable('conversation_turns', liveConversationsQuery.queryKey, gatherMs)
  if (live.length === 0) return null
  return (
    <section aria-labelledby="live" className="mb-6">
      <h2 id="live" className="mb-2 flex items-center gap-2.5 font-semibold">
        <span aria-hidden className="ml-1 size-2 rounded-chip bg-spot ring-4 ring-spot/30" />
        Live
        <span className="font-normal text-muted tabular-nums">{live.length}</span>
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {live.map((conversation) => (
          <li key={conversation.id}>
            <LiveRow conversation={conversation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** New words appear within a second; many at once are loaded together. */
const gatherMs = 500

function LiveRow({ conversation }: { readonly conversation: ListedConversation }) {
  const { id, live, lastTurn, demoName } = conversation
  const navigate = useNavigate()
  const role = useRole()
  const [isBusy, setIsBusy] = useState(false)
  const canTake = role !== undefined && role !== 'viewer' && live?.member_id === null
  const speaker = { visitor: null, agent: 'Agent', person: lastTurn?.member_name }[lastTurn?.speaker ?? 'visitor']

  async function take(): Promise<void> {
    setIsBusy(true)
    const outcome = await takeOverTalk(id)
    setIsBusy(false)
    if (!outcome.ok) return void showToast({ text: outcome.hint ?? outcome.text, tone: 'danger' })
    await navigate(`/dashboard/conversations/${id}`)
  }

  return (
    <div className="flex items-center gap-3 px-4 py-2 text-sm">
      <Link
        to={`/dashboard/conversations/${id}`}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control outline-offset-2"
      >
        <LiveAvatar name={visitorName(conversation.facts)} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span dir="auto" className="truncate font-medium">
              {visitorName(conversation.facts) ?? 'Visitor'}
            </span>
            <span dir="auto" className="hidden min-w-0 truncate text-xs text-muted sm:inline">
              {demoName ?? 'Deleted demo'}
            </span>
          </span>
          <span dir="auto" className="block truncate text-left text-xs text-muted">
            {lastTurn === null ? 'Just opened' : `${speaker ? `${speaker}: ` : ''}${lastTurn.text}`}
          </span>
        </span>
        <span className="shrink-0 text-xs text-muted tabular-nums">Step {live?.step_order ?? 1}</span>
      </Link>
      {canTake ? (
        <Button icon={<Hand size={16} aria-hidden />} disabled={isBusy} onClick={() => void take()}>
          Take over
        </Button>
      ) : (
        <span dir="auto" className="max-w-32 truncate text-xs text-muted">
          {live?.member_name ?? null}
        </span>
      )}
    </div>
  )
}
