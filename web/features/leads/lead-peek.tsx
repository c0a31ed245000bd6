import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'

import { momentText } from '../../lib/dates.ts'
import { factLabel, scoreText } from '../../lib/fact-texts.ts'
import { nextMeeting, storyDemosQuery, storyQuery, type Lead } from '../../lib/lead-calls.ts'
import { storyLines } from '../../lib/lead-story.ts'
import { namesOf, unnamed } from '../../lib/story-names.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { StoryList } from '../../ui/story-list.tsx'
import { LeadStatusMark } from './lead-status-mark.tsx'
import { answersByQuestion, contactOf, questionLabel, sourceName } from './lead-texts.ts'

export interface LeadPeekProps {
  readonly lead: Lead
  /** Sample leads have no page of their own. */
  readonly isSample?: boolean
}

/** A lead at a glance, beside the list. */
export function LeadPeek({ lead, isSample = false }: LeadPeekProps) {
  const meeting = nextMeeting(lead)
  return (
    <div className="text-sm">
      <div className="flex items-center gap-2.5">
        <Avatar name={lead.name} size={32} />
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate text-left text-base font-semibold tracking-[-0.011em]">
            {lead.name}
          </h2>
          <p className="truncate text-xs text-muted">{contactOf(lead)}</p>
        </div>
        <LeadStatusMark status={lead.status} />
      </div>
      {lead.score === null ? null : (
        <section aria-label="Score" className="mt-4">
          <p className="flex items-center gap-3 pb-1">
            <span className="text-[32px]/9 font-semibold tracking-[-0.032em] tabular-nums">{lead.score}</span>
            <span className="font-medium">{scoreText(lead.score)}</span>
          </p>
          <ul>
            {lead.evidence.map(({ field, points, quote, turn }) => (
              <li
                key={`${field} ${turn} ${quote}`}
                title={quote}
                className="grid min-h-7 grid-cols-[2.125rem_minmax(0,1fr)] items-center text-xs"
              >
                <span className={clsx('font-semibold tabular-nums', points < 0 ? 'text-danger' : 'text-success')}>
                  {points < 0 ? `−${-points}` : `+${points}`}
                </span>
                <span className="truncate">
                  {factLabel(field)}{' '}
                  <q dir="auto" className="text-muted">
                    {quote}
                  </q>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="mt-3 border-t border-line pt-1.5">
        {meeting === null ? null : <Fact label="Meeting" text={momentText(meeting.starts_at)} />}
        {[...answersByQuestion(lead)].map(([label, value]) => (
          <Fact key={label} label={questionLabel(label)} text={value.trim() === '' ? '–' : value} />
        ))}
        <Fact label="Source" text={sourceName(lead)} />
        <Fact label="Demo" text={lead.demo_name} />
        <Fact label="Received" text={momentText(lead.created_at)} />
      </dl>
      {lead.session_id === null ? null : <PeekStory lead={lead} />}
      {isSample ? null : (
        <ButtonLink to={`/dashboard/leads/${lead.id}`} className="mt-4">
          Open lead
        </ButtonLink>
      )}
    </div>
  )
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="grid min-h-[30px] grid-cols-[5.25rem_minmax(0,1fr)] items-center gap-x-2 py-[5px]">
      <dt title={label} className="line-clamp-2 text-muted wrap-anywhere">
        {label}
      </dt>
      <dd dir="auto" className="line-clamp-2 text-left wrap-anywhere">
        {text}
      </dd>
    </div>
  )
}

/** The lead's visit, without the clicks. */
function PeekStory({ lead }: { readonly lead: Lead }) {
  const story = useQuery(storyQuery(lead))
  const events = story.data ?? []
  const seen = new Set([lead.demo_id, ...events.map(({ demo_id }) => demo_id)].filter((id) => id !== null))
  const demos = useQuery(storyDemosQuery([...seen].toSorted()))
  const first = events[0]
  if (first === undefined || demos.data === undefined) return null
  const lines = storyLines(events, demos.isPlaceholderData ? unnamed : namesOf(demos.data, lead.demo_id))
  return (
    <section aria-label="The visit" className="mt-1.5 border-t border-line">
      <StoryList
        lines={lines.filter(({ kind }) => kind !== 'click' && kind !== 'demo')}
        steps={demos.data.flatMap(({ steps }) => steps)}
        startedAt={first.occurred_at}
        shownMax={5}
      />
    </section>
  )
}
