import { useQueryClient } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'

import { momentText } from '../../lib/dates.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { submit } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { LeadMeeting } from '../../lib/lead-calls.ts'

/** An upcoming meeting, with a button to cancel it. */
export function MeetingCard({ meeting, name }: { readonly meeting: LeadMeeting; readonly name: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section aria-label="Meeting" className="rounded-card bg-sunken p-4">
      <div className="flex items-start gap-3">
        <CalendarCheck size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">
            {meeting.status === 'moved' ? 'Meeting, moved to ' : 'Meeting '}
            <time dateTime={meeting.starts_at}>{momentText(meeting.starts_at)}</time>
          </h2>
          <p className="text-sm text-muted">
            {Math.round((Date.parse(meeting.ends_at) - Date.parse(meeting.starts_at)) / 60_000)} minutes, in your time
            zone
          </p>
          <p className="mt-1 text-sm wrap-anywhere">
            {/^https?:\/\/\S+$/.test(meeting.place) ? (
              <a className="text-accent-text hover:underline" href={meeting.place} target="_blank" rel="noreferrer">
                {meeting.place}
              </a>
            ) : (
              meeting.place
            )}
          </p>
          {meeting.guests.length === 0 ? null : (
            <p className="mt-1 text-sm wrap-anywhere">Guests, not invited yet: {meeting.guests.join(', ')}</p>
          )}
        </div>
      </div>
      <Button className="mt-3" tone="danger" onClick={() => setIsAsking(true)}>
        Cancel the meeting
      </Button>
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
