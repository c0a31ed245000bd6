import { useQueryClient } from '@tanstack/react-query'

import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { createWorkspace } from './create-workspace.ts'
import { useWorkspaceSwitch } from '../../lib/use-workspace-switch.ts'

export interface NewWorkspaceDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Creates a workspace and switches to it. */
export function NewWorkspaceDialog({ isOpen, onOpenChange }: NewWorkspaceDialogProps) {
  const queries = useQueryClient()
  const switchTo = useWorkspaceSwitch()
  return (
    <Dialog
      title="New workspace"
      description="Separate demos, agent, leads and members. You will own it."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <CallForm
        submitLabel="Create workspace"
        busyLabel="Creating…"
        onSubmit={async (form) => {
          const name = String(form.get('workspaceName')).trim()
          const outcome = await createWorkspace(name)
          if (!outcome.ok) return outcome
          onOpenChange(false)
          await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
          switchTo({ id: outcome.value.id, name })
          showToast({ text: `You are now in “${name}”.` })
          return { ok: true }
        }}
      >
        {() => <TextField label="Name" name="workspaceName" required maxLength={200} autoFocus autoComplete="off" />}
      </CallForm>
    </Dialog>
  )
}
