import { Download } from 'lucide-react'

import { csvText } from '../../lib/csv-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { ReportRequest } from './analytics-calls.ts'
import type { Report } from './analytics-report.ts'
import { linkNameOf, reportRows, type ReportNames } from './report-rows.ts'

export interface ExportMenuProps {
  readonly report: Report
  readonly names: ReportNames
  /** Included in the file, so that it describes itself. */
  readonly filters: ReportRequest | null
  readonly isSample: boolean
}

/** Exports the shown report. */
export function ExportMenu({ report, names, filters, isSample }: ExportMenuProps) {
  const name = `${isSample ? 'sample-' : ''}analytics-${report.period.from}-${report.period.to}`
  const named = {
    demoName: filters?.demoId === undefined || filters.demoId === null ? null : names.demo(filters.demoId),
    linkName: filters?.link === undefined || filters.link === null ? null : linkNameOf(filters.link, names),
  }
  const json = () => JSON.stringify({ isSample, filters: { ...filters, ...named }, ...report }, undefined, 2)
  const csv = () => csvText(reportRows(report, names, isSample ? null : filters))
  return (
    <Menu
      trigger={
        <Button icon={<Download size={14} aria-hidden />}>
          <span className="max-sm:sr-only">Export</span>
        </Button>
      }
      entries={[
        {
          key: 'csv',
          label: 'CSV',
          hint: 'For spreadsheets: one row per figure',
          onSelect: () => saveFile(new Blob([csv()], { type: 'text/csv' }), `${name}.csv`),
        },
        {
          key: 'json',
          label: 'JSON',
          hint: 'For programs: the full report',
          onSelect: () => saveFile(new Blob([json()], { type: 'application/json' }), `${name}.json`),
        },
      ]}
    />
  )
}
