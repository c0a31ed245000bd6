import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { demoQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import type { ReportRequest } from './analytics-calls.ts'
import { todayInUtc, type Period } from './analytics-filters.ts'
import { dayMetrics, type Report } from './analytics-report.ts'
import { BreakdownSection } from './breakdown-section.tsx'
import { CardAndTalkSections } from './card-and-talk-sections.tsx'
import { ClickHeatmap } from './click-heatmap.tsx'
import { DayChart } from './day-chart.tsx'
import { dayBorderText, dayLabel } from '../../lib/figure-text.ts'
import { FigureWords } from './figure-words.tsx'
import type { ReportNames } from './report-rows.ts'
import { StepFunnel } from './step-funnel.tsx'
import { TotalsGrid } from './totals-grid.tsx'
import { TrafficSection } from './traffic-section.tsx'
import { VersionSection } from './version-section.tsx'
import { VisitPaths } from './visit-paths.tsx'

export interface ReportBodyProps {
  readonly report: Report
  readonly request: ReportRequest | null
  readonly search: URLSearchParams
  readonly isSample: boolean
  readonly names: ReportNames
  readonly onChoose: (choice: Readonly<Record<string, string | null>>) => void
}

export function ReportBody({ report, request, search, isSample, names, onChoose }: ReportBodyProps) {
  const { by, reasons, totals, totalsBefore } = report
  const metric = dayMetrics.find((name) => name === search.get('show')) ?? 'visits'
  const isOfSome = request !== null && (request.link !== null || request.version !== null)
  const isNarrowed = isOfSome || (request !== null && request.traffic !== 'human') || search.get('period') === 'custom'
  const traffic =
    reasons.length === 0 && by.traffic.length === 0 ? null : (
      <TrafficSection traffic={by.traffic} reasons={reasons} isOfSome={isOfSome} />
    )
  if (totals.visits === 0 && totalsBefore.visits === 0) {
    return (
      <div className="flex flex-col gap-4">
        <EmptyState
          title="No visits in this period"
          text={
            isNarrowed
              ? 'Clear the filters or choose another period.'
              : 'Share a demo to see its visits here. Your own visits are not counted.'
          }
        >
          {isNarrowed ? (
            <Button onClick={() => onChoose(unfiltered)}>Clear filters</Button>
          ) : (
            <ButtonLink to={demoAddress(request)}>Share a demo</ButtonLink>
          )}
          <Button onClick={() => onChoose({ sample: '1' })}>See it with sample data</Button>
        </EmptyState>
        {traffic}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{periodText(report)}</p>
      <TotalsGrid report={report} />
      <FigureWords />
      <DayChart report={report} metric={metric} onMetric={(show) => onChoose({ show })} />
      {report.demo === null ? null : (
        <DemoSections
          report={report}
          demo={report.demo}
          request={request}
          search={search}
          isSample={isSample}
          onChoose={onChoose}
        />
      )}
      <div className="grid gap-4 xl:grid-cols-2 [&>*]:min-w-0">
        <BreakdownSection title="Sources" column="Source" rows={by.source} nameOf={(key) => key ?? 'direct'} />
        <BreakdownSection title="Devices" column="Device" rows={by.device} nameOf={(key) => key ?? 'unknown'} />
        <BreakdownSection
          title="Links"
          column="Link"
          rows={by.link}
          nameOf={(key) => (key === null || key === '' ? 'Share link' : isSample ? key : names.link(key))}
        />
        {report.demo === null ? (
          <BreakdownSection
            title="Demos"
            column="Demo"
            rows={by.demo}
            nameOf={(key) => (key === null ? 'Pages of your site' : isSample ? key : names.demo(key))}
          />
        ) : null}
        {traffic}
      </div>
    </div>
  )
}

const unfiltered = { link: null, who: null, version: null, period: null, from: null, to: null }

interface DemoSectionsProps extends Omit<ReportBodyProps, 'names'> {
  readonly demo: NonNullable<Report['demo']>
}

/** The figures of a single demo's steps. */
function DemoSections({ report, demo, request, search, isSample, onChoose }: DemoSectionsProps) {
  const clicks = useRef<HTMLDivElement>(null)
  const backendUrl = useBackendUrl()
  const demoId = request?.demoId ?? null
  const content = useQuery({ ...demoQuery(demoId ?? ''), enabled: demoId !== null && !isSample })
  const steps = isSample ? [] : (content.data?.steps ?? [])
  const stepId = search.get('step') ?? steps[0]?.id ?? null

  function selectStep(step: string): void {
    onChoose({ step })
    clicks.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-2 [&>*]:min-w-0">
        <StepFunnel
          funnel={demo.steps}
          steps={steps}
          backendUrl={backendUrl}
          selectedId={isSample ? null : stepId}
          onSelect={selectStep}
        />
        {steps.length === 0 || request === null || demoId === null || backendUrl === '' ? null : (
          <div ref={clicks} className="xl:sticky xl:top-4">
            <ClickHeatmap
              request={{ ...request, demoId }}
              steps={steps}
              backendUrl={backendUrl}
              stepId={stepId}
              onSelect={(step) => onChoose({ step })}
            />
          </div>
        )}
      </div>
      {/* Two independent columns, so that a long section leaves no gap. */}
      <div className="grid items-start gap-4 xl:grid-cols-2 *:flex *:min-w-0 *:flex-col *:gap-4">
        <div>
          <VisitPaths {...demo} visits={report.totals.visits} />
        </div>
        <div>
          <CardAndTalkSections {...demo} />
          <VersionSection
            versions={report.by.version}
            older={search.get('older')}
            newer={search.get('newer')}
            onChoose={onChoose}
          />
        </div>
      </div>
    </>
  )
}

function demoAddress(request: ReportRequest | null): string {
  return request?.demoId === undefined || request.demoId === null
    ? '/dashboard/demos'
    : `/dashboard/demos/${request.demoId}`
}

function spanText({ from, to }: Period): string {
  return from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`
}

function periodText({ period, before }: Report): string {
  const span = `${spanText(period)}, compared with ${spanText(before)}.`
  const days = `${span} ${dayBorderText(new Date())}`
  return period.to >= todayInUtc() ? `${days} Visitors are compared without today.` : days
}
