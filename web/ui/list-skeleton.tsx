import { Skeleton } from './skeleton.tsx'

export interface ListSkeletonProps {
  readonly label: string
  readonly rows?: number
  /** Rows of two lines; `phone`: two lines only on narrow screens. */
  readonly isTall?: boolean | 'phone'
}

/** Skeleton of a list, with rows of the list's height. */
export function ListSkeleton({ label, rows = 8, isTall = false }: ListSkeletonProps) {
  const height = isTall === 'phone' ? 'h-14 lg:h-11' : isTall ? 'h-14' : 'h-11'
  return (
    <div
      role="status"
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`flex items-center gap-4 px-4 ${height}`}>
          <Skeleton className={`h-4 ${row % 2 === 0 ? 'w-2/5' : 'w-1/3'}`} />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
