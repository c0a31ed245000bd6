import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, PanelRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'

import { BackendError, failureHint, failureText } from '../../lib/backend-error.ts'
import { transcriptQuery, type Transcript } from '../../lib/conversation-calls.ts'
import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { momentText } from '../../lib/dates.ts'
import { pairsQuery } from '../../lib/pair-calls.ts'
import { useSession } from '../../lib/session.ts'
import { useFollowedTable } from '../../lib/use-followed-table.ts'
import { useRole } from '../../lib/use-role.ts'
import { visitorName } from '../../lib/visitor-name.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { DoneButton } from './done-button.tsx'
import { DocumentTitle } from './document-title.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { RecordingPanel } from './recording-panel.tsx'
import { StepPanel } from './step-panel.tsx'
import { TalkBar } from './talk-bar.tsx'
import { TalkControls } from './talk-controls.tsx'
import { TalkSummary } from './talk-summary.tsx'
import { Thread } from './thread.tsx'

export interface TalkViewProps {
  readonly conversationId: string
  /** Where the list is, on a phone. */
  readonly listHref: string
  /** Whether the URL names this conversation, so that its name becomes the page's title. */
  readonly isPage: boolean
}

/** One conversation: the thread, and beside it the demo at the talk's step and what is known about the visitor. */
export function TalkView({ conversationId, listHref, isPage }: TalkViewProps) {
  const transcript = useQuery(transcriptQuery(conversationId))
  if (transcript.data !== undefined) {
    return (
      <Talk
        key={conversationId}
        transcript={transcript.data}
        listHref={listHref}
        isPage={isPage}
        onChange={() => void transcript.refetch()}
      />
    )
  }
  const isMissing = transcript.error instanceof BackendError && transcript.error.kind === 'missing'
  return (
    <div className="min-h-[calc(100dvh-var(--sheet-top))] md:h-full md:min-h-0">
      {isPage ? (
        <>
          <DocumentTitle text="Conversation" />
          <h1 className="sr-only">Conversation</h1>
        </>
      ) : null}
      {transcript.isPending ? <TalkSkeleton listHref={listHref} /> : null}
      {transcript.isError ? (
        <>
          <div className="flex h-13 items-center border-b border-line px-2 md:hidden">
            <BackToList to={listHref} />
          </div>
          <div className="p-6">
            <ErrorState
              title={isMissing ? 'Conversation not found' : failureText(transcript.error, 'sessionsFailed')}
              text={isMissing ? 'It may have been deleted with its demo.' : failureHint(transcript.error)}
              {...(!isMissing && { onRetry: () => void transcript.refetch() })}
            />
          </div>
        </>
      ) : null}
    </div>
  )
}

interface TalkProps {
  readonly transcript: Transcript
  readonly listHref: string
  readonly isPage: boolean
  /** A made-up conversation, on which no action is possible. */
  readonly isSample?: boolean
  readonly onChange?: () => void
}

export function Talk({ transcript, listHref, isPage, isSample = false, onChange = nothing }: TalkProps) {
  const { conversation, demoName, live, turns } = transcript
  const session = useSession()
  const role = useRole()
  const workspace = useCurrentWorkspace()
  const [isFactsOpen, setIsFactsOpen] = useState(false)
  const isOwn = live !== null && session.status === 'signed-in' && live.member_id === session.user.id
  const canAct = !isSample && role !== undefined && role !== 'viewer'
  // Only the member who has taken over can write.
  const canWrite = canAct && (isOwn || live?.member_id === null)
  const pairs = useQuery({
    ...pairsQuery(conversation.agent_id ?? ''),
    enabled: canWrite && conversation.agent_id !== null,
  })
  const templates = pairs.data?.filter(({ is_draft: isDraft }) => !isDraft) ?? []
  const agentName = transcript.agent?.name ?? 'The agent'
  const step = live?.step_order ?? turns.findLast((turn) => turn.step_order !== null)?.step_order ?? 1
  const name = visitorName(conversation.facts)
  const company = conversation.facts.find(({ field }) => field === 'company')?.value
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="@container flex min-h-[calc(100dvh-var(--sheet-top))] flex-col md:h-full md:min-h-0">
      {isPage ? <DocumentTitle text={name ?? demoName ?? 'Conversation'} /> : null}
      {live === null ? null : <FollowedTalk conversationId={conversation.id} />}
      <div className="flex min-h-0 flex-1 flex-col @min-[43rem]:grid @min-[43rem]:grid-cols-[minmax(0,1fr)_292px] @min-[43rem]:grid-rows-[minmax(0,1fr)]">
        <aside
          aria-label="Visitor"
          className="order-2 max-md:sticky max-md:top-[calc(3.25rem+var(--sheet-top))] max-md:z-10 @max-[43rem]:shrink-0 @min-[43rem]:order-last @min-[43rem]:overflow-y-auto @min-[43rem]:border-l @min-[43rem]:border-line"
        >
          {/* The sample demo may be deleted. */}
          {conversation.demo_id === '' ? null : (
            <StepPanel
              conversationId={conversation.id}
              demoId={conversation.demo_id}
              step={step}
              isLive={live !== null}
              canMove={isOwn}
              score={conversation.score}
            />
          )}
          <div
            className={`bg-surface @max-[43rem]:max-h-[50dvh] @max-[43rem]:overflow-y-auto @max-[43rem]:border-b @max-[43rem]:border-line ${isFactsOpen ? '' : '@max-[43rem]:hidden'}`}
          >
            <FactsPanel transcript={transcript} isSample={isSample} />
            {workspace === undefined || transcript.recording === null ? null : (
              <RecordingPanel recording={transcript.recording} workspaceId={workspace.id} onDeleted={onChange} />
            )}
            {workspace === undefined || !canAct ? null : (
              <TalkSummary workspaceId={workspace.id} conversationId={conversation.id} />
            )}
          </div>
        </aside>
        <div className="contents @min-[43rem]:flex @min-[43rem]:min-h-0 @min-[43rem]:min-w-0 @min-[43rem]:flex-col">
          <header className="order-1 flex h-13 shrink-0 items-center gap-2.5 border-b border-line bg-surface pr-3 pl-5 max-md:sticky max-md:top-(--sheet-top) max-md:z-10 max-md:pl-1">
            <span className="md:hidden">
              <BackToList to={listHref} />
            </span>
            <Heading
              dir="auto"
              title={describe(transcript)}
              className="min-w-0 truncate text-left text-base font-semibold tracking-[-0.011em]"
            >
              {name ?? 'Visitor'}
            </Heading>
            <p dir="auto" className="flex min-w-0 flex-1 gap-1 text-left text-sm text-muted max-sm:sr-only">
              {company === undefined || company === name ? null : (
                <>
                  <span className="max-w-1/2 shrink-0 truncate">{company}</span>
                  <span aria-hidden>·</span>
                </>
              )}
              {demoName === null ? (
                'Deleted demo'
              ) : (
                <Link
                  to={`/dashboard/demos/${conversation.demo_id}`}
                  className="min-w-0 truncate rounded-control -outline-offset-2 hover:text-text hover:underline"
                >
                  {demoName}
                </Link>
              )}
            </p>
            <span className="ml-auto flex shrink-0 items-center gap-1.5">
              <IconButton
                label="Score and facts"
                aria-expanded={isFactsOpen}
                className="@min-[43rem]:hidden"
                onClick={() => setIsFactsOpen(!isFactsOpen)}
              >
                <PanelRight size={16} aria-hidden />
              </IconButton>
              {canAct ? <DoneButton conversation={conversation} onChange={onChange} /> : null}
              {live === null || !canAct ? null : <TalkControls live={live} isOwn={isOwn} onChange={onChange} />}
            </span>
          </header>
          <div className="order-3 min-h-0 flex-1 md:overflow-y-auto" tabIndex={0} role="region" aria-label="Transcript">
            <Thread transcript={transcript} />
          </div>
          {live === null ? null : (
            <div className="sticky bottom-[var(--bottom-bar,0px)] order-4 shrink-0 bg-surface px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-4 sm:pb-4 md:static">
              <TalkBar
                live={live}
                agentName={agentName}
                visitor={visitorName(conversation.facts)}
                isOwn={isOwn}
                hasComposer={canWrite}
              />
              {canWrite ? (
                <Composer
                  conversationId={conversation.id}
                  isOwn={isOwn}
                  agentName={agentName}
                  templates={templates}
                  onSent={onChange}
                />
              ) : null}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

function nothing(): void {}

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
    demoName ?? 'Deleted demo',
    momentText(conversation.started_at),
    conversation.mode === 'voice' ? 'Voice' : 'Text',
    turns.length === 1 ? '1 turn' : `${turns.length} turns`,
  ].join(' · ')
}

function BackToList({ to }: { readonly to: string }) {
  return (
    <Link
      to={to}
      aria-label="All conversations"
      className="flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
    >
      <ArrowLeft size={16} aria-hidden />
    </Link>
  )
}

/** Has the layout of a conversation, so that nothing moves when it has loaded. */
export function TalkSkeleton({ listHref }: { readonly listHref: string }) {
  return (
    <div
      role="status"
      aria-label="Loading the conversation"
      className="@container flex min-h-[calc(100dvh-var(--sheet-top))] flex-col md:h-full md:min-h-0"
    >
      <div className="flex flex-1 flex-col @min-[43rem]:grid @min-[43rem]:grid-cols-[minmax(0,1fr)_292px]">
        <div className="order-2 @min-[43rem]:order-last @min-[43rem]:border-l @min-[43rem]:border-line">
          <div className="stage p-3.5">
            <div className="aspect-8/5 rounded-control bg-stage-raised @max-[43rem]:w-28" />
            <div className="mt-3.5 h-10 @max-[43rem]:hidden" />
          </div>
          <div className="flex flex-col gap-4 p-4 @max-[43rem]:hidden">
            <Skeleton className="h-8 w-24" />
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
        </div>
        <div className="contents @min-[43rem]:flex @min-[43rem]:min-w-0 @min-[43rem]:flex-col">
          <div className="order-1 flex h-13 shrink-0 items-center border-b border-line pr-3 pl-5 max-md:pl-1">
            <span className="md:hidden">
              <BackToList to={listHref} />
            </span>
            <Skeleton className="h-4 w-44" />
          </div>
          <div className="order-3 mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end gap-3 px-3.5 pb-5 sm:px-5">
            <Skeleton className="h-9 w-2/5 self-end rounded-[14px]" />
            <Skeleton className="h-16 w-3/5 rounded-[14px]" />
            <Skeleton className="h-9 w-1/3 self-end rounded-[14px]" />
            <Skeleton className="h-9 w-1/2 rounded-[14px]" />
          </div>
        </div>
      </div>
    </div>
  )
}
