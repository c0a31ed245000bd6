import { Skeleton } from '../../ui/skeleton.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'

/** Skeleton of the wizard. */
export function SetupSkeleton() {
  return (
    <div role="status" aria-label="Loading your setup" className="flex min-h-dvh flex-col bg-surface">
      <div className="flex h-16 items-center px-4 sm:px-8">
        <Wordmark />
      </div>
      <div className="px-4 sm:px-8">
        <Skeleton className="h-1.5 rounded-chip" />
      </div>
      <div className="mx-auto flex w-full max-w-xl flex-col px-4 py-8">
        <Skeleton className="my-0.5 h-4 w-20" />
        <Skeleton className="mt-1 mb-6 h-18 w-4/5 sm:h-10" />
        <Skeleton className="mt-0.5 mb-1.5 h-4 w-24" />
        <Skeleton className="h-10 pointer-coarse:h-11" />
        <Skeleton className="mt-10 mb-1.5 h-4 w-12" />
        <div className="grid gap-2 sm:grid-cols-2">
          {[0, 1, 2, 3].map((choice) => (
            <Skeleton key={choice} className="h-14 rounded-card pointer-coarse:h-[62px]" />
          ))}
        </div>
      </div>
    </div>
  )
}
