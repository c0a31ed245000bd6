import { compareRates, type Rate } from '#domain/rates.ts'

import { SelectField } from '../../ui/select-field.tsx'
import type { BreakdownRow } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import { basisText, comparisonText, percentText } from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'

export interface VersionSectionProps {
  readonly versions: readonly BreakdownRow[]
  /** From the URL; null for the two newest. */
  readonly older: string | null
  readonly newer: string | null
  readonly onChoose: (choice: { readonly older?: string; readonly newer?: string }) => void
}

const compared = [
  { label: 'Engaged', rateOf: (row: BreakdownRow): Rate => row.engaged },
  { label: 'Completed', rateOf: (row: BreakdownRow): Rate => row.completed },
  { label: 'Leads', rateOf: (row: BreakdownRow): Rate => row.leads },
  { label: 'Agent conversations', rateOf: (row: BreakdownRow): Rate => row.agent_talks },
]

/** The effect of a change: two versions of the demo side by side. */
export function VersionSection({ versions, older, newer, onChoose }: VersionSectionProps) {
  const sorted = [...versions].sort((a, b) => Number(b.key) - Number(a.key))
  const after = sorted.find(({ key }) => key === newer) ?? sorted[0]
  const others = sorted.filter((row) => row !== after)
  const before = others.find(({ key }) => key === older) ?? others[0]

  if (after === undefined || before === undefined) {
    return (
      <ChartSection title="Version comparison">
        <p className="text-sm text-muted">
          Only one version had visits in this period. Change the demo to compare versions here.
        </p>
      </ChartSection>
    )
  }
  return (
    <ChartSection
      title="Version comparison"
      text="Visits in this period, by version."
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <SelectField
            label="Older version"
            hideLabel
            value={before.key ?? ''}
            options={optionsOf(others)}
            onChange={(event) => onChoose({ older: event.target.value })}
          />
          <span className="text-sm text-muted">against</span>
          <SelectField
            label="Newer version"
            hideLabel
            value={after.key ?? ''}
            options={optionsOf(sorted.filter((row) => row !== before))}
            onChange={(event) => onChoose({ newer: event.target.value })}
          />
        </div>
      }
    >
      <FigureTable
        label="Two versions"
        columns={['Result', versionLabel(before.key), versionLabel(after.key)]}
        rows={compared.map(({ label, rateOf }) => ({
          key: label,
          cells: [
            <span key="said">
              {label}
              <span className="block text-xs font-normal text-muted">
                {comparisonText(compareRates(rateOf(before), rateOf(after)))}
              </span>
            </span>,
            <RateCell key="before" rate={rateOf(before)} />,
            <RateCell key="after" rate={rateOf(after)} />,
          ],
        }))}
      />
    </ChartSection>
  )
}

function optionsOf(rows: readonly BreakdownRow[]) {
  return rows.map(({ key }) => ({ value: key ?? '', label: versionLabel(key) }))
}

export function versionLabel(key: string | null): string {
  return key === null || key === '0' ? 'Unknown version' : `Version ${key}`
}

function RateCell({ rate }: { readonly rate: Rate }) {
  return (
    <span className="block">
      {percentText(rate.rate)}
      {basisText(rate)
        .split(' · ')
        .map((part) => (
          <span key={part} className="block text-xs text-muted">
            {part}
          </span>
        ))}
    </span>
  )
}
