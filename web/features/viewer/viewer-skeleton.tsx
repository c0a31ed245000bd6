import { Skeleton } from '../../ui/skeleton.tsx'

const buttons = {
  notes: 'max-sm:mr-auto sm:w-28',
  fullScreen: 'sm:w-28',
  edit: 'sm:w-28',
  share: 'max-sm:w-22 sm:w-20',
  more: 'sm:w-8',
}

export function ViewerSkeleton() {
  return (
    <div role="status" aria-label="Loading the demo" className="flex min-h-dvh flex-col">
      <div className="flex min-h-13 flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-1.5">
        <Skeleton className="h-5 w-8" />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-3 w-1/3" />
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:justify-end">
          {Object.entries(buttons).map(([button, width]) => (
            <Skeleton key={button} className={`h-8 w-11 pointer-coarse:h-11 ${width}`} />
          ))}
        </div>
      </div>
      <div className="flex flex-1 flex-col lg:flex-row">
        <div className="flex min-w-0 flex-1 flex-col items-center justify-center bg-sunken max-sm:flex-none sm:px-16 sm:py-5">
          <Skeleton className="aspect-16/10 w-full max-w-[calc((100dvh-10rem)*1.6)]" />
          <Skeleton className="mt-3 mb-4 h-4 w-24" />
        </div>
        <div className="shrink-0 border-line bg-surface p-4 max-sm:hidden lg:w-80 lg:border-l">
          <NotesLines />
        </div>
      </div>
    </div>
  )
}

export function PresenterSkeleton() {
  return (
    <div role="status" aria-label="Loading the demo" className="flex min-h-dvh flex-col lg:h-dvh">
      <div className="flex h-13 items-center justify-between border-b border-line bg-surface px-4">
        <Skeleton className="h-5 w-1/4" />
        <Skeleton className="h-7 w-40" />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 p-3 sm:p-4 lg:flex-row">
        <div className="flex min-w-0 flex-col gap-3 lg:flex-3">
          <div className="flex flex-1 items-center justify-center rounded-card bg-sunken p-2">
            <Skeleton className="aspect-16/10 w-full max-w-[calc((100dvh-13rem)*1.6)] max-lg:max-w-[72dvh]" />
          </div>
          <div className="flex items-center justify-between">
            <Skeleton className="h-10 w-28 pointer-coarse:h-11" />
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-10 w-24 pointer-coarse:h-11" />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:flex-2">
          <div className="min-h-40 flex-1 rounded-card border border-line bg-surface p-4">
            <NotesLines />
          </div>
          <Skeleton className="h-[30dvh] rounded-card" />
        </div>
      </div>
    </div>
  )
}

function NotesLines() {
  return (
    <>
      <Skeleton className="h-4 w-28" />
      <Skeleton className="mt-4 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-4/5" />
      <Skeleton className="mt-2 h-4 w-2/3" />
    </>
  )
}
