import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of a report, while it is on its way. */
export function ReportSkeleton() {
  return (
    <div role="status" aria-label="Loading the figures" className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-px lg:grid-cols-4">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((tile) => (
          <Skeleton key={tile} className="h-28" />
        ))}
      </div>
      <Skeleton className="h-72" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </div>
  )
}
