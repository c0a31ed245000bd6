import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'

import { Composer } from '../features/conversations/composer.tsx'
import { StepPanel } from '../features/conversations/step-panel.tsx'
import { TalkBar } from '../features/conversations/talk-bar.tsx'
import { TalkControls } from '../features/conversations/talk-controls.tsx'
import { TalkSummary } from '../features/conversations/talk-summary.tsx'
import { Thread } from '../features/conversations/thread.tsx'
import { VisitorFacts } from '../features/conversations/visitor-facts.tsx'
import { visitorName } from '../lib/visitor-name.ts'
import { BackendError, failureHint, failureText } from '../lib/backend-error.ts'
import { transcriptQuery, type Transcript } from '../lib/conversation-calls.ts'
import { useCurrentWorkspace } from '../lib/current-workspace.ts'
import { momentText } from '../lib/dates.ts'
import { useSession } from '../lib/session.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useRole } from '../lib/use-role.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageBody } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function ConversationPage() {
  const { conversationId = '' } = useParams()
  const transcript = useQuery(transcriptQuery(conversationId))
  useTitle(transcript.data?.demoName ?? 'Conversation')
  if (transcript.data !== undefined) {
    return <Talk transcript={transcript.data} onChange={() => void transcript.refetch()} />
  }
  const isMissing = transcript.error instanceof BackendError && transcript.error.kind === 'missing'
  return (
    <PageBody>
      <AllConversations />
      {transcript.isPending ? <LoadingTalk /> : null}
      {transcript.isError ? (
        <ErrorState
          title={isMissing ? 'Conversation not found' : failureText(transcript.error, 'sessionsFailed')}
          text={isMissing ? 'It may have been deleted with its demo.' : failureHint(transcript.error)}
          {...(!isMissing && { onRetry: () => void transcript.refetch() })}
        />
      ) : null}
    </PageBody>
  )
}

/** The transcript, with the step and the facts beside it; live as long as the visitor is there. */
function Talk({ transcript, onChange }: { readonly transcript: Transcript; readonly onChange: () => void }) {
  const { conversation, demoName, live, meeting, turns } = transcript
  const session = useSession()
  const role = useRole()
  const workspace = useCurrentWorkspace()
  const isOwn = live !== null && session.status === 'signed-in' && live.member_id === session.user.id
  const step = live?.step_order ?? turns.findLast((turn) => turn.step_order !== null)?.step_order ?? 1
  const about = (
    <>
      <VisitorFacts conversation={conversation} />
      {workspace === undefined || role === undefined || role === 'viewer' ? null : (
        <TalkSummary workspaceId={workspace.id} conversationId={conversation.id} />
      )}
    </>
  )
  return (
    <div className="flex min-h-(--sheet-height) flex-col lg:h-(--sheet-height)">
      {live === null ? null : <FollowedTalk conversationId={conversation.id} />}
      <header className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-2 sm:px-4">
        <AllConversations />
        <div className="min-w-0 flex-1">
          <h1 dir="auto" className="truncate text-left font-semibold">
            {visitorName(conversation.facts) ?? demoName ?? 'Deleted demo'}
          </h1>
          <p dir="auto" className="truncate text-left text-xs text-muted">
            {describe(transcript)}
          </p>
        </div>
        <ButtonLink tone="quiet" to={`/dashboard/demos/${conversation.demo_id}`} className="max-sm:hidden">
          View demo
        </ButtonLink>
        {live === null || role === undefined || role === 'viewer' ? null : (
          <TalkControls live={live} isOwn={isOwn} onChange={onChange} />
        )}
      </header>
      <div className="flex flex-1 flex-col lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_18.25rem]">
        <aside
          aria-label="Visitor"
          className="order-first max-lg:sticky max-lg:top-(--sheet-top) max-lg:z-10 lg:order-last lg:overflow-y-auto lg:border-l lg:border-line"
        >
          <StepPanel
            conversationId={conversation.id}
            demoId={conversation.demo_id}
            step={step}
            isLive={live !== null}
            canMove={isOwn}
            score={conversation.score}
          />
          <div className="hidden lg:block">{about}</div>
          <details className="border-b border-line bg-surface text-sm lg:hidden">
            <summary className="flex min-h-11 cursor-default items-center px-4 font-medium">Score and facts</summary>
            {about}
          </details>
        </aside>
        <div className="flex min-w-0 flex-1 flex-col lg:min-h-0">
          <div className="flex-1 lg:min-h-0 lg:overflow-y-auto" tabIndex={0} role="region" aria-label="Transcript">
            {meeting === null ? null : <BookedMeeting meeting={meeting} />}
            <Thread transcript={transcript} />
          </div>
          {live === null ? null : (
            <div className="sticky bottom-[var(--bottom-bar,0px)] bg-surface px-3 pb-3 sm:px-4 lg:static">
              <TalkBar live={live} agentName={transcript.agent?.name ?? 'The agent'} isOwn={isOwn} />
              {isOwn ? <Composer conversationId={conversation.id} onSent={onChange} /> : null}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

/** Follows a live talk as it happens, whichever server has it. */
function FollowedTalk({ conversationId }: { readonly conversationId: string }) {
  const { queryKey } = transcriptQuery(conversationId)
  const filter = `conversation_id=eq.${conversationId}`
  useFollowedTable('conversation_turns', queryKey, gatherMs, filter)
  useFollowedTable('live_talks', queryKey, gatherMs, filter)
  useFollowedTable('handovers', queryKey, gatherMs, filter)
  useFollowedTable('conversations', queryKey, gatherMs, `id=eq.${conversationId}`)
  return null
}

const gatherMs = 100

function describe({ conversation, demoName, turns }: Transcript): string {
  return [
    visitorName(conversation.facts) === null ? null : (demoName ?? 'Deleted demo'),
    momentText(conversation.started_at),
    conversation.mode === 'voice' ? 'Voice' : 'Text',
    turns.length === 1 ? '1 turn' : `${turns.length} turns`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

function AllConversations() {
  return (
    <Link
      to="/dashboard/conversations"
      aria-label="All conversations"
      className="flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text pointer-coarse:size-11"
    >
      <ArrowLeft size={16} aria-hidden />
    </Link>
  )
}

function LoadingTalk() {
  return (
    <div role="status" aria-label="Loading the conversation" className="mt-3 flex flex-col gap-4">
      <div className="mb-2 w-72 max-w-full">
        <Skeleton className="mb-2 h-7 w-4/5" />
        <Skeleton className="h-4" />
      </div>
      <Skeleton className="h-14 w-1/2 self-end" />
      <Skeleton className="h-20 w-3/4" />
    </div>
  )
}

function BookedMeeting({ meeting }: { readonly meeting: NonNullable<Transcript['meeting']> }) {
  const { status, starts_at, lead_id } = meeting
  const what = {
    booked: 'A meeting was booked for',
    moved: 'A meeting was moved to',
    cancelled: 'A meeting was cancelled:',
  }
  return (
    <div className="px-4 pt-5 sm:px-6">
      <Notice tone="plain">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {what[status]} {momentText(starts_at)}
          {lead_id === null ? null : <ButtonLink to={`/dashboard/leads/${lead_id}`}>See the lead</ButtonLink>}
        </span>
      </Notice>
    </div>
  )
}
