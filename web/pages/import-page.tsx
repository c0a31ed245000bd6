import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'

import { PairingCard } from '../features/extension/pairing-card.tsx'
import { useExtension } from '../lib/use-extension.ts'
import { forgetRecaptureTarget, recaptureAddress, recaptureTarget } from '../lib/recapture-start.ts'
import { progressText } from '../features/import/import-card.tsx'
import type { ImportProgress } from '../lib/import/import-job.ts'
import { importRecording, loadRecording, type LoadedRecording } from '../features/import/import-recording.ts'
import { RecordingReview } from '../features/import/recording-review.tsx'
import { firstChoice, needsReview, type ReviewChoice } from '../features/import/review-choice.ts'
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
      {extension.state === 'installed' && !extension.isPaired ? (
        <div className="mx-auto max-w-md pt-[12dvh]">
          <PairingCard />
        </div>
      ) : failure === null ? (
        <ReviewedImport key={sessionId} sessionId={sessionId} userId={userId} onFailure={setFailure} />
      ) : (
        <div className="mx-auto max-w-md pt-[12dvh]">
          <ErrorState
            title="The recording was not imported"
            text={`${failure} The extension still has the recording.`}
            onRetry={() => setFailure(null)}
          >
            <ButtonLink to="/dashboard/demos">Back to your demos</ButtonLink>
          </ErrorState>
        </div>
      )}
    </PageBody>
  )
}

interface ReviewedImportProps {
  readonly sessionId: string
  readonly userId: string
  readonly onFailure: (sentence: string) => void
}

/** Asks about private data and folded actions, if there are any. */
function ReviewedImport({ sessionId, userId, onFailure }: ReviewedImportProps) {
  const [recording, setRecording] = useState<LoadedRecording>()
  const [choice, setChoice] = useState<ReviewChoice>()
  useEffect(() => {
    let isStale = false
    loadRecording(sessionId).then(
      (loaded) => {
        if (isStale) return
        setRecording(loaded)
        if (!needsReview(loaded.captures)) setChoice(firstChoice(loaded.captures))
      },
      (error: unknown) => {
        if (!isStale) onFailure(error instanceof Error ? error.message : 'The import stopped.')
      },
    )
    return () => {
      isStale = true
    }
  }, [sessionId, onFailure])
  if (recording !== undefined && choice === undefined) {
    return <RecordingReview captures={recording.captures} onConfirm={setChoice} />
  }
  return (
    <div className="mx-auto max-w-md pt-[12dvh]">
      {recording === undefined || choice === undefined ? (
        <ImportProgressView progress={undefined} />
      ) : (
        <ImportRun recording={recording} choice={choice} userId={userId} onFailure={onFailure} />
      )}
    </div>
  )
}

interface ImportRunProps {
  readonly recording: LoadedRecording
  readonly choice: ReviewChoice
  readonly userId: string
  readonly onFailure: (sentence: string) => void
}

function ImportRun({ recording, choice, userId, onFailure }: ImportRunProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [progress, setProgress] = useState<ImportProgress>()

  useEffect(() => {
    const stop = new AbortController()
    importRecording(recording, choice, userId, setProgress, stop.signal).then(
      async (demoId) => {
        await queries.invalidateQueries({ queryKey: ['demos'] })
        if (stop.signal.aborted) return
        const target = recaptureTarget(recording.sessionId)
        forgetRecaptureTarget(recording.sessionId)
        const address = target === undefined ? `/dashboard/demos/${demoId}/edit` : recaptureAddress(target, demoId)
        await navigate(address, { replace: true })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) onFailure(error instanceof Error ? error.message : 'The import stopped.')
      },
    )
    return () => stop.abort()
  }, [recording, choice, userId, queries, navigate, onFailure])

  return <ImportProgressView progress={progress} />
}

function ImportProgressView({ progress }: { readonly progress: ImportProgress | undefined }) {
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
