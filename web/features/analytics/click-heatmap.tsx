import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { screenshotAddress, type Step } from '#domain/demo.ts'
import { StepStage } from '#player/step-stage.tsx'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { countOf, countText, percentText } from '../../lib/figure-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { heatmapQuery, type ReportRequest } from './analytics-calls.ts'
import type { HeatCell } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import { drawHeat, heatStops } from './draw-heat.ts'
import { FigureTable } from './figure-table.tsx'
import { hotPlaces } from './hot-places.ts'

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
      text={
        <span role="status">
          Step {index + 1}
          {clicks.isPending ? '' : ` · ${sum === 0 ? 'no clicks' : countOf(sum, 'click')}`}
        </span>
      }
      aside={
        <>
          <Legend />
          <IconButton label="Previous step" disabled={index === 0} onClick={() => move(-1)}>
            <ChevronLeft size={16} aria-hidden />
          </IconButton>
          <IconButton label="Next step" disabled={index === steps.length - 1} onClick={() => move(1)}>
            <ChevronRight size={16} aria-hidden />
          </IconButton>
        </>
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
        <div className="overflow-hidden rounded-card shadow-[0_0_0_1px_var(--line-strong)] [--us-max-height:40rem] [--us-radius:10px]">
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
    </ChartSection>
  )
}

/** Clicks as a heatmap over the picture, with the shares of the busiest places. */
function HeatLayer({ cells, sum }: { readonly cells: readonly HeatCell[]; readonly sum: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null) drawHeat(canvas.current, cells)
  }, [cells])
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${countOf(sum, 'click')} on this image`}
        className="pointer-events-none absolute inset-0 size-full"
      />
      {sum < labelledLeast
        ? null
        : hotPlaces(cells, labelsMax).map(({ x, y, clicks }) => (
            <span
              key={`${x}:${y}`}
              aria-hidden
              style={{ left: `${clamp(x)}%`, top: `${y < 10 ? y + 7 : y - 6}%` }}
              className="pointer-events-none absolute -translate-1/2 rounded-chip bg-ink/90 px-2 py-0.5 text-xs font-semibold text-white tabular-nums"
            >
              {percentText(clicks / sum)}
            </span>
          ))}
    </>
  )
}

const labelsMax = 3
/** With fewer clicks, no shares are shown. */
const labelledLeast = 10

/** Keeps a label inside the picture. */
function clamp(percent: number): number {
  return Math.max(5, Math.min(95, percent))
}

function Legend() {
  return (
    <span aria-hidden className="mr-2 flex items-center gap-2 text-xs text-muted max-sm:hidden">
      few
      <span
        style={{ background: `linear-gradient(90deg, ${heatStops.join(', ')})` }}
        className="h-1.5 w-24 rounded-chip"
      />
      many
    </span>
  )
}

function CellTable({ cells, sum }: { readonly cells: readonly HeatCell[]; readonly sum: number }) {
  return (
    <FigureTable
      label={cells.length > listedMax ? `Top ${listedMax} positions` : 'Clicks by position'}
      columns={['Position', 'Clicks', 'Share of clicks']}
      rows={cells.slice(0, listedMax).map((cell) => ({
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

const listedMax = 100
