import { Skeleton } from '../../ui/skeleton.tsx'

/** Skeleton of the editor. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the demo" className="flex min-h-dvh flex-col lg:h-dvh">
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-2 max-sm:py-1.5">
        <Skeleton className="size-8 pointer-coarse:size-11" />
        <Skeleton className="h-5 w-56" />
        <span className="w-full sm:hidden" />
        <Skeleton className="ml-auto h-8 w-32 pointer-coarse:h-11" />
        <Skeleton className="h-8 w-20 pointer-coarse:h-11" />
      </div>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <div className="flex shrink-0 gap-1 overflow-hidden border-line bg-surface p-2 max-lg:border-b lg:w-12 lg:flex-col lg:border-r">
          {Array.from({ length: 7 }, (_, tool) => (
            <Skeleton key={tool} className="size-8 shrink-0 pointer-coarse:size-11" />
          ))}
        </div>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div className="flex items-center justify-center bg-sunken p-3 [container-type:size] max-lg:h-[66vw] sm:p-6 lg:min-h-0 lg:flex-1">
            <Skeleton className="aspect-16/10 w-full max-w-[160cqh]" />
          </div>
          <div className="shrink-0 border-t border-line bg-surface px-3 pb-3">
            <div className="flex h-12 items-center justify-between pointer-coarse:h-15">
              <Skeleton className="h-4 w-16" />
              <Skeleton className="h-8 w-28 pointer-coarse:h-11" />
            </div>
            <div className="grid grid-cols-6 gap-2 pt-1">
              {Array.from({ length: 6 }, (_, step) => (
                <Skeleton key={step} className="aspect-16/10" />
              ))}
            </div>
          </div>
        </div>
        <div className="flex shrink-0 flex-col gap-5 border-line bg-surface p-4 max-lg:border-t lg:w-80 lg:border-l">
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-10" />
          <Skeleton className="h-16" />
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-20" />
        </div>
      </div>
    </div>
  )
}
