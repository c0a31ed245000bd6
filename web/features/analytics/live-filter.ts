import type { Filters } from './analytics-filters.ts'
import type { LiveVisit } from './follow-visits.ts'

/** Whether a live visit matches the filters. The period is ignored. */
export function isAskedFor(
  visit: LiveVisit,
  { demoId, link, traffic, version }: Pick<Filters, 'demoId' | 'link' | 'traffic' | 'version'>,
): boolean {
  if (demoId !== null && visit.demo_id !== demoId) return false
  if (link !== null && visit.link !== link) return false
  if (version !== null && visit.demo_version !== version) return false
  return traffic === 'all' || visit.traffic === traffic
}
