import { Skeleton } from '../../ui/skeleton.tsx'

export function DemoListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your demos"
      className="grid grid-cols-1 gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-3"
    >
      {[0, 1, 2].map((index) => (
        <div key={index}>
          <Skeleton className="aspect-8/5 rounded-card" />
          <div className="mt-2 flex min-h-7 items-center pointer-coarse:min-h-11">
            <Skeleton className="h-4 w-1/2" />
          </div>
          <div className="flex min-h-5 items-center">
            <Skeleton className="h-3 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
