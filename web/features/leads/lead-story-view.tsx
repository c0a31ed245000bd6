import { useQuery } from '@tanstack/react-query'
import {
  CalendarCheck,
  CreditCard,
  Eye,
  FileText,
  MessagesSquare,
  MousePointerClick,
  Presentation,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'

import { messages } from '#domain/messages.ts'

import { failureHint } from '../../lib/backend-error.ts'
import { dayText, momentText, timeText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { durationText } from '../analytics/figure-text.ts'
import { transcriptQuery } from '../conversations/conversation-calls.ts'
import { demoQuery } from '../demos/demo-queries.ts'
import { storyQuery, type Lead } from './lead-calls.ts'
import { meetingLines, storyLines, type StoryKind, type StoryLine } from './lead-story.ts'

/** The visit a lead came from, from its first page on, with what was said to the agent. */
export function LeadStory({ lead }: { readonly lead: Lead }) {
  const story = useQuery(storyQuery(lead))
  const demo = useQuery({ ...demoQuery(lead.demo_id ?? ''), enabled: lead.demo_id !== null })
  const stepName = (id: string) => {
    const step = demo.data?.steps.find((candidate) => candidate.id === id)
    if (step === undefined) return 'a step that is gone'
    return step.title === null ? `step ${step.order}` : `step ${step.order}, ${step.title}`
  }
  const told = storyLines(story.data ?? [], stepName)
  // Who only booked a meeting has sent no form.
  const hasForm = lead.card_id !== null || lead.fields.length > 0 || lead.meetings.length === 0
  const own: StoryLine = { kind: 'form', at: lead.created_at, text: 'Sent the form', seconds: 0, subjectId: lead.id }
  const isOwnTold = !hasForm || told.some(({ kind, subjectId }) => kind === 'form' && subjectId === lead.id)
  const lines = [...told, ...(isOwnTold ? [] : [own]), ...meetingLines(lead.meetings, momentText)].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )

  return (
    <section aria-labelledby="lead-story" className="min-w-0">
      <h2 id="lead-story" className="mb-2 text-base font-semibold">
        The visit
      </h2>
      {story.isLoading ? <Skeleton className="h-24" /> : null}
      {story.isError ? (
        <ErrorState title={messages.leadsFailed} text={failureHint(story.error)} onRetry={() => void story.refetch()} />
      ) : null}
      {story.isLoading || story.isError ? null : (
        <ol className="overflow-hidden rounded-card border border-line bg-surface py-2 text-sm">
          {lines.map((line, index) => (
            <Line
              key={`${line.at} ${line.text} ${line.subjectId}`}
              line={line}
              before={lines[index - 1]}
              leadId={lead.id}
              isLast={index === lines.length - 1}
            />
          ))}
        </ol>
      )}
      {lead.session_id === null || story.data?.length === 0 ? (
        <p className="mt-3 text-sm text-muted">
          Nothing more is known: this visitor was not tracked, or it was too long ago.
        </p>
      ) : null}
    </section>
  )
}

const icons: Readonly<Record<StoryKind, LucideIcon>> = {
  page: FileText,
  step: Eye,
  demo: Presentation,
  card: CreditCard,
  form: UserRoundCheck,
  agent: MessagesSquare,
  click: MousePointerClick,
  meeting: CalendarCheck,
}

interface LineProps {
  readonly line: StoryLine
  readonly before: StoryLine | undefined
  readonly leadId: string
  readonly isLast: boolean
}

function Line({ line, before, leadId, isLast }: LineProps) {
  const Icon = icons[line.kind]
  const isOwn = line.kind === 'form' && line.subjectId === leadId
  return (
    <li className="relative flex gap-3 px-4 py-1.5">
      {isLast ? null : <span aria-hidden className="absolute top-8 -bottom-1 left-[27px] w-px bg-line" />}
      <span
        className={`flex size-6 shrink-0 items-center justify-center rounded-chip ${isOwn ? 'bg-spot-soft text-text' : 'bg-sunken text-muted'}`}
      >
        <Icon size={14} aria-hidden />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className={`min-w-0 wrap-anywhere ${isOwn ? 'font-semibold' : ''}`}>{line.text}</span>
          {line.seconds > 0 ? <span className="text-xs text-muted">{durationText(line.seconds)}</span> : null}
          {line.kind === 'form' && !isOwn && line.subjectId !== null ? (
            <Link className="text-accent-text hover:underline" to={`/dashboard/leads/${line.subjectId}`}>
              Another form
            </Link>
          ) : null}
          <time dateTime={line.at} className="ml-auto shrink-0 text-xs text-muted tabular-nums">
            {before !== undefined && dayText(before.at) === dayText(line.at) ? timeText(line.at) : momentText(line.at)}
          </time>
        </p>
        {line.kind === 'agent' && line.subjectId !== null ? <Talk conversationId={line.subjectId} /> : null}
      </div>
    </li>
  )
}

/** What was said, where it was said in the visit. */
function Talk({ conversationId }: { readonly conversationId: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const transcript = useQuery(transcriptQuery(conversationId))
  if (transcript.isPending) return <Skeleton className="mt-1 h-10" />
  if (transcript.isError) return <p className="mt-1 text-muted">The conversation is gone.</p>
  const { turns } = transcript.data
  const shown = isWhole ? turns : turns.slice(0, shownTurns)
  return (
    <div className="mt-1.5 mb-1 rounded-control border border-line px-3 py-2">
      <dl className="flex flex-col gap-1.5">
        {shown.map((turn) => (
          <div key={turn.id}>
            <dt className="text-xs font-medium text-muted">{turn.speaker === 'agent' ? 'Agent' : 'Visitor'}</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {turn.text}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        {turns.length > shownTurns ? (
          <Button tone="quiet" className="-ml-3" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show less' : `Show all ${turns.length} turns`}
          </Button>
        ) : null}
        <Link className="text-accent-text hover:underline" to={`/dashboard/conversations/${conversationId}`}>
          Open the conversation
        </Link>
      </p>
    </div>
  )
}

const shownTurns = 4
