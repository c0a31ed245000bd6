import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'

import { PairingCard } from '../features/extension/pairing-card.tsx'
import { useExtension } from '../lib/use-extension.ts'
import { progressText } from '../features/import/import-card.tsx'
import type { ImportProgress } from '../lib/import/import-job.ts'
import { importRecording } from '../features/import/import-recording.ts'
import { PageBody } from '../ui/page-header.tsx'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Progress } from '../ui/progress.tsx'

/** Where the extension sends the author when a recording stops: it becomes a demo, then the editor opens. */
export function ImportPage() {
  useTitle('Creating your demo')
  const { sessionId = '' } = useParams()
  const session = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const extension = useExtension()
  const userId = session.status === 'signed-in' || session.status === 'expired' ? session.user.id : ''

  return (
    <PageBody>
      <div className="mx-auto max-w-md pt-[12dvh]">
        {extension.state === 'installed' && !extension.isPaired ? (
          <PairingCard />
        ) : failure === null ? (
          <ImportRun key={sessionId} sessionId={sessionId} userId={userId} onFailure={setFailure} />
        ) : (
          <ErrorState
            title="The recording was not imported"
            text={`${failure} The extension still has the recording.`}
            onRetry={() => setFailure(null)}
          >
            <ButtonLink to="/dashboard/demos">Back to your demos</ButtonLink>
          </ErrorState>
        )}
      </div>
    </PageBody>
  )
}

interface ImportRunProps {
  readonly sessionId: string
  readonly userId: string
  readonly onFailure: (sentence: string) => void
}

function ImportRun({ sessionId, userId, onFailure }: ImportRunProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [progress, setProgress] = useState<ImportProgress>()

  useEffect(() => {
    const stop = new AbortController()
    importRecording(sessionId, userId, setProgress, stop.signal).then(
      async (demoId) => {
        await queries.invalidateQueries({ queryKey: ['demos'] })
        if (!stop.signal.aborted) await navigate(`/dashboard/demos/${demoId}/edit`, { replace: true })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) onFailure(error instanceof Error ? error.message : 'The import stopped.')
      },
    )
    return () => stop.abort()
  }, [sessionId, userId, queries, navigate, onFailure])

  return (
    <section aria-label="Creating your demo">
      <h1 className="text-xl font-semibold">Creating your demo</h1>
      <p role="status" className="mt-2 mb-4 text-muted">
        {progress === undefined ? 'Reading the recording…' : progressText(progress)}
      </p>
      <Progress label="Progress" value={progress?.done ?? 0} max={progress?.total ?? 1} />
    </section>
  )
}
