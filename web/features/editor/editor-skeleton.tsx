import { Skeleton } from '../../ui/skeleton.tsx'

/** Skeleton of the editor: strip, canvas, inspector. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the demo" className="flex min-h-dvh flex-col lg:h-dvh">
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-2 max-lg:py-1.5">
        <Skeleton className="size-8 pointer-coarse:size-11" />
        <Skeleton className="h-4 w-44" />
        <span className="w-full sm:hidden" />
        <Skeleton className="ml-auto h-8 w-24 pointer-coarse:h-11" />
        <Skeleton className="h-8 w-24 pointer-coarse:h-11" />
        <Skeleton className="h-8 w-16 pointer-coarse:h-11" />
      </div>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
          <div className="flex items-center justify-center bg-sunken p-3 [container-type:size] max-lg:h-[66vw] sm:p-6 lg:order-last lg:min-h-0 lg:flex-1 lg:px-8 lg:pt-8 lg:pb-21">
            <Skeleton className="aspect-16/10 w-full max-w-[160cqh] rounded-card" />
          </div>
          <div className="shrink-0 border-line bg-surface max-lg:border-t max-lg:px-3 max-lg:py-2 lg:w-47 lg:border-r lg:py-2 lg:pr-3 lg:pl-8">
            <div className="grid grid-cols-6 gap-2 lg:grid-cols-1">
              {Array.from({ length: 6 }, (_, step) => (
                <Skeleton key={step} className="aspect-16/10" />
              ))}
            </div>
          </div>
        </div>
        <div className="flex shrink-0 flex-col gap-3 border-l border-line bg-surface p-4 max-lg:hidden lg:w-80">
          <Skeleton className="mb-1 h-4 w-16" />
          {Array.from({ length: 9 }, (_, row) => (
            <div key={row} className="grid grid-cols-[5.75rem_1fr] items-center">
              <Skeleton className="h-3.5 w-14" />
              <Skeleton className="h-5" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
