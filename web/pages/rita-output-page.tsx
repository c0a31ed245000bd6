import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CalendarCheck, Check, CircleHelp, Hand, Mail, Minus, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'

import { Loaded } from '../features/rita/loaded.tsx'
import { outputQuery, type Said, type SaidOutcome } from '../features/rita/rita-calls.ts'
import { RitaBody } from '../features/rita/rita-body.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { agentsQuery } from '../lib/agent-calls.ts'
import { clockText, dayText } from '../lib/dates.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AnswersIllustration } from '../ui/illustrations/answers-illustration.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { FilterChips } from '../ui/filter-chips.tsx'

interface Outcome {
  readonly label: string
  readonly icon: LucideIcon
  readonly tone: string
}

const outcomes: Readonly<Record<SaidOutcome, Outcome>> = {
  answered: { label: 'Answered', icon: Check, tone: 'text-success' },
  unknown: { label: 'Not in the notes', icon: CircleHelp, tone: 'text-warning' },
  human: { label: 'Asked for a person', icon: Hand, tone: 'text-muted' },
  contact: { label: 'Asked for contact details', icon: Mail, tone: 'text-muted' },
  declined: { label: 'Declined', icon: Minus, tone: 'text-muted' },
  booked: { label: 'Booked a meeting', icon: CalendarCheck, tone: 'text-success' },
}
const known = Object.keys(outcomes) as readonly SaidOutcome[]

/** The agent's answers, and which questions the notes did not cover. */
export function RitaOutputPage() {
  useTitle('Output')
  const output = useQuery(outputQuery)
  useFollowedTable('conversation_turns', outputQuery.queryKey)
  return (
    <>
      <PageBar title="Output" />
      <RitaBody>
        <Loaded query={output} label="Loading answers" code="sessionsFailed">
          {(said) => (said.length === 0 ? <Nothing /> : <Output said={said} />)}
        </Loaded>
      </RitaBody>
    </>
  )
}

function Nothing() {
  return (
    <EmptyState
      isPage
      title="No answers yet"
      text="Your agent’s answers to visitors appear here."
      drawing={<AnswersIllustration />}
    >
      <ButtonLink to="/dashboard/demos">Share a demo</ButtonLink>
    </EmptyState>
  )
}

function Output({ said }: { readonly said: readonly Said[] }) {
  const agents = useQuery(agentsQuery)
  const [chosen, setChosen] = useState<SaidOutcome | 'all'>('all')
  const count = (outcome: SaidOutcome) => said.filter((each) => each.outcome === outcome).length
  const shown = chosen === 'all' ? said : said.filter(({ outcome }) => outcome === chosen)
  // With the link to its questions, so that nothing moves.
  if (agents.isPending) return <ListSkeleton label="Loading answers" rows={8} isTall />
  const agent = agents.data?.find(({ is_default }) => is_default) ?? agents.data?.[0]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FilterChips
          label="Outcome"
          className="-mx-1"
          value={chosen}
          options={[
            { value: 'all', label: 'All', count: said.length },
            ...known
              .filter((value) => value === chosen || count(value) > 0)
              .map((value) => ({ value, label: outcomes[value].label, count: count(value) })),
          ]}
          onChange={setChosen}
        />
        {agent === undefined || count('unknown') === 0 ? null : (
          <ButtonLink to={`/dashboard/agents/${agent.id}/knowledge`}>Answer open questions</ButtonLink>
        )}
      </div>
      {[...Map.groupBy(alike(shown), ([newest]) => dayText(newest.at))].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="mt-5">
          <h2 className="border-b border-line px-1.5 pb-1.5 text-xs font-medium text-muted">{day}</h2>
          <ul className="divide-y divide-line border-b border-line">
            {ofDay.map((same) => (
              <li key={same[0].id}>
                <Answer said={same[0]} times={same.length} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

type Alike = readonly [Said, ...(readonly Said[])]

/** The same answers to the same question, newest first. */
function alike(said: readonly Said[]): readonly Alike[] {
  const keyOf = ({ question, text, outcome }: Said) =>
    JSON.stringify([
      question
        ?.toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
      text,
      outcome,
    ])
  return [...Map.groupBy(said, keyOf).values()].filter((same): same is [Said, ...Said[]] => same.length > 0)
}

interface AnswerProps {
  /** The newest one. */
  readonly said: Said
  readonly times: number
}

function Answer({ said: { conversationId, outcome, question, text, at }, times }: AnswerProps) {
  const { icon: Icon, label, tone } = outcomes[outcome]
  return (
    <Link
      to={`/dashboard/conversations/${conversationId}`}
      className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-1.5 py-2 -outline-offset-2 hover:bg-hover"
    >
      <Icon size={16} aria-hidden className={`mt-0.5 self-start ${tone}`} />
      <span dir="auto" className="text-left font-medium sm:truncate">
        {question ?? 'No question'}
        {times === 1 ? null : <span className="ml-2 font-normal text-muted tabular-nums">{times} times</span>}
      </span>
      <time dateTime={at} className="text-right text-xs text-muted tabular-nums">
        {clockText(at)}
      </time>
      <span
        dir="auto"
        title={text}
        className="col-start-2 text-left text-muted max-sm:col-end-4 max-sm:line-clamp-2 sm:truncate"
      >
        {text}
      </span>
      <span
        className={clsx(
          'text-right text-xs max-sm:col-start-2 max-sm:text-left',
          outcome === 'answered' ? 'text-muted max-sm:sr-only' : outcome === 'unknown' ? tone : 'text-muted',
        )}
      >
        {label}
      </span>
    </Link>
  )
}
