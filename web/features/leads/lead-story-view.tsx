import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { messages } from '#domain/messages.ts'

import { failureHint } from '../../lib/backend-error.ts'
import { dayText, momentText, timeText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clockSpan, countText, durationText } from '../../lib/figure-text.ts'
import { transcriptQuery } from '../../lib/conversation-calls.ts'
import { storyDemosQuery, storyMax, storyQuery, type Lead } from '../../lib/lead-calls.ts'
import { foldStory, joinClicks, meetingLines, storyLines, type StoryLine } from '../../lib/lead-story.ts'
import { StoryMark } from '../../ui/story-list.tsx'
import { namesOf, unnamed } from '../../lib/story-names.ts'

/** The lead's visit from its first page, with the agent conversation. */
export function LeadStory({ lead }: { readonly lead: Lead }) {
  const [isWhole, setIsWhole] = useState(false)
  const story = useQuery(storyQuery(lead))
  const events = story.data ?? []
  const seen = new Set([lead.demo_id, ...events.map(({ demo_id }) => demo_id)].filter((id) => id !== null))
  const demos = useQuery(storyDemosQuery([...seen].toSorted()))
  const entries = joinClicks(storyLines(events, demos.data === undefined ? unnamed : namesOf(demos.data, lead.demo_id)))
  const hasForm = lead.source === 'form'
  const own: StoryLine = {
    kind: 'form',
    at: lead.created_at,
    text: 'Submitted the form',
    seconds: 0,
    subjectId: lead.id,
  }
  const talk: StoryLine = {
    kind: 'agent',
    at: lead.created_at,
    text: 'Left contact details in a conversation',
    seconds: 0,
    subjectId: lead.conversation_id,
  }
  const hasTalkLine =
    lead.conversation_id === null || entries.some(({ subjectId }) => subjectId === lead.conversation_id)
  const hasLeadLine = !hasForm || entries.some(({ kind, subjectId }) => kind === 'form' && subjectId === lead.id)
  const lines = [
    ...entries,
    ...(hasLeadLine ? [] : [own]),
    ...(hasTalkLine ? [] : [talk]),
    ...meetingLines(lead.meetings, momentText),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const pictureOf = new Map(
    (demos.data ?? []).flatMap(({ steps }) => steps.map(({ id, screenshot_url }) => [id, screenshot_url] as const)),
  )
  const shared = { leadId: lead.id, pictureOf, startedAt: events[0]?.occurred_at ?? lines[0]?.at ?? lead.created_at }
  const { head, hidden, tail } = isWhole ? { head: lines, hidden: 0, tail: [] } : foldStory(lines)

  return (
    <section aria-labelledby="lead-story" className="min-w-0">
      <h2 id="lead-story" className="mb-2 text-base font-semibold tracking-[-0.011em]">
        The visit
      </h2>
      {story.isLoading || demos.isLoading ? <Skeleton className="h-24" /> : null}
      {story.isError && story.data === undefined ? (
        <ErrorState title={messages.leadsFailed} text={failureHint(story.error)} onRetry={() => void story.refetch()} />
      ) : null}
      {story.isLoading || demos.isLoading || (story.isError && story.data === undefined) ? null : (
        <ol className="text-sm">
          <Lines {...shared} lines={head} isEnd={tail.length === 0} />
          {hidden === 0 ? null : (
            <li className="py-1.5 pl-[76px]">
              <Button tone="quiet" className="-ml-3" onClick={() => setIsWhole(true)}>
                Show {hidden} more in between
              </Button>
            </li>
          )}
          <Lines {...shared} lines={tail} isEnd />
        </ol>
      )}
      {lead.session_id === null || story.data?.length === 0 ? (
        <p className="mt-3 text-sm text-muted">No page views: this visitor was not tracked, or the visit is too old.</p>
      ) : null}
      {events.length < storyMax ? null : (
        <p className="mt-3 text-sm text-muted">Only the first {countText(storyMax)} events of this visit are shown.</p>
      )}
    </section>
  )
}

interface LinesProps {
  readonly lines: readonly StoryLine[]
  /** The start of the visit. */
  readonly startedAt: string
  readonly leadId: string
  /** Screenshots by their steps. */
  readonly pictureOf: ReadonlyMap<string, string>
  readonly isEnd: boolean
}

function Lines({ lines, startedAt, leadId, pictureOf, isEnd }: LinesProps) {
  const keys = keysOf(lines)
  return lines.map((line, index) => (
    <Line
      key={keys[index]}
      line={line}
      startedAt={startedAt}
      leadId={leadId}
      screenshotUrl={line.stepId === undefined ? null : (pictureOf.get(line.stepId) ?? null)}
      isLast={isEnd && index === lines.length - 1}
    />
  ))
}

/** Two lines can be identical. */
function keysOf(lines: readonly StoryLine[]): readonly string[] {
  const counts = new Map<string, number>()
  return lines.map(({ at, text, subjectId }) => {
    const key = `${at} ${text} ${subjectId ?? ''}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${key} ${count}`
  })
}

interface LineProps {
  readonly line: StoryLine
  readonly startedAt: string
  readonly leadId: string
  readonly screenshotUrl: string | null
  readonly isLast: boolean
}

function Line({ line, startedAt, leadId, screenshotUrl, isLast }: LineProps) {
  const isQuiet = line.kind === 'click'
  const isOwn = line.kind === 'form' && line.subjectId === leadId
  return (
    <li className={`relative grid grid-cols-[64px_minmax(0,1fr)] gap-3 py-[5px] ${isQuiet ? 'text-muted' : ''}`}>
      {isLast ? null : <span aria-hidden className="absolute top-4 -bottom-4 left-[31px] w-px bg-line-strong" />}
      <span className={`relative ${screenshotUrl === null ? 'self-start' : 'self-center'}`}>
        {isQuiet ? (
          <span className="mx-auto mt-2 block size-[7px] rounded-chip bg-line-strong shadow-[0_0_0_3px_var(--surface)]" />
        ) : (
          <StoryMark kind={line.kind} screenshotUrl={screenshotUrl} />
        )}
      </span>
      <div className={`min-w-0 ${screenshotUrl === null ? 'pt-[3px]' : 'self-center'}`}>
        <p className="flex flex-wrap items-baseline gap-x-3 sm:flex-nowrap">
          <span className={`min-w-0 wrap-anywhere ${isOwn ? 'font-semibold' : ''}`}>{line.text}</span>
          <span className="shrink-0 text-xs text-muted empty:hidden">
            {[line.seconds > 0 ? durationText(line.seconds) : '', line.note ?? ''].filter(Boolean).join(', ')}
          </span>
          {line.kind === 'form' && !isOwn && line.subjectId !== null ? (
            <Link className="shrink-0 text-accent-text hover:underline" to={`/dashboard/leads/${line.subjectId}`}>
              Another form
            </Link>
          ) : null}
          <Offset at={line.at} startedAt={startedAt} />
        </p>
        {line.kind === 'agent' && line.subjectId !== null ? <Talk conversationId={line.subjectId} /> : null}
      </div>
    </li>
  )
}

/** The time since the start of the visit, such as "0:02"; for what came much later, the date. */
function Offset({ at, startedAt }: { readonly at: string; readonly startedAt: string }) {
  const seconds = (Date.parse(at) - Date.parse(startedAt)) / 1_000
  const clock = `${dayText(at)}, ${timeText(at)}`
  return (
    <time dateTime={at} title={clock} className="ml-auto shrink-0 text-xs text-muted tabular-nums">
      {seconds > visitSeconds ? (
        momentText(at)
      ) : (
        <>
          {clockSpan(seconds)}
          <span className="sr-only">, {clock}</span>
        </>
      )}
    </time>
  )
}

/** Visits are rarely longer. */
const visitSeconds = 4 * 3_600

/** Conversation turns, placed within the visit. */
function Talk({ conversationId }: { readonly conversationId: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const transcript = useQuery(transcriptQuery(conversationId))
  if (transcript.isPending) return <Skeleton className="mt-1 h-10" />
  if (transcript.isError) return <p className="mt-1 text-muted">The conversation could not be loaded.</p>
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
