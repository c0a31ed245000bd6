import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Disc } from 'lucide-react'

import { recordingDays } from '#domain/talk-recording.ts'

import { saveTalkRecording, type RecordingSetting } from '../../lib/talk-recording-calls.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'
import { ConnectionSection } from '../../ui/settings-section.tsx'
import { Switch } from '../../ui/switch.tsx'
import { SavedTextField } from '../../ui/saved-text-field.tsx'
import { useSave } from './saved-state.tsx'

/** For admins: whether voice talks are recorded, and for how long recordings are kept. */
export function TalkRecordingSection({ workspaceId }: { readonly workspaceId: string }) {
  const queries = useQueryClient()
  const save = useSave()
  const workspace = useQuery(workspacesQuery).data?.find(({ id }) => id === workspaceId)
  if (workspace === undefined) return null

  async function change(setting: RecordingSetting): Promise<boolean> {
    const { ok } = await save(() => saveTalkRecording(workspaceId, setting))
    await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
    return ok
  }

  return (
    <ConnectionSection
      icon={Disc}
      title="Talk recordings"
      text="Requires a speech recognition provider. Speech that the browser recognises never reaches the server."
    >
      <Switch
        label="Record voice conversations"
        hint="Visitors are told before the microphone opens. Members can listen in the conversation."
        isOn={workspace.records_talks}
        onChange={(isOn) => void change({ records_talks: isOn })}
      />
      <div className="max-w-52">
        <SavedTextField
          label="Days to keep recordings"
          isLabelShown
          value={String(workspace.talk_recording_days)}
          maxLength={3}
          problemOf={daysProblem}
          onSave={(days) => change({ talk_recording_days: Number(days) })}
        />
      </div>
    </ConnectionSection>
  )
}

function daysProblem(text: string): string | null {
  const { min, max } = recordingDays
  const isDays = /^\d{1,3}$/.test(text) && Number(text) >= min && Number(text) <= max
  return isDays ? null : `Enter a number from ${min} to ${max}.`
}
