import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { Loaded } from '../features/rita/loaded.tsx'
import { outputQuery, type Said, type SaidOutcome } from '../features/rita/rita-calls.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { momentText } from '../lib/dates.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/select-field.tsx'

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
    <PageBody>
      <PageHeader title="Output" text="What your agent told visitors, and the outcome." />
      <Loaded query={output} label="Loading answers" code="sessionsFailed">
        {(said) => (said.length === 0 ? <Nothing /> : <Output said={said} />)}
      </Loaded>
    </PageBody>
  )
}

function Nothing() {
  return (
    <EmptyState title="No answers yet" text="Your agent’s answers to visitors appear here.">
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
      <SelectField
        label="Outcome"
        className="mb-4 w-72 max-w-full"
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
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {shown.map((each) => (
            <li key={each.id}>
              <Link
                to={`/dashboard/conversations/${each.conversationId}`}
                className="block px-4 py-3 text-sm -outline-offset-2 hover:bg-sunken"
              >
                <span dir="auto" className="block font-medium wrap-anywhere">
                  {each.question ?? 'No question'}
                </span>
                <span dir="auto" className="mt-0.5 block wrap-anywhere text-muted">
                  {each.text}
                </span>
                <span className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-muted">
                  <span className={each.outcome === 'unknown' ? 'font-medium text-warning' : undefined}>
                    {outcomeNames[each.outcome]}
                  </span>
                  <time dateTime={each.at}>{momentText(each.at)}</time>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
