import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { captureSessionsQuery } from '../features/demos/capture-session-calls.ts'
import { CaptureSessions } from '../features/demos/capture-sessions.tsx'
import { ExtensionCard } from '../features/extension/extension-card.tsx'
import { GetExtensionButton } from '../features/extension/get-extension-button.tsx'
import { isInstallOffered } from '../features/extension/is-install-offered.ts'
import { RecordingsCard } from '../features/extension/recordings-card.tsx'
import { RecordDialog } from '../features/demos/record-dialog.tsx'
import { useExtension, type Extension } from '../lib/use-extension.ts'
import { useTitle } from '../lib/use-title.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RecordingIllustration } from '../ui/illustrations/recording-illustration.tsx'
import { Button } from '../ui/button.tsx'

function NoRecordings({ extension }: { readonly extension: Extension }) {
  return (
    <EmptyState
      title="Click through your app to record it"
      drawing={<RecordingIllustration />}
      text="Every click becomes a step."
    >
      {isInstallOffered(extension) ? <GetExtensionButton extension={extension} tone="accent" /> : null}
    </EmptyState>
  )
}

/** Recordings that wait in the extension, and those that became demos. */
export function RecordingsPage() {
  useTitle('Recordings')
  const extension = useExtension()
  const list = useQuery(captureSessionsQuery)
  const [isRecordOpen, setIsRecordOpen] = useState(false)
  const [address, setAddress] = useState<string>()
  const record = (wanted?: string) => {
    setAddress(wanted)
    setIsRecordOpen(true)
  }
  const { isPaired } = extension
  // The empty list has the same button.
  const hasCard = !isInstallOffered(extension) || list.isError || (list.data?.sessions.length ?? 0) > 0
  return (
    <PageBody>
      <PageHeader title="Recordings">
        {isPaired ? (
          <Button tone="accent" size="page" onClick={() => record()}>
            Record your app
          </Button>
        ) : null}
      </PageHeader>
      <div className="flex flex-col gap-4">
        {hasCard ? <ExtensionCard extension={extension} /> : null}
        {isPaired ? <RecordingsCard /> : null}
      </div>
      <CaptureSessions empty={<NoRecordings extension={extension} />} {...(isPaired && { onRecordAgain: record })} />
      <RecordDialog isOpen={isRecordOpen} {...(address !== undefined && { address })} onOpenChange={setIsRecordOpen} />
    </PageBody>
  )
}
