import { useQueryClient } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'

import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { submit } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { LeadMeeting } from '../../lib/lead-calls.ts'
import { JoinLink } from './join-link.tsx'
import { joinAddress, meetingMinutes, meetingMoment } from './meeting-texts.ts'

/** An upcoming meeting in one line, with buttons to join and to cancel it. */
export function MeetingRow({ meeting, name }: { readonly meeting: LeadMeeting; readonly name: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const address = joinAddress(meeting)
  return (
    <section aria-label="Meeting" className="flex flex-wrap items-start gap-x-3 border-b border-line pb-3 text-sm">
      <CalendarCheck size={16} aria-hidden className="mt-2 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 py-1.5">
        <h2 className="font-medium tabular-nums">
          <span className="sr-only">{meeting.status === 'moved' ? 'Moved to ' : 'Meeting '}</span>
          <time dateTime={meeting.starts_at}>{meetingMoment(meeting.starts_at)}</time>, {meetingMinutes(meeting)} min
        </h2>
        {address === null ? <p className="text-muted wrap-anywhere">{meeting.place}</p> : null}
      </div>
      {address === null ? null : <JoinLink address={address} name={name} />}
      <Button tone="quiet" aria-label="Cancel the meeting" className="-ml-2" onClick={() => setIsAsking(true)}>
        Cancel
      </Button>
      {meeting.guests.length === 0 ? null : (
        <p className="basis-full pl-7 text-xs text-muted wrap-anywhere">
          Guests, not invited yet: {meeting.guests.join(', ')}
        </p>
      )}
      <Dialog
        title="Cancel the meeting"
        description={`${name} and the organiser get an email that removes it from their calendars. This can’t be undone.`}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
      >
        <Confirmation meeting={meeting} onDone={() => setIsAsking(false)} />
      </Dialog>
    </section>
  )
}

function Confirmation({ meeting, onDone }: { readonly meeting: LeadMeeting; readonly onDone: () => void }) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<{ readonly text: string; readonly hint: string | undefined } | null>(null)

  async function handleCancel(): Promise<void> {
    setIsBusy(true)
    const outcome = await submit('The meeting was not cancelled.', () =>
      fetchAsUser('POST', `/account/v1/meetings/${meeting.id}/cancel`),
    )
    setIsBusy(false)
    if (!outcome.ok) return setProblem({ text: outcome.text, hint: outcome.hint })
    onDone()
    showToast({ text: 'The meeting was cancelled.' })
    await queries.invalidateQueries({ queryKey: ['lead'] })
  }

  return (
    <div className="flex flex-col gap-4">
      {problem === null ? null : <FormProblem text={problem.text} hint={problem.hint} />}
      <Button tone="danger" size="form" disabled={isBusy} onClick={() => void handleCancel()}>
        {isBusy ? 'Cancelling…' : 'Cancel the meeting'}
      </Button>
    </div>
  )
}
