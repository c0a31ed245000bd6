import { Download } from 'lucide-react'

import { csvText } from '../../lib/csv-text.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { saveFile } from '../account/save-file.ts'
import type { Report } from './analytics-report.ts'
import { reportRows, type ReportNames } from './report-rows.ts'

export interface ExportMenuProps {
  readonly report: Report
  readonly names: ReportNames
  /** Goes into the file, so that it says what it is of. */
  readonly filters: unknown
  readonly isSample: boolean
}

/** Takes along what is shown. */
export function ExportMenu({ report, names, filters, isSample }: ExportMenuProps) {
  const name = `${isSample ? 'sample-' : ''}analytics-${report.period.from}-${report.period.to}`
  const json = () => JSON.stringify({ isSample, filters, ...report }, undefined, 2)
  return (
    <Menu
      trigger={
        <Button size="form" icon={<Download size={16} aria-hidden />}>
          Export
        </Button>
      }
      entries={[
        {
          key: 'csv',
          label: 'CSV',
          hint: 'For a spreadsheet: one row for each figure',
          onSelect: () => saveFile(new Blob([csvText(reportRows(report, names))], { type: 'text/csv' }), `${name}.csv`),
        },
        {
          key: 'json',
          label: 'JSON',
          hint: 'For a program: everything as it was loaded',
          onSelect: () => saveFile(new Blob([json()], { type: 'application/json' }), `${name}.json`),
        },
      ]}
    />
  )
}
