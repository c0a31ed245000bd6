import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { TalkRecording } from '../../lib/conversation-calls.ts'
import { dayText } from '../../lib/dates.ts'
import { isAdmin } from '../../lib/roles.ts'
import type { FormFailure } from '../../lib/submit.ts'
import { deleteTalkRecording } from '../../lib/talk-recording-calls.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

interface RecordingPanelProps {
  readonly recording: TalkRecording
  readonly workspaceId: string
  readonly onDeleted: () => void
}

/** How long a talk's recording is kept; admins can delete it. */
export function RecordingPanel({ recording, workspaceId, onDeleted }: RecordingPanelProps) {
  const [isAsking, setIsAsking] = useState(false)
  const workspace = useQuery(workspacesQuery).data?.find(({ id }) => id === workspaceId)
  if (workspace === undefined) return null
  const days = Math.min(recording.days, workspace.talk_recording_days)
  const goneAt = new Date(Date.parse(recording.started_at) + days * dayMs).toISOString()
  return (
    <section aria-label="Recording" className="flex flex-col items-start gap-3 border-t border-line px-4 py-3 text-sm">
      <p className="text-muted">Recording kept until {dayText(goneAt)}</p>
      {isAdmin(workspace.role) ? (
        <>
          <Button tone="danger" icon={<Trash2 size={16} aria-hidden />} onClick={() => setIsAsking(true)}>
            Delete recording
          </Button>
          <Dialog
            title="Delete recording"
            description="The audio of this conversation will be permanently deleted. The transcript stays."
            isOpen={isAsking}
            onOpenChange={setIsAsking}
          >
            <Confirmation conversationId={recording.conversation_id} onDeleted={onDeleted} />
          </Dialog>
        </>
      ) : null}
    </section>
  )
}

interface ConfirmationProps {
  readonly conversationId: string
  readonly onDeleted: () => void
}

function Confirmation({ conversationId, onDeleted }: ConfirmationProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()

  async function handleDelete(): Promise<void> {
    setIsBusy(true)
    const outcome = await deleteTalkRecording(conversationId)
    if (outcome.ok) return onDeleted()
    setFailure(outcome)
    setIsBusy(false)
  }

  return (
    <div className="flex flex-col gap-4">
      {failure === undefined ? null : <FormProblem text={failure.text} hint={failure.hint} />}
      <Button tone="danger" size="form" disabled={isBusy} onClick={() => void handleDelete()}>
        {isBusy ? 'Deleting…' : 'Delete'}
      </Button>
    </div>
  )
}

const dayMs = 86_400_000
