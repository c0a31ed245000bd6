import { countOf, countText } from '../../lib/figure-text.ts'
import type { LiveVisit } from './follow-visits.ts'

export interface LiveNowProps {
  /** Visits that match the filters; null while they can't be followed. */
  readonly visits: readonly LiveVisit[] | null
  /** There are more than these. */
  readonly isCut: boolean
  /** What the visitor is looking at. */
  readonly placeOf: (visit: LiveVisit) => string
}

const listedMost = 5

/** Who is there now. */
export function LiveNow({ visits, isCut, placeOf }: LiveNowProps) {
  const count = visits?.length ?? 0
  return (
    <section aria-label="Now" className="rounded-card border border-line bg-surface px-4 py-3">
      <p role="status" className="flex items-center gap-2 text-sm font-medium tabular-nums">
        <span
          aria-hidden
          className={`size-2.5 rounded-chip ${count > 0 ? 'animate-pulse-soft bg-spot' : 'bg-control/50'}`}
        />
        {visits === null
          ? 'Connecting…'
          : `${isCut ? 'At least ' : ''}${countOf(count, 'visit')} in the last five minutes`}
      </p>
      {visits === null || count === 0 ? null : (
        <ul className="mt-2 flex flex-col gap-1">
          {visits.slice(0, listedMost).map((visit) => (
            <li key={visit.id} className="flex flex-wrap gap-x-2 text-sm text-muted">
              <span className="text-text wrap-anywhere">{placeOf(visit)}</span>
              <span>
                {visit.source === 'direct' ? 'came directly' : `from ${visit.source}`},{' '}
                {visit.device === 'unknown' ? 'device unknown' : visit.device}
              </span>
            </li>
          ))}
          {count > listedMost ? <li className="text-sm text-muted">and {countText(count - listedMost)} more</li> : null}
        </ul>
      )}
    </section>
  )
}

/** The host and path of a page's address. */
export function pageOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host + new URL(address).pathname : 'A page of your site'
}
