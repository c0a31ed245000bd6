import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Step } from '#domain/demo.ts'

import { demoQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FunnelIllustration } from '../../ui/illustrations/funnel-illustration.tsx'
import type { ReportRequest } from './analytics-calls.ts'
import { dayMetrics, type DemoReport, type Report } from './analytics-report.ts'
import { AskedSection } from './asked-section.tsx'
import { BarList } from './bar-list.tsx'
import { BigFigures } from './big-figures.tsx'
import { CardAndTalkSections } from './card-and-talk-sections.tsx'
import { ChartSection } from './chart-section.tsx'
import { ClickHeatmap } from './click-heatmap.tsx'
import { DayChart } from './day-chart.tsx'
import { DemoCovers, OneDemo, visitedDemos } from './demos-hero.tsx'
import { FewVisits, shareLeast } from './few-visits-context.ts'
import { FewVisitsList } from './few-visits.tsx'
import { FigureRows } from './figure-rows.tsx'
import { FoldedFigures } from './folded-figures.tsx'
import type { ReportNames } from './report-rows.ts'
import { StepFunnel } from './step-funnel.tsx'
import { TrafficSection } from './traffic-section.tsx'
import { VersionSection } from './version-section.tsx'
import { VisitPaths } from './visit-paths.tsx'
import { VisitsSection } from './visits-section.tsx'

export interface ReportBodyProps {
  readonly report: Report
  readonly request: ReportRequest | null
  readonly search: URLSearchParams
  readonly isSample: boolean
  readonly names: ReportNames
  readonly onChoose: (choice: Readonly<Record<string, string | null>>) => void
}

export function ReportBody(props: ReportBodyProps) {
  const { report, request, isSample, names } = props
  const { totals, totalsBefore } = report
  if (totals.visits === 0 && totalsBefore.visits === 0) return <NoVisits {...props} />
  const isFew = totals.visits < shareLeast
  if (isFew && request !== null && !isSample) {
    return (
      <FewVisits.Provider value>
        <FewVisitsList request={request} visits={totals.visits} linkName={names.link} />
        <div className="mt-8 grid gap-x-8 gap-y-6 xl:grid-cols-2">
          <ChartSection title="All figures">
            <FigureRows report={report} />
          </ChartSection>
          <div className="flex min-w-0 flex-col gap-6">
            <PropertyBars {...props} />
            {report.demo === null ? null : <CardAndTalkSections {...report.demo} />}
            <AskedSection request={request} />
            <Excluded {...props} />
          </div>
        </div>
      </FewVisits.Provider>
    )
  }
  return <WholeReport {...props} />
}

/** Shown from ten visits on. */
function WholeReport(props: ReportBodyProps) {
  const { report, request, search, isSample, names, onChoose } = props
  const demoId = request?.demoId ?? null
  const metric = dayMetrics.find((name) => name === search.get('show')) ?? 'visits'
  const stepId = search.get('step')
  const left = stepId === null ? undefined : report.demo?.steps.find(({ step_id }) => step_id === stepId)
  const visited = visitedDemos(report.by.demo)
  const onlyDemoId = demoId ?? (visited.length === 1 ? (visited[0]?.key ?? null) : null)
  const content = useQuery({ ...demoQuery(onlyDemoId ?? ''), enabled: onlyDemoId !== null && !isSample })
  const steps = isSample ? [] : (content.data?.steps ?? [])
  const chart = <DayChart report={report} metric={metric} onMetric={(show) => onChoose({ show })} />
  return (
    <>
      <BigFigures
        report={report}
        leadsPath={demoId === null ? '/dashboard/leads' : `/dashboard/leads?demo=${demoId}`}
      />
      {report.demo === null ? (
        <OfDemos {...props} onlyDemoId={onlyDemoId} steps={steps} chart={chart} />
      ) : (
        <OfOneDemo {...props} demo={report.demo} steps={steps} stepId={stepId} />
      )}
      {request === null || isSample ? null : (
        <VisitsSection
          request={request}
          total={report.totals.visits}
          // Visits to the author's own site have no steps.
          steps={report.by.demo.length > 1 ? [] : steps}
          leftOn={left === undefined ? null : { id: left.step_id, order: left.step_order, visits: left.left_here.hits }}
          onShowAll={() => onChoose({ step: null })}
          linkName={names.link}
          demoName={names.demo}
        />
      )}
      {report.demo === null ? (
        request === null || isSample ? null : (
          <div className="@container mt-6 border-t border-line pt-2">
            <AskedSection request={request} />
          </div>
        )
      ) : (
        <div className="mt-8 grid items-start gap-x-10 gap-y-8 border-t border-line pt-4 xl:grid-cols-2 *:flex *:min-w-0 *:flex-col *:gap-8">
          <div>
            {chart}
            <VisitPaths {...report.demo} visits={report.totals.visits} />
          </div>
          <div>
            <CardAndTalkSections {...report.demo} />
            {report.by.version.length < 2 ? null : (
              <VersionSection
                versions={report.by.version}
                older={search.get('older')}
                newer={search.get('newer')}
                onChoose={onChoose}
              />
            )}
            {request === null || isSample ? null : <AskedSection request={request} />}
          </div>
        </div>
      )}
      <FoldedFigures
        isOpen={search.get('figures') === '1'}
        onToggle={(isOpen) => onChoose({ figures: isOpen ? '1' : null })}
      >
        <FigureRows report={report} />
        <Excluded {...props} />
      </FoldedFigures>
    </>
  )
}

interface OfDemosProps extends ReportBodyProps {
  /** The only demo with visits. */
  readonly onlyDemoId: string | null
  readonly steps: readonly Step[]
  readonly chart: ReactNode
}

/** The visited demos, the days, and where visits came from. */
function OfDemos(props: OfDemosProps) {
  const { report, request, search, isSample, names, onChoose, onlyDemoId, steps, chart } = props
  const backendUrl = useBackendUrl()
  const nameOf = (key: string | null) => (key === null ? 'Pages of your site' : isSample ? key : names.demo(key))
  return (
    <>
      {visitedDemos(report.by.demo).length > 1 ? (
        <DemoCovers rows={report.by.demo} {...{ search, isSample, backendUrl, nameOf }} />
      ) : onlyDemoId === null || request === null ? null : (
        <OneDemo
          request={{ ...request, demoId: onlyDemoId }}
          search={search}
          name={nameOf(onlyDemoId)}
          steps={steps}
          backendUrl={backendUrl}
          onSelect={(step) => onChoose({ demo: onlyDemoId, step })}
        />
      )}
      <div className="mt-6">{chart}</div>
      <div className="@container mt-6">
        {/* Four lists are in one row or in two, never three and one. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-x-8 gap-y-6 @min-[33rem]:@max-[66rem]:has-[>:nth-child(4)]:grid-cols-2">
          {onlyDemoId === null ? null : <BarList title="Demos" column="Demo" rows={report.by.demo} nameOf={nameOf} />}
          <PropertyBars {...props} />
        </div>
      </div>
    </>
  )
}

interface OfOneDemoProps extends ReportBodyProps {
  readonly demo: DemoReport
  readonly steps: readonly Step[]
  readonly stepId: string | null
}

/** How far visits got in the demo, where they clicked, and where they came from. */
function OfOneDemo(props: OfOneDemoProps) {
  const { demo, request, isSample, steps, stepId, onChoose } = props
  const backendUrl = useBackendUrl()
  const demoId = request?.demoId ?? null
  return (
    <>
      <StepFunnel
        funnel={demo.steps}
        steps={steps}
        backendUrl={backendUrl}
        request={isSample || request === null || demoId === null ? null : { ...request, demoId }}
        selectedId={stepId}
        onSelect={(step) => onChoose({ step })}
      />
      <div className="mt-6 grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <ClicksOf {...props} backendUrl={backendUrl} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <PropertyBars {...props} />
        </div>
      </div>
    </>
  )
}

/** The clicks on a step. */
function ClicksOf(
  props: ReportBodyProps & {
    readonly steps: readonly Step[]
    readonly backendUrl: string
    readonly stepId: string | null
  },
) {
  const { request, isSample, steps, backendUrl, stepId, onChoose } = props
  if (request === null || request.demoId === null || steps.length === 0 || backendUrl === '') {
    return isSample ? null : <div className="aspect-8/5" />
  }
  return (
    <ClickHeatmap
      request={{ ...request, demoId: request.demoId }}
      steps={steps}
      backendUrl={backendUrl}
      stepId={stepId ?? steps[0]?.id ?? null}
      onSelect={(step) => onChoose({ step })}
    />
  )
}

/** Where visits came from. */
function PropertyBars({ report, isSample, names }: ReportBodyProps) {
  const { by } = report
  return (
    <>
      <BarList title="Sources" column="Source" rows={by.source} nameOf={(key) => key ?? 'direct'} />
      <BarList
        title="Devices"
        column="Device"
        rows={by.device}
        nameOf={(key) => deviceNames[key ?? ''] ?? 'Unknown'}
        icons={deviceIcons}
        barClass="bg-chart-2/20"
      />
      <BarList
        title="Links"
        column="Link"
        rows={by.link}
        nameOf={(key) => (key === null || key === '' ? 'Share link' : isSample ? key : names.link(key))}
        barClass="bg-chart-3/20"
      />
    </>
  )
}

const deviceNames: Readonly<Record<string, string>> = { desktop: 'Desktop', phone: 'Phone', tablet: 'Tablet' }
const deviceIcons: Readonly<Record<string, LucideIcon>> = { desktop: Monitor, phone: Smartphone, tablet: Tablet }

function Excluded({ report, request }: ReportBodyProps) {
  if (report.reasons.length === 0 && report.by.traffic.length === 0) return null
  const isOfSome = request !== null && (request.link !== null || request.version !== null)
  return <TrafficSection traffic={report.by.traffic} reasons={report.reasons} isOfSome={isOfSome} />
}

function NoVisits(props: ReportBodyProps) {
  const { request, search, onChoose } = props
  const hasFilters =
    search.get('period') === 'custom' ||
    (request !== null && (request.link !== null || request.version !== null || request.traffic !== 'human'))
  return (
    <div className="flex flex-col gap-6 pt-6">
      <EmptyState
        isPage
        drawing={<FunnelIllustration />}
        title="No visits in this period"
        text={
          hasFilters
            ? 'Clear the filters or choose another period.'
            : 'Share a demo to see its visits here. Your own visits are not counted.'
        }
      >
        {hasFilters ? (
          <Button onClick={() => onChoose(unfiltered)}>Clear filters</Button>
        ) : (
          <ButtonLink to={demoAddress(request)}>Share a demo</ButtonLink>
        )}
        <Button tone="quiet" onClick={() => onChoose({ sample: '1' })}>
          See sample data
        </Button>
      </EmptyState>
      <Excluded {...props} />
    </div>
  )
}

const unfiltered = { link: null, who: null, version: null, period: null, from: null, to: null }

function demoAddress(request: ReportRequest | null): string {
  return request?.demoId === undefined || request.demoId === null
    ? '/dashboard/demos'
    : `/dashboard/demos/${request.demoId}`
}
