import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Skeleton of a report. */
export function ReportSkeleton() {
  return (
    <div role="status" aria-label="Loading the figures" className="flex flex-col gap-4">
      <Skeleton className="my-0.5 h-9 w-2/3 sm:h-4" />
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((tile) => (
          <div key={tile} className="h-42 bg-surface p-4 lg:h-35">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="mt-2 h-6 w-16" />
            <Skeleton className="mt-2.5 h-3 w-4/5" />
            <Skeleton className="mt-2 h-3 w-3/5" />
          </div>
        ))}
      </div>
      <div className="flex h-[46px] items-center rounded-card border border-line bg-surface px-4 pointer-coarse:h-[70px]">
        <Skeleton className="h-4 w-44" />
      </div>
      <div className="rounded-card border border-line bg-surface p-5">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="mt-4 h-56" />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <CardSkeleton lines={6} className="h-56" />
        <CardSkeleton lines={6} className="h-56" />
      </div>
    </div>
  )
}
