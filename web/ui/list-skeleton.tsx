import { Skeleton } from './skeleton.tsx'

/** A list that is on its way, with rows of the height that lists have. */
export function ListSkeleton(props: { readonly label: string; readonly rows?: number; readonly isTall?: boolean }) {
  return (
    <div
      role="status"
      aria-label={props.label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {Array.from({ length: props.rows ?? 8 }, (_, row) => (
        <div key={row} className={`flex items-center gap-4 px-4 ${props.isTall === true ? 'h-14' : 'h-11'}`}>
          <Skeleton className={`h-4 ${row % 2 === 0 ? 'w-2/5' : 'w-1/3'}`} />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
