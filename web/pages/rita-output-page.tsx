import { clsx } from 'clsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { Loaded } from '../features/rita/loaded.tsx'
import { outputQuery, type Said, type SaidOutcome } from '../features/rita/rita-calls.ts'
import { RitaBody } from '../features/rita/rita-body.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { momentText } from '../lib/dates.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TalkGhost } from '../ui/ghosts/talk-ghost.tsx'
import { QuietSelect } from '../ui/quiet-select.tsx'

const outcomeNames: Readonly<Record<SaidOutcome, string>> = {
  answered: 'Answered from the notes',
  unknown: 'Not in the notes',
  human: 'Asked for a person',
  contact: 'Asked for contact details',
  declined: 'Made no commitment',
  booked: 'Booked a meeting',
}

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
    <EmptyState title="No answers yet" text="Your agent’s answers to visitors appear here." drawing={<TalkGhost />}>
      <ButtonLink to="/dashboard/demos">Share a demo</ButtonLink>
    </EmptyState>
  )
}

function Output({ said }: { readonly said: readonly Said[] }) {
  const [chosen, setChosen] = useState<SaidOutcome | 'all'>('all')
  const known = Object.keys(outcomeNames) as readonly SaidOutcome[]
  const count = (outcome: SaidOutcome) => said.filter((each) => each.outcome === outcome).length
  const shown = chosen === 'all' ? said : said.filter(({ outcome }) => outcome === chosen)
  return (
    <>
      <QuietSelect
        label="Outcome"
        className="mb-2 -ml-2"
        value={chosen}
        options={[
          { value: 'all', label: `All outcomes (${said.length})` },
          ...known.map((value) => ({ value, label: `${outcomeNames[value]} (${count(value)})` })),
        ]}
        onChange={(event) => setChosen(known.find((value) => value === event.currentTarget.value) ?? 'all')}
      />
      {shown.length === 0 ? (
        <p role="status" className="text-sm text-muted">
          None of the last {said.length} answers had this outcome.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {shown.map((each) => (
            <li key={each.id}>
              <Link
                to={`/dashboard/conversations/${each.conversationId}`}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-2.5 py-2 text-sm -outline-offset-2 hover:bg-hover"
              >
                <span dir="auto" className="text-left font-medium sm:truncate">
                  {each.question ?? 'No question'}
                </span>
                <time dateTime={each.at} className="text-right text-xs text-muted tabular-nums">
                  {momentText(each.at)}
                </time>
                <span dir="auto" title={each.text} className="text-left text-muted max-sm:col-span-full sm:truncate">
                  {each.text}
                </span>
                <span
                  className={clsx('text-xs', each.outcome === 'unknown' ? 'font-medium text-warning' : 'text-muted')}
                >
                  {outcomeNames[each.outcome]}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
