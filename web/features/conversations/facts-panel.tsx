import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ConversationTurnRow, EvidenceRow } from '#protocol/rows.ts'

import { talkVisitQuery, type Transcript } from '../../lib/conversation-calls.ts'
import { clockText, momentText } from '../../lib/dates.ts'
import { factLabel, scoreText } from '../../lib/fact-texts.ts'
import { clockSpan } from '../../lib/figure-text.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StepTrack } from '../../ui/step-track.tsx'

/** What is known about the visitor: the score with its evidence, questions, and facts. */
export function FactsPanel(props: { readonly transcript: Transcript; readonly isSample: boolean }) {
  const { transcript, isSample } = props
  const { conversation, turns, meeting } = transcript
  const { facts } = conversation
  return (
    <div className="divide-y divide-line px-4 pb-3 text-sm">
      <Score transcript={transcript} />
      <Questions turns={turns} />
      {facts.length === 0 && meeting === null ? null : (
        <dl aria-label="Visitor details" className="py-1.5">
          {facts.map(({ field, value }) => (
            <Fact key={field} label={factLabel(field)}>
              {value}
            </Fact>
          ))}
          {meeting === null ? null : (
            <Fact label={{ booked: 'Meeting', moved: 'Moved to', cancelled: 'Cancelled' }[meeting.status]}>
              <span className={clsx(meeting.status === 'cancelled' ? 'line-through' : 'text-spot-text')}>
                {momentText(meeting.starts_at)}
              </span>{' '}
              {meeting.lead_id === null ? null : (
                <Link
                  to={`/dashboard/leads/${meeting.lead_id}`}
                  className="font-medium text-accent-text hover:underline"
                >
                  See the lead
                </Link>
              )}
            </Fact>
          )}
        </dl>
      )}
      {isSample ? null : <TalkVisit transcript={transcript} />}
    </div>
  )
}

function Score({ transcript: { conversation, turns } }: { readonly transcript: Transcript }) {
  const { score, evidence } = conversation
  return (
    <section aria-label="Score" className="pt-3 pb-2">
      <div className="flex items-center gap-3 pb-2">
        {score === null ? null : (
          <span className="text-[32px]/9 font-semibold tracking-[-0.032em] tabular-nums">{score}</span>
        )}
        <span className={score === null ? 'text-muted' : 'font-medium'}>{scoreText(score)}</span>
        <span className="ml-auto">
          <Sparkline days={runningSum(evidence)} className="text-success-fill" />
        </span>
      </div>
      <ul>
        {evidence.map((each) => {
          const turn = turns.find(({ number }) => number === each.turn)
          return (
            <li
              key={`${each.turn}-${each.field}`}
              className="relative grid grid-cols-[2.125rem_minmax(0,1fr)_auto] py-1 text-xs"
            >
              <span className={clsx('font-semibold tabular-nums', each.points < 0 ? 'text-danger' : 'text-success')}>
                {each.points < 0 ? `−${-each.points}` : `+${each.points}`}
              </span>
              <a href={`#turn-${each.turn}`} className="min-w-0 truncate after:absolute after:inset-0 hover:underline">
                {factLabel(each.field)}
              </a>
              {turn === undefined ? null : (
                <time dateTime={turn.created_at} className="pl-2 text-muted tabular-nums">
                  {clockText(turn.created_at)}
                </time>
              )}
              <q dir="auto" title={each.quote} className="col-span-2 col-start-2 truncate text-left text-muted">
                {each.quote}
              </q>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** How the score grew, remark by remark. */
function runningSum(evidence: readonly EvidenceRow[]): readonly number[] {
  let sum = 0
  const sums = evidence.toSorted((a, b) => a.turn - b.turn).map(({ points }) => (sum += points))
  return sums.length < 2 ? [] : [0, ...sums]
}

interface Asked {
  readonly turn: ConversationTurnRow
  readonly isAnswered: boolean
}

/** The talk at a glance: what was asked, and what the agent had no answer for. */
function Questions({ turns }: { readonly turns: readonly ConversationTurnRow[] }) {
  const asked = askedOf(turns)
  const shown = asked.slice(-questionsMax)
  if (shown.length === 0) return null
  return (
    <section aria-label="Questions" className="py-2">
      <p className="flex h-7 items-center text-xs text-muted">
        Asked
        {asked.length > shown.length ? (
          <span className="ml-auto tabular-nums">
            last {shown.length} of {asked.length}
          </span>
        ) : null}
      </p>
      <ul>
        {shown.map(({ turn, isAnswered }) => (
          <li key={turn.id}>
            <a
              href={`#turn-${turn.number}`}
              title={turn.text}
              className="flex min-h-7 items-center gap-2 text-xs hover:underline pointer-coarse:min-h-11"
            >
              {isAnswered ? (
                <Check size={14} aria-label="Answered" className="shrink-0 text-success" />
              ) : (
                <CircleHelp size={14} aria-label="Not answered" className="shrink-0 text-warning" />
              )}
              <span dir="auto" className="min-w-0 truncate text-left">
                {turn.text}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const questionsMax = 5
const unanswered = new Set(['unknown', 'unsure'])

function askedOf(turns: readonly ConversationTurnRow[]): readonly Asked[] {
  return turns.flatMap((turn, index): Asked[] => {
    if (turn.speaker !== 'visitor' || turn.outcome === 'form') return []
    const answer = turns[index + 1]
    const isAnswered = answer !== undefined && answer.speaker !== 'visitor' && !unanswered.has(answer.outcome ?? '')
    return [{ turn, isAnswered }]
  })
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-h-[30px] grid-cols-[5.25rem_minmax(0,1fr)] items-center py-[5px]">
      <dt className="text-muted">{label}</dt>
      <dd dir="auto" className="text-left wrap-anywhere">
        {children}
      </dd>
    </div>
  )
}

/** The visit that the talk belongs to, as far as it was tracked. */
function TalkVisit({ transcript: { conversation, steps } }: { readonly transcript: Transcript }) {
  const visit = useQuery(talkVisitQuery(conversation.demo_id, conversation.id)).data ?? null
  if (visit === null || steps.length === 0) return null
  const seen = new Set(visit.steps.flatMap(({ step_id, views }) => (views > 0 ? [step_id] : [])))
  const ticks = steps.map(({ id }) => ({ stepId: id, mark: seen.has(id) ? ('seen' as const) : ('unseen' as const) }))
  return (
    <div className="grid min-h-10 grid-cols-[5.25rem_minmax(0,1fr)_auto] items-center text-xs text-muted">
      <span>Visit</span>
      <StepTrack ticks={ticks} label={`${seen.size} of ${steps.length} steps`} />
      <span className="tabular-nums">{clockSpan(visit.seconds)}</span>
    </div>
  )
}
