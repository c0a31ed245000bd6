import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { momentText } from '../../lib/dates.ts'
import { countOf, countText } from '../../lib/figure-text.ts'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { askedQuery, type AskedGroup, type ReportRequest } from './analytics-calls.ts'
import { ChartSection } from './chart-section.tsx'

const shownFirst = 8

/** What visitors asked the agent, grouped by meaning, each with the conversation it was last asked in. */
export function AskedSection({ request }: { readonly request: ReportRequest }) {
  const asked = useQuery(askedQuery(request))
  const [isLong, setIsLong] = useState(false)
  const groups = asked.data ?? []
  const times = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <ChartSection title="Questions asked" {...(times > 0 && { text: countText(times) })}>
      {asked.isPending ? <Skeleton className="h-24 rounded-card" /> : null}
      {asked.isError && asked.data === undefined ? (
        <ErrorState
          title={failureText(asked.error, 'analyticsFailed')}
          text={failureHint(asked.error)}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {asked.data?.length === 0 ? <p className="text-sm text-muted">No questions in this period</p> : null}
      <ul className="@min-[60rem]:grid @min-[60rem]:grid-cols-2 @min-[60rem]:gap-x-10">
        {groups.slice(0, isLong ? undefined : shownFirst).map((group) => (
          <AskedRow key={group.question} group={group} />
        ))}
      </ul>
      {isLong || groups.length <= shownFirst ? null : (
        <Button tone="quiet" className="mt-1" onClick={() => setIsLong(true)}>
          Show all {countText(groups.length)}
        </Button>
      )}
    </ChartSection>
  )
}

function AskedRow({ group }: { readonly group: AskedGroup }) {
  const { question, count, answered, conversationId, turn, lastAskedAt } = group
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line py-1 text-sm last:border-b-0">
      <Link
        dir="auto"
        to={`/dashboard/conversations/${conversationId}#turn-${turn}`}
        title={`Last asked ${momentText(lastAskedAt)}`}
        className="min-w-0 flex-1 truncate hover:underline pointer-coarse:py-2.5"
      >
        {question}
      </Link>
      <span className={`shrink-0 text-xs tabular-nums ${answered === count ? 'text-muted' : 'text-warning'}`}>
        {answeredText(answered, count)}
      </span>
      <span className="w-16 shrink-0 text-right font-medium tabular-nums">{countOf(count, 'time')}</span>
    </li>
  )
}

function answeredText(answered: number, count: number): string {
  if (answered === count) return 'Answered'
  return answered === 0 ? 'Not answered' : `${countText(answered)} of ${countText(count)} answered`
}
