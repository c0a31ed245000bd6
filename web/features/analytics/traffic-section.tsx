import type { BreakdownRow, TrafficReason } from './analytics-report.ts'
import { trafficChoices } from './analytics-filters.ts'
import { ChartSection } from './chart-section.tsx'
import { countOf, countText } from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'

export interface TrafficSectionProps {
  readonly traffic: readonly BreakdownRow[]
  readonly reasons: readonly TrafficReason[]
  /** A link or a version was chosen, which reasons are not kept by. */
  readonly isOfSome: boolean
}

/** What came beside people, and by what it was told. */
export function TrafficSection({ traffic, reasons, isOfSome }: TrafficSectionProps) {
  const total = traffic.reduce((sum, { visits }) => sum + visits, 0)
  const people = traffic.find(({ key }) => key === 'human')?.visits ?? 0
  return (
    <ChartSection
      title="Why not counted"
      text={`${countOf(total, 'visit')} came in all; ${countText(people)} by people. The others are kept, and left out of the figures unless you ask for them.${isOfSome ? ' The reasons below are those of every link and version.' : ''}`}
    >
      {reasons.length === 0 ? (
        <p className="text-sm text-muted">Nothing was left out in this time.</p>
      ) : (
        <FigureTable
          label="Visits that are not counted as people’s"
          columns={['Reason', 'Kind', 'Visits']}
          rows={reasons.map((each) => ({
            key: `${each.traffic} ${each.reason}`,
            cells: [each.reason ?? 'Written past the server', trafficLabel(each.traffic), countText(each.visits)],
          }))}
        />
      )}
    </ChartSection>
  )
}

function trafficLabel(traffic: string | null): string {
  return trafficChoices.find(({ value }) => value === traffic)?.label ?? 'Unknown'
}
