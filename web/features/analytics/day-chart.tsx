import { clsx } from 'clsx'
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

import { QuietSelect } from '../../ui/quiet-select.tsx'
import { todayInUtc } from './analytics-filters.ts'
import { dayMetrics, type DayMetric, type Report } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import { axisEnd, daySeries, type DayPoint } from './day-series.ts'
import { countText, dayLabel, dayUntilNow } from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'
import { useElementWidth } from './use-element-width.ts'

const metricLabels: Readonly<Record<DayMetric, string>> = {
  visits: 'Visits',
  uniques: 'Visitors',
  views: 'Views',
  engaged: 'Engaged visits',
  completed: 'Completed visits',
  leads: 'Leads',
  agent_talks: 'Agent conversations',
}

export interface DayChartProps {
  readonly report: Report
  readonly metric: DayMetric
  readonly onMetric: (metric: string) => void
}

/** A line per day over the line of the previous period. Today is a dot, because it isn't over. */
export function DayChart({ report, metric, onMetric }: DayChartProps) {
  const label = metricLabels[metric]
  const points = daySeries(report, metric)
  return (
    <ChartSection
      title="Daily"
      text="Times in UTC"
      aside={
        <QuietSelect
          label="Metric"
          value={metric}
          options={dayMetrics.map((value) => ({ value, label: metricLabels[value] }))}
          onChange={(event) => onMetric(event.target.value)}
        />
      }
      table={
        <FigureTable
          label={`${label} by day`}
          columns={['Day', label, 'Previous period']}
          rows={points.map((point) => ({
            key: point.day,
            cells: [dayUntilNow(point.day), countText(point.now), countText(point.before)],
          }))}
        />
      }
    >
      <DayLines label={label} points={points} />
    </ChartSection>
  )
}

const height = 240
const edge = { top: 8, right: 8, bottom: 24 } as const
/** The approximate width of a digit on the axis. */
const digitWidth = 7

function DayLines({ label, points }: { readonly label: string; readonly points: readonly DayPoint[] }) {
  const box = useRef<HTMLDivElement>(null)
  const fillId = useId()
  const width = useElementWidth(box)
  const [wanted, setWanted] = useState<number | null>(null)
  const last = points.length - 1
  const index = Math.min(wanted ?? last, last)
  const point = points[index]
  if (point === undefined) return null

  const end = axisEnd(Math.max(...points.flatMap(({ now, before }) => [now, before])))
  const left = Math.max(40, 16 + countText(end).length * digitWidth)
  const inner = Math.max(0, width - left - edge.right)
  const x = (at: number) => left + (last === 0 ? inner / 2 : (at / last) * inner)
  const y = (value: number) => edge.top + (1 - value / end) * (height - edge.top - edge.bottom)
  const today = todayInUtc()
  const finished = points.filter(({ day }) => day < today)
  const openAt = points.findIndex(({ day }) => day === today)
  const open = points[openAt]
  const line = (of: readonly DayPoint[], key: 'now' | 'before') =>
    of.map((each, at) => `${x(at).toFixed(1)},${y(each[key]).toFixed(1)}`).join(' ')

  function handleKeyDown(event: KeyboardEvent): void {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setWanted(Math.max(0, Math.min(last, next)))
  }

  function handlePointerMove(event: PointerEvent): void {
    const from = box.current?.getBoundingClientRect().left ?? 0
    const at = inner === 0 ? 0 : (event.clientX - from - left) / inner
    setWanted(Math.max(0, Math.min(last, Math.round(at * last))))
  }

  return (
    <>
      <p aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
        <span className="font-medium">{dayUntilNow(point.day)}</span>
        <Key text={`${label} ${countText(point.now)}`} />
        <Key text={`Previous period ${countText(point.before)}`} isBefore />
      </p>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={`${label} by day`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={`${dayUntilNow(point.day)}: ${countText(point.now)}, previous period ${countText(point.before)}`}
        onKeyDown={handleKeyDown}
        onPointerMove={handlePointerMove}
        onPointerDown={handlePointerMove}
        className="touch-pan-y rounded-control"
        style={{ height }}
      >
        {width === 0 ? null : (
          <svg aria-hidden width={width} height={height} className="block">
            <linearGradient id={fillId} x1="0" x2="0" y1="0" y2="1" className="text-chart-now">
              <stop stopColor="currentColor" stopOpacity="0.26" />
              <stop offset="1" stopColor="currentColor" stopOpacity="0" />
            </linearGradient>
            <polygon
              points={`${x(0)},${y(0)} ${line(finished, 'now')} ${x(finished.length - 1)},${y(0)}`}
              fill={`url(#${fillId})`}
            />
            {[0, end / 2, end].map((value) => (
              <g key={value}>
                <line x1={left} x2={width - edge.right} y1={y(value)} y2={y(value)} className="stroke-line" />
                <text x={left - 8} y={y(value) + 4} textAnchor="end" className={axisClass}>
                  {countText(value)}
                </text>
              </g>
            ))}
            {ticksOf(last).map((at) => (
              <text key={at} x={x(at)} y={height - 4} textAnchor={anchorOf(at, last)} className={axisClass}>
                {dayLabel(points[at]?.day ?? point.day, true)}
              </text>
            ))}
            <line x1={x(index)} x2={x(index)} y1={edge.top} y2={height - edge.bottom} className="stroke-control/60" />
            <polyline
              points={line(points, 'before')}
              className={clsx(lineClass, 'stroke-chart-before')}
              strokeDasharray="5 4"
            />
            <polyline points={line(finished, 'now')} className={clsx(lineClass, 'stroke-chart-now')} />
            <circle cx={x(index)} cy={y(point.before)} r="3.5" className="fill-surface stroke-chart-before stroke-2" />
            <circle cx={x(index)} cy={y(point.now)} r="9" className="fill-chart-now/20" />
            {point === open ? null : <circle cx={x(index)} cy={y(point.now)} r="4" className="fill-chart-now" />}
            {open === undefined ? null : (
              <circle cx={x(openAt)} cy={y(open.now)} r="4" className="fill-surface stroke-chart-now stroke-2" />
            )}
          </svg>
        )}
      </div>
    </>
  )
}

const axisClass = 'fill-muted text-xs tabular-nums'
const lineClass = 'fill-none stroke-2 [stroke-linejoin:round]'

function Key({ text, isBefore = false }: { readonly text: string; readonly isBefore?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 text-muted">
      <svg width="20" height="4" className={isBefore ? 'stroke-chart-before' : 'stroke-chart-now'}>
        <line x2="20" y1="2" y2="2" strokeWidth="2" strokeDasharray={isBefore ? '5 4' : undefined} />
      </svg>
      {text}
    </span>
  )
}

function ticksOf(last: number): readonly number[] {
  return [...new Set([0, Math.round(last / 2), last])]
}

function anchorOf(at: number, last: number): 'start' | 'middle' | 'end' {
  if (last === 0) return 'middle'
  if (at === 0) return 'start'
  return at === last ? 'end' : 'middle'
}
