import { clsx } from 'clsx'

import { Skeleton } from './skeleton.tsx'

/** Skeleton of a card. The surrounding region is labelled. */
export function CardSkeleton({ className, lines = 2 }: { readonly className?: string; readonly lines?: number }) {
  return (
    <div className={clsx('overflow-hidden rounded-card border border-line bg-surface p-5', className)}>
      <Skeleton className="h-4 w-2/5" />
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={clsx('mt-3 h-3.5', line % 2 === 0 ? 'w-4/5' : 'w-3/5')} />
      ))}
    </div>
  )
}

/** A tile with a figure, as high as the loaded one, which is higher with a note below. */
export function FigureSkeleton({ hasNote = false }: { readonly hasNote?: boolean }) {
  return (
    <div className={clsx('rounded-card border border-line bg-surface px-5 py-4 sm:h-29', hasNote ? 'h-29' : 'h-24')}>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-3 h-7 w-20" />
      {hasNote ? <Skeleton className="mt-2 h-3 w-3/5" /> : null}
    </div>
  )
}
