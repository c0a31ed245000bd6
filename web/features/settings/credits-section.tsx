import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'

import { creditBalanceQuery, creditUseQuery, type CreditUse } from '../../lib/credit-calls.ts'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { countOf, countText, dayUntilNow } from '../../lib/figure-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Progress } from '../../ui/progress.tsx'
import { settingsListClass, SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { timeLeftText } from './time-left-text.ts'

/** The credit balance, what used it, and how long it lasts. */
export function CreditsSection({ workspaceId }: { readonly workspaceId: string }) {
  const balance = useQuery(creditBalanceQuery(workspaceId))
  const use = useQuery(creditUseQuery(workspaceId)).data
  const { data } = balance
  if (balance.isError && data === undefined) {
    return (
      <ErrorState
        title={failureText(balance.error, 'settingsFailed')}
        text={failureHint(balance.error)}
        onRetry={() => void balance.refetch()}
      />
    )
  }
  const used = (data?.replies ?? 0) + (data?.model_cents ?? 0)
  const recent = use?.days.reduce((sum, { credits }) => sum + credits, 0)
  return (
    <>
      <div className="mb-8">
        <dl className="mb-4 grid grid-cols-2 gap-x-8 gap-y-4 *:first:col-span-2 sm:grid-cols-3 sm:*:first:col-span-1">
          <Figure term="Balance" note={data === undefined ? undefined : `of ${countText(used + data.credits)}`}>
            {data === undefined ? undefined : countText(data.credits)}
          </Figure>
          <Figure
            term="Last 30 days"
            note={use === undefined ? undefined : `${countText(Math.round((recent ?? 0) / 30))} a day`}
          >
            {recent === undefined ? undefined : countText(recent)}
          </Figure>
          <Figure term="Lasts" note="at this rate">
            {data === undefined || recent === undefined ? undefined : timeLeftText(data.credits, recent / 30)}
          </Figure>
        </dl>
        {data === undefined ? (
          <Skeleton className="h-1.5" />
        ) : (
          <Progress label="Credits left" value={data.credits} max={Math.max(1, used + data.credits)} />
        )}
      </div>
      <SettingsSection title="By day" text="Times in UTC">
        {use === undefined ? <Skeleton className="h-[178px]" /> : <DayBars days={use.days} />}
      </SettingsSection>
      {/* Waits for the parts above, so that it doesn't move. */}
      {use === undefined || data === undefined ? null : (
        <>
          <SettingsSection title="By agent" text="Last 30 days">
            <AgentBars agents={use.agents} />
          </SettingsSection>
          <SettingsSection title="Used for" text="Since the workspace was created">
            <dl className={settingsListClass}>
              {[
                ['Answers', data.replies, '1 credit each'],
                ['Language model', data.model_cents, '1 credit per cent'],
              ].map(([term, value, rate]) => (
                <div key={term} className="flex min-h-10 items-center justify-between gap-4">
                  <dt>
                    {term} <span className="text-muted">{rate}</span>
                  </dt>
                  <dd className="font-medium tabular-nums">
                    {typeof value === 'number' ? countText(value) : '\u00a0'}
                  </dd>
                </div>
              ))}
              <div className="flex min-h-10 items-center justify-between gap-4">
                <dt>Demos, visits and leads</dt>
                <dd className="text-muted">Free</dd>
              </div>
            </dl>
          </SettingsSection>
        </>
      )}
    </>
  )
}

interface FigureProps {
  readonly term: string
  readonly note: string | undefined
  /** Undefined while it loads. */
  readonly children: string | undefined
}

function Figure({ term, note, children }: FigureProps) {
  return (
    <div>
      <dt className="font-medium text-muted">{term}</dt>
      <dd className="text-[2rem] leading-10 sm:text-[2.5rem] sm:leading-[3.25rem] font-semibold tracking-[-0.038em] whitespace-nowrap tabular-nums">
        {children ?? <Skeleton className="my-1 h-8 w-28 sm:mb-2 sm:h-10" />}
        <span className="block text-xs font-normal tracking-normal text-muted">{note ?? '\u00a0'}</span>
      </dd>
    </div>
  )
}

/** A bar a day; the arrow keys and the pointer choose the day whose number is shown. */
function DayBars({ days }: Pick<CreditUse, 'days'>) {
  const last = days.length - 1
  const [index, setIndex] = useState(last)
  const chosen = days[index]
  if (chosen === undefined) return null
  const most = Math.max(4, ...days.map(({ credits }) => credits))
  const text = `${dayUntilNow(chosen.day)}: ${countOf(chosen.credits, 'credit')}`

  function handleKeyDown(event: KeyboardEvent): void {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setIndex(Math.max(0, Math.min(last, next)))
  }

  return (
    <div>
      <p aria-hidden className="mb-2 tabular-nums">
        <span className="font-medium">{dayUntilNow(chosen.day)}</span>{' '}
        <span className="text-muted">{countOf(chosen.credits, 'credit')}</span>
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Credits by day"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={text}
        onKeyDown={handleKeyDown}
        className="flex h-32 touch-pan-y items-stretch rounded-control border-b border-line"
      >
        {days.map(({ day, credits }, at) => (
          <span
            key={day}
            onPointerEnter={() => setIndex(at)}
            onPointerDown={() => setIndex(at)}
            className="flex flex-1 items-end px-px sm:px-[2px]"
          >
            <span
              style={{ height: `${(credits / most) * 100}%` }}
              className={`w-full rounded-t-tiny transition-colors duration-[120ms] ${credits === 0 ? 'min-h-0.5 bg-line' : at === index ? 'min-h-1 bg-accent' : 'min-h-1 bg-chart-1/45'}`}
            />
          </span>
        ))}
      </div>
      <p aria-hidden className="mt-1.5 flex justify-between text-xs text-muted tabular-nums">
        <span>{dayUntilNow(days[0]?.day ?? chosen.day)}</span>
        <span>{dayUntilNow(days[last]?.day ?? chosen.day)}</span>
      </p>
    </div>
  )
}

function AgentBars({ agents }: Pick<CreditUse, 'agents'>) {
  if (agents.length === 0) return <p className="text-muted">No answers in the last 30 days</p>
  const most = Math.max(...agents.map(({ credits }) => credits))
  return (
    <ul className="-mt-1.5 flex flex-col gap-0.5">
      {agents.map(({ id, name, credits }) => (
        <li key={id ?? ''} className="relative flex h-8 items-center gap-2 px-2.5">
          <span
            aria-hidden
            style={{ width: `${(credits / most) * 100}%` }}
            className="absolute inset-y-px left-0 min-w-0.5 rounded-[5px] bg-chart-1/20"
          />
          <span className="relative min-w-0 flex-1 truncate">
            {id !== null && name !== null ? (
              <Link to={`/dashboard/agents/${id}`} className="hover:underline">
                {name}
              </Link>
            ) : (
              (name ?? (id === null ? 'Without an agent' : 'Deleted agent'))
            )}
          </span>
          <span className="relative font-medium tabular-nums">{countText(credits)}</span>
        </li>
      ))}
    </ul>
  )
}
