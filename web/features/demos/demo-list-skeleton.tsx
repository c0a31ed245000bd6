import { Skeleton } from '../../ui/skeleton.tsx'

export function DemoListSkeleton() {
  return (
    <div role="status" aria-label="Loading your demos" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {[0, 1, 2].map((index) => (
        <div key={index} className="overflow-hidden rounded-card border border-line bg-surface">
          <Skeleton className="aspect-6/5 rounded-none" />
          <div className="flex flex-col gap-2 p-4">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="mt-2 h-8 w-full pointer-coarse:h-11" />
          </div>
        </div>
      ))}
    </div>
  )
}
