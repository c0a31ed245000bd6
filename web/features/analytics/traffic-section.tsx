import type { BreakdownRow, TrafficReason } from './analytics-report.ts'
import { trafficChoices } from './analytics-filters.ts'
import { ChartSection } from './chart-section.tsx'
import { countOf, countText } from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'

export interface TrafficSectionProps {
  readonly traffic: readonly BreakdownRow[]
  readonly reasons: readonly TrafficReason[]
  /** Whether a link or version filter is set; the reasons aren't stored by link or version. */
  readonly isOfSome: boolean
}

/** Non-human traffic and how it was detected. */
export function TrafficSection({ traffic, reasons, isOfSome }: TrafficSectionProps) {
  const total = traffic.reduce((sum, { visits }) => sum + visits, 0)
  const people = traffic.find(({ key }) => key === 'human')?.visits ?? 0
  return (
    <ChartSection
      title="Excluded visits"
      text={`${countText(total - people)} of ${countOf(total, 'visit')}${isOfSome ? ' · reasons cover all links and versions' : ''}`}
    >
      {reasons.length === 0 ? (
        <p className="text-sm text-muted">No excluded visits in this period.</p>
      ) : (
        <FigureTable
          label="Excluded visits by reason"
          columns={['Reason', 'Kind', 'Visits']}
          rows={reasons.map((each) => ({
            key: `${each.traffic} ${each.reason}`,
            cells: [each.reason ?? 'Not sent by a browser', trafficLabel(each.traffic), countText(each.visits)],
          }))}
        />
      )}
    </ChartSection>
  )
}

function trafficLabel(traffic: string | null): string {
  return trafficChoices.find(({ value }) => value === traffic)?.label ?? 'Unknown'
}
