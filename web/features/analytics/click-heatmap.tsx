import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'

import { screenshotAddress, type Step } from '#domain/demo.ts'
import { StepStage } from '#player/step-stage.tsx'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { heatmapQuery, type ReportRequest } from './analytics-calls.ts'
import type { HeatCell } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import { countOf, countText, percentText } from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'
import { heatLevel, heatLevels } from './heat-level.ts'

export interface ClickHeatmapProps {
  readonly request: ReportRequest & { readonly demoId: string }
  readonly steps: readonly Step[]
  readonly backendUrl: string
  readonly stepId: string | null
  readonly onSelect: (stepId: string) => void
}

/** Where visitors clicked on a step's picture. */
export function ClickHeatmap({ request, steps, backendUrl, stepId, onSelect }: ClickHeatmapProps) {
  const index = Math.max(
    0,
    steps.findIndex(({ id }) => id === stepId),
  )
  const step = steps[index]
  const clicks = useQuery({ ...heatmapQuery({ ...request, stepId: step?.id ?? '' }), enabled: step !== undefined })
  if (step === undefined) return null
  const cells = clicks.data ?? []
  const sum = cells.reduce((total, cell) => total + cell.clicks, 0)

  function move(by: number): void {
    const next = steps[index + by]
    if (next !== undefined) onSelect(next.id)
  }

  return (
    <ChartSection
      title="Clicks"
      text={`Step ${index + 1} of ${steps.length}${step.title === null ? '' : `: ${step.title}`}`}
      aside={
        <div className="flex gap-1">
          <IconButton label="Previous step" disabled={index === 0} onClick={() => move(-1)}>
            <ChevronLeft size={18} aria-hidden />
          </IconButton>
          <IconButton label="Next step" disabled={index === steps.length - 1} onClick={() => move(1)}>
            <ChevronRight size={18} aria-hidden />
          </IconButton>
        </div>
      }
      {...(cells.length > 0 && { table: <CellTable cells={cells} sum={sum} /> })}
    >
      {clicks.isError && clicks.data === undefined ? (
        <ErrorState
          title={failureText(clicks.error, 'analyticsFailed')}
          text={failureHint(clicks.error)}
          onRetry={() => void clicks.refetch()}
        />
      ) : (
        <div className="[--us-max-height:34rem] [--us-radius:6px]">
          <StepStage
            imageUrl={screenshotAddress(backendUrl, step.screenshotUrl)}
            imageAlt={step.alt ?? step.title ?? `Step ${index + 1}`}
            width={step.width}
            height={step.height}
            hotspot={null}
          >
            {cells.length === 0 ? null : <HeatLayer cells={cells} sum={sum} />}
          </StepStage>
        </div>
      )}
      <p
        role="status"
        className="mt-3 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted tabular-nums"
      >
        {clicks.isPending ? <Skeleton className="h-4 w-40" /> : sumText(sum)}
        {cells.length === 0 ? null : <Legend most={cells[0]?.clicks ?? 1} />}
      </p>
    </ChartSection>
  )
}

/** The picture steps back, so that heat shows on any of them; each cell is 2% of its width and height. */
function HeatLayer({ cells, sum }: { readonly cells: readonly HeatCell[]; readonly sum: number }) {
  const most = Math.max(...cells.map(({ clicks }) => clicks))
  return (
    <svg
      role="img"
      aria-label={sumText(sum)}
      viewBox="0 0 50 50"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full rounded-[6px]"
    >
      <rect width="50" height="50" className="fill-black/45" />
      {cells.map((cell) => (
        <rect
          key={`${cell.cell_x}:${cell.cell_y}`}
          x={cell.cell_x + 0.04}
          y={cell.cell_y + 0.04}
          width="0.92"
          height="0.92"
          rx="0.15"
          className={heatClasses[heatLevel(cell.clicks, most)]}
        />
      ))}
    </svg>
  )
}

/** Written out: the style build scans the source for class names. */
const heatClasses = ['fill-heat-1', 'fill-heat-2', 'fill-heat-3', 'fill-heat-4', 'fill-heat-5'] as const
const swatchClasses = ['bg-heat-1', 'bg-heat-2', 'bg-heat-3', 'bg-heat-4', 'bg-heat-5'] as const

function Legend({ most }: { readonly most: number }) {
  return (
    <span className="inline-flex items-center gap-2 text-xs">
      <span>Clicks per spot:</span>
      {heatLevels(most).map(({ level, text }) => (
        <span key={level} className="inline-flex items-center gap-1">
          <span aria-hidden className={`size-3 rounded-[2px] border border-control/60 ${swatchClasses[level]}`} />
          {text}
        </span>
      ))}
    </span>
  )
}

function CellTable({ cells, sum }: { readonly cells: readonly HeatCell[]; readonly sum: number }) {
  return (
    <FigureTable
      label={cells.length > listedMost ? `Top ${listedMost} positions` : 'Clicks by position'}
      columns={['Place', 'Clicks', 'Share of clicks']}
      rows={cells.slice(0, listedMost).map((cell) => ({
        key: `${cell.cell_x}:${cell.cell_y}`,
        cells: [
          `${cell.cell_x * 2}–${cell.cell_x * 2 + 2}% from the left, ${cell.cell_y * 2}–${cell.cell_y * 2 + 2}% from the top`,
          countText(cell.clicks),
          percentText(cell.clicks / sum),
        ],
      }))}
    />
  )
}

const listedMost = 100

function sumText(sum: number): string {
  return sum === 0 ? 'No clicks on this image in this period.' : `${countOf(sum, 'click')} on this image`
}
