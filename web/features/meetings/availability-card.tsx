import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'

import {
  findAvailabilityProblems,
  meetingLengths,
  type Availability,
  type AvailabilityProblems,
} from '#domain/availability.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { forget, keep, recall } from '../../lib/json-storage.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { availabilityQuery, saveAvailability } from './availability-calls.ts'
import { TimeSourceFields } from './time-source-fields.tsx'
import { WeekDrawing } from './week-drawing.tsx'
import { WeeklyHours } from './weekly-hours.tsx'

/** Whether the agent books meetings, and when. */
export function AvailabilityCard({ agentId }: { readonly agentId: string }) {
  const availability = useQuery(availabilityQuery(agentId))
  if (availability.isPending) return <Skeleton className="h-24 rounded-card" />
  if (availability.data === undefined) {
    return (
      <ErrorState
        title={failureText(availability.error, 'onboardingFailed')}
        text={failureHint(availability.error)}
        onRetry={() => void availability.refetch()}
      />
    )
  }
  return <AvailabilityForm agentId={agentId} saved={availability.data} />
}

function AvailabilityForm({ agentId, saved }: { readonly agentId: string; readonly saved: Availability }) {
  const queries = useQueryClient()
  const draftKey = `understudy-availability ${agentId}`
  // The draft survives a reload, and is deleted once saved.
  const [draft, setDraft] = useState<Availability>(() => ({ ...saved, ...recall<Availability>(draftKey) }))
  const [wasTried, setWasTried] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const save = useMutation({
    mutationFn: (next: Availability) => saveAvailability(agentId, next),
    onSuccess: async () => {
      forget(draftKey)
      setWasTried(false)
      setIsOpen(false)
      showToast({ text: draft.isOn ? 'Your agent now books meetings.' : 'Your agent no longer books meetings.' })
      await queries.invalidateQueries({ queryKey: availabilityQuery(agentId).queryKey })
    },
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const problems = draft.isOn ? findAvailabilityProblems(draft) : {}
  const shown = wasTried ? problems : {}
  const isEdited = isOpen || isChanged

  function change(patch: Partial<Availability>): void {
    const next = { ...draft, ...patch }
    setDraft(next)
    keep(draftKey, next)
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    flushSync(() => setWasTried(true))
    if (Object.keys(problems).length > 0) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return
    }
    if (save.isPending) return
    // When off, don't save the draft: it may be incomplete.
    save.mutate(draft.isOn ? draft : { ...saved, isOn: false })
  }

  function discard(): void {
    forget(draftKey)
    setDraft(saved)
    setWasTried(false)
    setIsOpen(false)
  }

  return (
    <section aria-labelledby="meetings-title">
      <h2
        id="meetings-title"
        className="flex min-h-12 items-center border-b border-line text-base font-semibold tracking-tight"
      >
        Meetings
      </h2>
      <form className="flex flex-col gap-4 pt-4" noValidate onSubmit={handleSubmit}>
        {save.isError ? (
          <Notice tone="danger">
            {isOrganiserRefused(save.error)
              ? 'To send invitations, an editor of this workspace must confirm their email.'
              : [failureText(save.error, 'onboardingFailed'), failureHint(save.error)].filter(Boolean).join(' ')}
          </Notice>
        ) : null}
        <Switch
          label="Book meetings"
          hint="The agent offers these hours to visitors. Both sides get an email invitation."
          isOn={draft.isOn}
          onChange={(isOn) => change({ isOn })}
        />
        {draft.isOn && !isEdited ? <Summary saved={saved} onOpen={() => setIsOpen(true)} /> : null}
        {draft.isOn && isEdited ? <Fields agentId={agentId} draft={draft} problems={shown} onChange={change} /> : null}
        {isChanged ? (
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" tone="accent" size="form" disabled={save.isPending}>
              {save.isPending ? 'Saving…' : 'Save'}
            </Button>
            <Button size="form" onClick={discard}>
              Discard
            </Button>
            <span className="text-sm text-muted">These hours aren’t saved yet.</span>
          </div>
        ) : isOpen && draft.isOn ? (
          <Button className="self-start" onClick={() => setIsOpen(false)}>
            Close
          </Button>
        ) : null}
      </form>
    </section>
  )
}

function isOrganiserRefused({ cause }: Error): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '22023'
}

function Summary({ saved, onOpen }: { readonly saved: Availability; readonly onOpen: () => void }) {
  const isElsewhere = saved.source === 'cal_com'
  return (
    <>
      {isElsewhere || saved.weeklyHours.length === 0 ? null : <WeekDrawing hours={saved.weeklyHours} />}
      <div className="flex flex-col items-start gap-3 text-sm sm:flex-row sm:items-center sm:justify-between sm:gap-4">
        <p className="min-w-0 text-muted wrap-anywhere">
          {isElsewhere
            ? 'Times and invitations from Cal.com'
            : `${saved.lengthMinutes} minutes · ${saved.timeZone.replaceAll('_', ' ')} · ${saved.place}`}
        </p>
        <Button onClick={onOpen}>Change the hours</Button>
      </div>
    </>
  )
}

interface FieldsProps {
  readonly agentId: string
  readonly draft: Availability
  readonly problems: AvailabilityProblems
  readonly onChange: (patch: Partial<Availability>) => void
}

function Fields({ agentId, draft, problems, onChange }: FieldsProps) {
  return (
    <>
      <TimeSourceFields agentId={agentId} draft={draft} problem={problems.calComEventType} onChange={onChange} />
      {draft.source === 'cal_com' ? null : <OwnHours draft={draft} problems={problems} onChange={onChange} />}
      <TextField
        label="Organiser email"
        type="email"
        value={draft.organiserEmail}
        problem={problems.organiserEmail}
        onChange={(event) => onChange({ organiserEmail: event.target.value })}
      />
      <TextField
        label="Location"
        value={draft.place}
        placeholder="https://meet.example/you, or: I’ll call you"
        hint="Shown in the invitation."
        problem={problems.place}
        onChange={(event) => onChange({ place: event.target.value })}
      />
    </>
  )
}

/** The hours for meetings; Cal.com has its own. */
function OwnHours({ draft, problems, onChange }: Omit<FieldsProps, 'agentId'>) {
  return (
    <>
      <WeeklyHours
        hours={draft.weeklyHours}
        problem={problems.weeklyHours}
        onChange={(weeklyHours) => onChange({ weeklyHours })}
      />
      <SelectField
        label="Time zone"
        value={draft.timeZone}
        options={zonesWith(draft.timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={(event) => onChange({ timeZone: event.currentTarget.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Length"
          value={String(draft.lengthMinutes)}
          options={meetingLengths.map((length) => ({ value: String(length), label: `${length} minutes` }))}
          onChange={(event) => onChange({ lengthMinutes: Number(event.currentTarget.value) })}
        />
        <NumberField
          label="Notice, in hours"
          value={draft.noticeMinutes / 60}
          problem={problems.noticeMinutes}
          onChange={(hours) => onChange({ noticeMinutes: hours * 60 })}
        />
        <NumberField
          label="Buffer, in minutes"
          value={draft.bufferMinutes}
          problem={problems.bufferMinutes}
          onChange={(bufferMinutes) => onChange({ bufferMinutes })}
        />
        <NumberField
          label="Days ahead"
          value={draft.daysAhead}
          problem={problems.daysAhead}
          onChange={(daysAhead) => onChange({ daysAhead })}
        />
      </div>
    </>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly problem: string | undefined
  readonly onChange: (value: number) => void
}

/** Keeps the typed text; an invalid number is reported, not replaced. */
function NumberField({ label, value, problem, onChange }: NumberFieldProps) {
  const [text, setText] = useState(Number.isFinite(value) ? String(value) : '')
  return (
    <TextField
      label={label}
      inputMode="numeric"
      value={text}
      problem={problem}
      onChange={(event) => {
        setText(event.target.value)
        onChange(event.target.value.trim() === '' ? Number.NaN : Number(event.target.value))
      }}
    />
  )
}

function zonesWith(zone: string): readonly string[] {
  const zones = Intl.supportedValuesOf('timeZone')
  return zones.includes(zone) ? zones : [zone, ...zones]
}
