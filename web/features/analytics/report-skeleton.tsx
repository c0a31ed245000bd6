import { Skeleton } from '../../ui/skeleton.tsx'

/** Skeleton of a report: four figures, and below them the funnel or the chart. */
export function ReportSkeleton() {
  return (
    <div role="status" aria-label="Loading the figures">
      <div className="grid grid-cols-2 gap-y-5 pt-[22px] pb-[18px] lg:grid-cols-4">
        {[0, 1, 2, 3].map((figure) => (
          <div
            key={figure}
            className="border-line max-lg:odd:pr-3 max-lg:even:border-l max-lg:even:pl-3 lg:not-first:border-l lg:not-first:pl-6"
          >
            <Skeleton className="my-[3px] h-3.5 w-20" />
            <Skeleton className="my-2 h-[30px] w-24" />
            <Skeleton className="my-0.5 h-3 w-32 max-w-full" />
          </div>
        ))}
      </div>
      <Skeleton className="h-[350px] rounded-card" />
    </div>
  )
}
