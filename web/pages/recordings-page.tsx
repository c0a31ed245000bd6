import { useState } from 'react'

import { CaptureSessions } from '../features/demos/capture-sessions.tsx'
import { ExtensionCard } from '../features/extension/extension-card.tsx'
import { RecordingsCard } from '../features/extension/recordings-card.tsx'
import { RecordDialog } from '../features/demos/record-dialog.tsx'
import { useExtension } from '../lib/use-extension.ts'
import { useTitle } from '../lib/use-title.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RecordingIllustration } from '../ui/illustrations/recording-illustration.tsx'
import { Button } from '../ui/button.tsx'

function NoRecordings() {
  return (
    <EmptyState
      title="Click through your app to record it"
      drawing={<RecordingIllustration />}
      text="Every click becomes a step."
    />
  )
}

/** Recordings that wait in the extension, and those that became demos. */
export function RecordingsPage() {
  useTitle('Recordings')
  const extension = useExtension()
  const [isRecordOpen, setIsRecordOpen] = useState(false)
  return (
    <PageBody>
      <PageHeader title="Recordings">
        {extension.isPaired ? (
          <Button tone="accent" size="page" onClick={() => setIsRecordOpen(true)}>
            Record your app
          </Button>
        ) : null}
      </PageHeader>
      <div className="flex flex-col gap-4">
        <ExtensionCard extension={extension} />
        {extension.isPaired ? <RecordingsCard /> : null}
      </div>
      <CaptureSessions empty={<NoRecordings />} />
      <RecordDialog isOpen={isRecordOpen} onOpenChange={setIsRecordOpen} />
    </PageBody>
  )
}
