import { Skeleton } from '../../ui/skeleton.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'

/** The wizard while what was entered before is on its way. */
export function SetupSkeleton() {
  return (
    <div role="status" aria-label="Loading your setup" className="flex min-h-dvh flex-col bg-page">
      <div className="flex h-16 items-center px-4 sm:px-8">
        <Wordmark />
      </div>
      <div className="px-4 sm:px-8">
        <Skeleton className="h-1 rounded-chip" />
      </div>
      <div className="mx-auto flex w-full max-w-xl flex-col px-4 py-8">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="mt-2 mb-6 h-8 w-4/5" />
        <Skeleton className="h-10 pointer-coarse:h-11" />
        <div className="mt-9 grid gap-2 sm:grid-cols-2">
          {[0, 1, 2, 3].map((choice) => (
            <Skeleton key={choice} className="h-16 rounded-card" />
          ))}
        </div>
      </div>
    </div>
  )
}
