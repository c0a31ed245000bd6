import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Step } from '#domain/demo.ts'

import { demosQuery } from '../../lib/demo-queries.ts'
import { basisText, countOf, countText } from '../../lib/figure-text.ts'
import { withParams } from '../../lib/use-address-params.ts'
import { SamplePicture, sampleSteps } from '../../ui/illustrations/sample-picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StepCloseUp } from '../../ui/step-close-up.tsx'
import { reportQuery, type ReportRequest } from './analytics-calls.ts'
import type { BreakdownRow } from './analytics-report.ts'
import { BreakdownTable } from './bar-list.tsx'
import { ChartSection } from './chart-section.tsx'
import { SmallPercent } from './percent.tsx'
import { StepFunnel } from './step-funnel.tsx'

/** The address of a demo's analytics, for the same visits. */
function demoAddress(id: string, search: URLSearchParams): string {
  const kept = withParams(search, { demo: null, filter: null, show: null, sample: null }).toString()
  return `/dashboard/demos/${id}/analytics${kept === '' ? '' : `?${kept}`}`
}

export interface OneDemoProps {
  readonly request: ReportRequest & { readonly demoId: string }
  readonly search: URLSearchParams
  readonly name: string
  readonly steps: readonly Step[]
  readonly backendUrl: string
  readonly onSelect: (stepId: string | null) => void
}

/** The funnel of the only demo with visits. */
export function OneDemo({ request, search, name, steps, backendUrl, onSelect }: OneDemoProps) {
  const report = useQuery(reportQuery(request, false))
  if (report.isPending) return <Skeleton className="h-[350px] rounded-card" />
  const funnel = report.data?.demo?.steps ?? []
  if (funnel.length === 0) return null
  return (
    <StepFunnel
      funnel={funnel}
      steps={steps}
      backendUrl={backendUrl}
      request={request}
      selectedId={null}
      onSelect={onSelect}
      title={
        <Link
          dir="auto"
          to={demoAddress(request.demoId, search)}
          className="inline-block max-w-full truncate rounded-control align-top leading-7 hover:underline"
        >
          {name}
        </Link>
      }
    />
  )
}

export interface DemoCoversProps {
  /** All rows, the most visited first; visits to the author's own site have no key. */
  readonly rows: readonly BreakdownRow[]
  readonly search: URLSearchParams
  readonly isSample: boolean
  readonly backendUrl: string
  readonly nameOf: (key: string | null) => string
}

/** The most visited demos side by side, ordered by the share that finished. */
export function DemoCovers({ rows, search, isSample, backendUrl, nameOf }: DemoCoversProps) {
  const demos = useQuery({ ...demosQuery, enabled: !isSample })
  const shown = visitedDemos(rows)
    .slice(0, shownMax)
    .toSorted((a, b) => (b.completed.rate ?? 0) - (a.completed.rate ?? 0))
  const rest = rows.length - shown.length
  return (
    <ChartSection title="Demos" table={<BreakdownTable title="Demos" column="Demo" rows={rows} nameOf={nameOf} />}>
      <ol className="grid grid-cols-2 gap-4 rounded-card bg-sunken p-4 shadow-[inset_0_0_0_1px_var(--line)] sm:flex sm:flex-wrap sm:gap-5 sm:p-5">
        {shown.map((row, index) => {
          const step = demos.data?.find(({ id }) => id === row.key)?.steps[0]
          return (
            <li key={row.key} className="min-w-0 sm:max-w-60 sm:flex-1 sm:basis-34">
              <Cover
                row={row}
                name={nameOf(row.key)}
                to={isSample ? null : demoAddress(row.key, search)}
                picture={
                  isSample ? (
                    <SamplePicture step={sampleSteps[index] ?? 1} />
                  ) : step === undefined || backendUrl === '' ? null : (
                    <StepCloseUp step={step} backendUrl={backendUrl} pixels={240} densePixels={480} />
                  )
                }
              />
            </li>
          )
        })}
      </ol>
      {rest > 0 ? <p className="mt-1 text-xs text-muted">{countText(rest)} more in the table</p> : null}
    </ChartSection>
  )
}

/** The demos among the rows of visits. */
export function visitedDemos(rows: readonly BreakdownRow[]): readonly (BreakdownRow & { readonly key: string })[] {
  return rows.flatMap((row) => (row.key === null ? [] : { ...row, key: row.key }))
}

const shownMax = 6

interface CoverProps {
  readonly row: BreakdownRow
  readonly name: string
  /** Null for the sample. */
  readonly to: string | null
  readonly picture: ReactNode
}

function Cover({ row, name, to, picture }: CoverProps) {
  const content = (
    <>
      <span className="block text-lg font-semibold tabular-nums">
        <SmallPercent share={row.completed.rate} /> <span className="text-xs font-normal text-muted">finished</span>
      </span>
      <span className="relative mt-1 block aspect-8/5 overflow-hidden rounded-control bg-surface shadow-[0_0_0_1px_var(--line-strong)] group-hover:shadow-[0_0_0_2px_var(--accent)]">
        {picture}
      </span>
      <span dir="auto" className="mt-2 block truncate text-left text-sm font-medium">
        {name}
      </span>
      <span className="block text-xs text-muted tabular-nums">{countOf(row.visits, 'visit')}</span>
    </>
  )
  const title = `${name}: ${basisText(row.completed)}`
  return to === null ? (
    <div title={title}>{content}</div>
  ) : (
    <Link to={to} title={title} className="group block rounded-control outline-offset-4">
      {content}
    </Link>
  )
}
