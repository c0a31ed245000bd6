import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { timeSources, type Availability, type TimeSource } from '#domain/availability.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { momentText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import {
  connectBusy,
  connectCalCom,
  connectionsQuery,
  disconnect,
  eventTypesQuery,
  type CalendarConnection,
} from './calendar-calls.ts'

export interface TimeSourceFieldsProps {
  readonly agentId: string
  readonly draft: Availability
  readonly problem: string | undefined
  readonly onChange: (patch: Partial<Availability>) => void
}

const sourceNames: Readonly<Record<TimeSource, string>> = {
  hours: 'Weekly hours',
  busy: 'Weekly hours, minus a calendar’s busy times',
  cal_com: 'Cal.com',
}

/** Where the agent's times come from, and the calendar they need. */
export function TimeSourceFields({ agentId, draft, problem, onChange }: TimeSourceFieldsProps) {
  const connections = useQuery(connectionsQuery(agentId))
  const { source } = draft
  const connection = connections.data?.find(({ kind }) => kind === source)
  return (
    <>
      <SelectField
        label="Where times come from"
        value={source}
        options={timeSources.map((value) => ({ value, label: sourceNames[value] }))}
        onChange={(event) => {
          const chosen = timeSources.find((known) => known === event.currentTarget.value)
          if (chosen !== undefined) onChange({ source: chosen })
        }}
      />
      {source !== 'hours' && connections.isPending ? <Skeleton className="h-16" /> : null}
      {source !== 'hours' && connections.isError ? (
        <Notice tone="danger">
          {[failureText(connections.error, 'onboardingFailed'), failureHint(connections.error)].join(' ')}
        </Notice>
      ) : null}
      {source === 'hours' || connections.data === undefined ? null : (
        <Connection
          key={`${source} ${connection?.id ?? ''}`}
          agentId={agentId}
          source={source}
          timeZone={draft.timeZone}
          connection={connection}
        />
      )}
      {source === 'cal_com' && connections.data !== undefined && connection === undefined && problem !== undefined ? (
        <p role="alert" className="text-xs text-danger">
          Connect Cal.com first.
        </p>
      ) : null}
      {source === 'cal_com' && connection !== undefined ? (
        <EventTypeField
          value={draft.calComEventType}
          problem={problem}
          onChange={(calComEventType) => onChange({ calComEventType })}
        />
      ) : null}
    </>
  )
}

interface ConnectionProps {
  readonly agentId: string
  readonly source: Exclude<TimeSource, 'hours'>
  readonly timeZone: string
  readonly connection: CalendarConnection | undefined
}

/** The connected calendar, or the field that connects one. Separate from the form: it takes effect at once. */
function Connection({ agentId, source, timeZone, connection }: ConnectionProps) {
  const queries = useQueryClient()
  const [secret, setSecret] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<{ readonly text: string; readonly hint?: string } | null>(null)
  const isCalCom = source === 'cal_com'

  async function reload(): Promise<void> {
    await queries.invalidateQueries({ queryKey: connectionsQuery(agentId).queryKey })
    await queries.invalidateQueries({ queryKey: eventTypesQuery(true).queryKey })
  }

  async function handleConnect(): Promise<void> {
    setIsBusy(true)
    const outcome = isCalCom ? await connectCalCom(secret) : await connectBusy(agentId, secret.trim(), timeZone)
    setIsBusy(false)
    if (!outcome.ok) return setProblem(outcome)
    setProblem(null)
    setSecret('')
    showToast({ text: isCalCom ? 'Cal.com is connected.' : 'The calendar is connected.' })
    await reload()
  }

  async function handleDisconnect({ id }: CalendarConnection): Promise<void> {
    setIsBusy(true)
    try {
      await disconnect(id)
      await reload()
    } catch (error) {
      setProblem({ text: failureText(error, 'onboardingFailed'), hint: failureHint(error) ?? '' })
    }
    setIsBusy(false)
  }

  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      {problem === null ? null : <FormProblem text={problem.text} hint={problem.hint} />}
      {connection === undefined ? (
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={isCalCom ? 'Cal.com API key' : 'Calendar address (ICS)'}
            className="min-w-0 flex-1 basis-64"
            autoComplete="off"
            placeholder={isCalCom ? 'cal_live_…' : 'https://calendar.example/private.ics'}
            hint={
              isCalCom
                ? 'For all agents of this workspace. Cal.com sends the invitations.'
                : 'Only busy times are read, never titles or guests.'
            }
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Button size="form" disabled={isBusy || secret.trim() === ''} onClick={() => void handleConnect()}>
            {isBusy ? 'Connecting…' : 'Connect'}
          </Button>
        </div>
      ) : (
        <>
          {connection.problem === null ? null : <Notice tone="danger">{connection.problem}</Notice>}
          <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
            <p className="min-w-0 wrap-anywhere">
              {isCalCom ? 'API key ' : ''}
              {connection.hint}
              {connection.checked_at === null ? null : (
                <span className="text-muted"> · checked {momentText(connection.checked_at)}</span>
              )}
            </p>
            <Button disabled={isBusy} onClick={() => void handleDisconnect(connection)}>
              Disconnect
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

interface EventTypeFieldProps {
  readonly value: number | null
  readonly problem: string | undefined
  readonly onChange: (id: number) => void
}

function EventTypeField({ value, problem, onChange }: EventTypeFieldProps) {
  const eventTypes = useQuery(eventTypesQuery(true))
  if (eventTypes.isPending) return <Skeleton className="h-16" />
  if (eventTypes.isError) {
    return (
      <Notice tone="danger">
        {[failureText(eventTypes.error, 'onboardingFailed'), failureHint(eventTypes.error)].join(' ')}
      </Notice>
    )
  }
  const options = eventTypes.data.map(({ id, title, minutes }) => ({
    value: String(id),
    label: `${title} (${minutes} minutes)`,
  }))
  const isKnown = value !== null && options.some((option) => option.value === String(value))
  return (
    <>
      <SelectField
        label="Event type"
        value={isKnown ? String(value) : ''}
        options={isKnown ? options : [{ value: '', label: 'Choose an event type' }, ...options]}
        onChange={(event) => {
          if (event.currentTarget.value !== '') onChange(Number(event.currentTarget.value))
        }}
      />
      {problem === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </>
  )
}
