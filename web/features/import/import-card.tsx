import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { ImportProgress } from '../../lib/import/import-job.ts'
import { cancelJob, retryJob, type RunningImport } from '../../lib/import/import-manager.ts'

export function ImportCard({ entry }: { readonly entry: RunningImport }) {
  const { job, progress, failure } = entry
  const name = job.target.type === 'new-demo' ? job.target.name : 'New steps'
  return (
    <section
      aria-label={`Uploading ${name}`}
      className="animate-enter rounded-card border border-line bg-surface p-4 shadow-floating"
    >
      <h2 className="truncate text-sm font-semibold">{name}</h2>
      <p role="status" className="mt-1 mb-3 text-sm text-muted">
        {failure ?? progressText(progress)}
      </p>
      <Progress label={`Uploading ${name}`} value={progress.done} max={progress.total} />
      <div className="mt-3 flex justify-end gap-2">
        <Button tone="quiet" onClick={() => void cancelJob(job)}>
          Cancel
        </Button>
        {failure === null ? null : <Button onClick={() => void retryJob(job)}>Try again</Button>}
      </div>
    </section>
  )
}

/** The progress of an import, as text. */
export function progressText(progress: ImportProgress): string {
  if (progress.waitingFor === 'sign-in') return 'Sign in again to continue. Your images are kept in this browser.'
  if (progress.waitingFor === 'server') {
    return 'The server can’t be reached. Your images are kept in this browser and uploaded later.'
  }
  // Such as a full disk: the author's connection is fine.
  if (progress.waitingFor === 'failed-server') {
    return 'The server has a problem. Your images are kept in this browser and uploaded later.'
  }
  if (progress.stage === 'saving') return 'Creating the demo…'
  return `Uploading image ${Math.min(progress.done + 1, progress.total)} of ${progress.total}…`
}
