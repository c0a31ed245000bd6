import { clsx } from 'clsx'

import { countText } from '../../lib/figure-text.ts'
import { Popover } from '../../ui/popover.tsx'
import type { LiveVisit } from './follow-visits.ts'

export interface LiveVisitorsProps {
  /** Visits that match the filters; null if live updates fail. */
  readonly visits: readonly LiveVisit[] | null
  /** Whether there are more visits than these. */
  readonly isCut: boolean
  /** What the visitor is looking at. */
  readonly placeOf: (visit: LiveVisit) => string
}

const listedMax = 12

/** How many visitors are here now, with a list in a popover. */
export function LiveVisitors({ visits, isCut, placeOf }: LiveVisitorsProps) {
  const count = visits?.length ?? 0
  return (
    <Popover
      title="In the last five minutes"
      trigger={
        <button
          type="button"
          className="inline-flex h-8 items-center gap-2.5 rounded-control px-2.5 text-sm font-medium whitespace-nowrap tabular-nums hover:bg-hover pointer-coarse:h-11"
        >
          <span
            aria-hidden
            className={clsx('size-[7px] rounded-chip', count > 0 ? 'bg-spot ring-3 ring-spot/26' : 'bg-control')}
          />
          <span aria-live="polite" className="min-w-4 text-left sm:min-w-20">
            {visits === null ? (
              <span className="max-sm:sr-only">Connecting…</span>
            ) : (
              <>
                {countText(count)}
                {isCut ? '+' : ''}
                <span className="max-sm:sr-only"> watching</span>
              </>
            )}
          </span>
        </button>
      }
    >
      {count === 0 ? (
        <p className="text-muted">Nobody is here right now.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {visits?.slice(0, listedMax).map((visit) => (
            <li key={visit.id}>
              <span className="block wrap-anywhere">{placeOf(visit)}</span>
              <span className="block text-xs text-muted">
                {visit.source === 'direct' ? 'direct' : `from ${visit.source}`}
                {visit.device === 'unknown' ? '' : ` · ${visit.device}`}
              </span>
            </li>
          ))}
          {count > listedMax ? <li className="text-xs text-muted">{countText(count - listedMax)} more</li> : null}
        </ul>
      )}
    </Popover>
  )
}
