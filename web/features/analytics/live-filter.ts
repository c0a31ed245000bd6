import type { Filters } from './analytics-filters.ts'
import type { LiveVisit } from './follow-visits.ts'

/** Whether a visit that goes on is one of those that the filters ask for. The period plays no part: it is now. */
export function isAskedFor(
  visit: LiveVisit,
  { demoId, link, traffic, version }: Pick<Filters, 'demoId' | 'link' | 'traffic' | 'version'>,
): boolean {
  if (demoId !== null && visit.demo_id !== demoId) return false
  if (link !== null && visit.link !== link) return false
  if (version !== null && visit.demo_version !== version) return false
  return traffic === 'all' || visit.traffic === traffic
}
