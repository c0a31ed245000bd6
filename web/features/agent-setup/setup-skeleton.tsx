import { Skeleton } from '../../ui/skeleton.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'

export function SetupSkeleton() {
  return (
    <div role="status" aria-label="Loading your setup" className="flex min-h-dvh flex-col bg-surface">
      <div className="flex h-16 items-center px-4 sm:px-8">
        <Wordmark />
      </div>
      <div className="px-4 sm:px-8">
        <Skeleton className="h-1.5 rounded-chip" />
      </div>
      <div className="mx-auto flex w-full max-w-xl flex-col px-4 pt-6 sm:py-8">
        <Skeleton className="my-0.5 h-4 w-20" />
        <Skeleton className="mt-1 mb-6 h-9 w-4/5 sm:h-10" />
        <div className="flex gap-4">
          <Skeleton className="mt-1 size-16 rounded-chip" />
          <div className="flex-1">
            <Skeleton className="mt-0.5 mb-1.5 h-4 w-24" />
            <Skeleton className="h-10 pointer-coarse:h-11" />
          </div>
        </div>
        <Skeleton className="mt-10 mb-1.5 h-4 w-12" />
        <Skeleton className="h-45 rounded-card sm:h-27" />
        <Skeleton className="mt-6 mb-1.5 h-4 w-20" />
        <Skeleton className="h-45 rounded-card sm:h-30" />
      </div>
    </div>
  )
}
