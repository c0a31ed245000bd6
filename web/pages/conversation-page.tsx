import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'

import { transcriptQuery, type Transcript } from '../lib/conversation-calls.ts'
import { TurnView } from '../features/conversations/turn-view.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { BackendError, failureHint, failureText } from '../lib/backend-error.ts'
import { momentText } from '../lib/dates.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function ConversationPage() {
  const { conversationId = '' } = useParams()
  const transcript = useQuery(transcriptQuery(conversationId))
  useTitle(transcript.data?.demoName ?? 'Conversation')
  const isMissing = transcript.error instanceof BackendError && transcript.error.kind === 'missing'

  return (
    <PageBody>
      <ButtonLink
        to="/dashboard/conversations"
        tone="quiet"
        className="mb-3 -ml-3"
        icon={<ArrowLeft size={16} aria-hidden />}
      >
        All conversations
      </ButtonLink>
      {transcript.isPending ? (
        <div role="status" aria-label="Loading the conversation" className="flex flex-col gap-4">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
            <div className="w-72 max-w-full">
              <Skeleton className="mb-2 h-7 w-4/5" />
              <Skeleton className="h-4" />
            </div>
            <Skeleton className="h-8 w-24 pointer-coarse:h-11" />
          </div>
          <Skeleton className="h-14 w-1/2 self-end" />
          <Skeleton className="h-20 w-3/4" />
        </div>
      ) : null}
      {transcript.isError ? (
        <ErrorState
          title={isMissing ? 'Conversation not found' : failureText(transcript.error, 'sessionsFailed')}
          text={isMissing ? 'It may have been deleted with its demo.' : failureHint(transcript.error)}
          {...(!isMissing && { onRetry: () => void transcript.refetch() })}
        />
      ) : null}
      {transcript.data === undefined ? null : (
        <>
          <PageHeader
            title={transcript.data.demoName ?? 'Deleted demo'}
            text={`${momentText(transcript.data.conversation.started_at)} · ${
              transcript.data.conversation.mode === 'voice' ? 'Voice' : 'Text'
            } · ${transcript.data.turns.length === 1 ? '1 turn' : `${transcript.data.turns.length} turns`}`}
          >
            <ButtonLink to={`/dashboard/demos/${transcript.data.conversation.demo_id}`}>View demo</ButtonLink>
          </PageHeader>
          {transcript.data.meeting === null ? null : <BookedMeeting meeting={transcript.data.meeting} />}
          <div className="flex flex-col gap-5">
            {transcript.data.turns.map((turn) => (
              <TurnView key={turn.id} turn={turn} demoId={transcript.data.conversation.demo_id} />
            ))}
          </div>
        </>
      )}
    </PageBody>
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
    <div className="mb-5">
      <Notice tone="plain">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {what[status]} {momentText(starts_at)}
          {lead_id === null ? null : <ButtonLink to={`/dashboard/leads/${lead_id}`}>See the lead</ButtonLink>}
        </span>
      </Notice>
    </div>
  )
}
