import { useState } from 'react'

import type { ListedDemo } from '#domain/demo.ts'
import { sampleFigures } from '#domain/sample-figures.ts'

import type { DemoActivity } from '../../lib/demo-activity.ts'
import { countOf, countText, intervalText, percentText } from '../../lib/figure-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Trend } from '../../ui/trend.tsx'
import type { HomeFigures } from './home-calls.ts'

export interface StatTilesProps {
  readonly demos: readonly ListedDemo[]
  /** Undefined after a failure. */
  readonly figures: HomeFigures | undefined
  readonly activities: readonly DemoActivity[]
}

/** Three figures: the specification's samples until there is a real demo or visit. */
export function StatTiles({ demos, figures, activities }: StatTilesProps) {
  const [now] = useState(Date.now)
  const own = demos.filter(({ isSample }) => !isSample)
  const active = own.filter(({ status }) => status === 'active')
  const isSample = own.length === 0 && (figures?.visits ?? 0) === 0
  if (isSample) {
    return (
      <dl className={tilesClass}>
        <Tile term="Total demos" value={sampleFigures.demos} note="" isSample />
        <Tile term="Active demos" value={sampleFigures.active} note="" isSample />
        <Tile term="Conversion" value={sampleFigures.conversion} note="Visits that finish" isSample />
      </dl>
    )
  }
  const samples = demos.length - own.length
  const added = own.filter(({ createdAt }) => now - Date.parse(createdAt) < periodMs).length
  return (
    <dl className={tilesClass}>
      <Tile
        term="Total demos"
        value={countText(own.length)}
        note={[added === 0 ? '' : `${countText(added)} new`, samples === 0 ? '' : countOf(samples, 'sample')]
          .filter((part) => part !== '')
          .join(' · ')}
        trend={growth(own, now)}
        colour="text-chart-2"
      />
      <Tile
        term="Active demos"
        value={countText(active.length)}
        note={figures === undefined || figures.visits === 0 ? '' : countOf(figures.visits, 'visit')}
        trend={addUp(activities, 'parts')}
        isTrendOpen
        colour="text-chart-3"
      />
      <Tile
        term="Conversion"
        value={percentText(figures?.completed.rate ?? null)}
        note={conversionNote(figures)}
        {...(figures !== undefined && { hint: conversionHint(figures) })}
        {...((figures?.visits ?? 0) > 0 && { trend: shares(activities) })}
        isTrendOpen
        colour="text-chart-1"
      />
    </dl>
  )
}

const dayMs = 86_400_000
const periodMs = 28 * dayMs
const parts = 14

/** The number of demos at the end of each two-day interval. */
function growth(demos: readonly ListedDemo[], now: number): readonly number[] {
  const made = demos.map(({ createdAt }) => Date.parse(createdAt))
  return Array.from({ length: parts }, (_, index) => {
    const end = now - (parts - 1 - index) * 2 * dayMs
    return made.filter((at) => at <= end).length
  })
}

function addUp(activities: readonly DemoActivity[], of: 'parts' | 'finishedParts'): readonly number[] {
  return Array.from({ length: parts }, (_, index) =>
    activities.reduce((sum, activity) => sum + (activity[of][index] ?? 0), 0),
  )
}

/** The share of visits that finished; without visits, that of the previous days. */
function shares(activities: readonly DemoActivity[]): readonly number[] {
  const finished = addUp(activities, 'finishedParts')
  let last = 0
  return addUp(activities, 'parts').map((visits, index) => {
    if (visits > 0) last = (finished[index] ?? 0) / visits
    return last
  })
}

function conversionNote(figures: HomeFigures | undefined): string {
  if (figures === undefined) return 'The figures could not be loaded.'
  const { hits, n } = figures.completed
  return n === 0 ? 'No visits in 28 days.' : `${countText(hits)} of ${countText(n)} finished`
}

/** Same wording as the analytics page. */
function conversionHint({ completed }: HomeFigures): string {
  return completed.n === 0 ? '' : `28 days, 95%: ${intervalText(completed)}`
}

const tilesClass =
  'mt-4 grid grid-cols-3 divide-x divide-line overflow-hidden rounded-card shadow-[0_0_0_1px_var(--line)]'
const tileClass =
  'grid min-h-[106px] content-start gap-x-3 gap-y-0.5 px-3 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5 sm:py-4'

interface TileProps {
  readonly term: string
  readonly value: string
  readonly note: string
  readonly isSample?: boolean
  /** On hover: the confidence interval. */
  readonly hint?: string
  readonly trend?: readonly number[]
  /** Whether the trend's last value contains today. */
  readonly isTrendOpen?: boolean
  readonly colour?: string
}

function Tile(props: TileProps) {
  const { term, value, note, isSample = false, hint = '', trend, isTrendOpen = false, colour = '' } = props
  return (
    <div className={tileClass} title={hint === '' ? undefined : hint}>
      <dt className="col-start-1 flex min-w-0 items-center gap-2 text-xs text-muted sm:text-sm">
        <span className="truncate">{term}</span>
        {isSample ? <span className="rounded-chip bg-sunken px-2 py-0.5 text-2xs max-sm:sr-only">Sample</span> : null}
      </dt>
      <dd className="col-start-1 text-[1.375rem] leading-7 font-semibold tracking-[-0.032em] tabular-nums sm:text-2xl sm:leading-[2.375rem]">
        {value}
      </dd>
      <dd className="col-start-1 min-h-4 text-xs text-muted tabular-nums">
        {/* Phones have no room for the chip beside the term. */}
        {isSample ? (
          <span aria-hidden className="sm:hidden">
            Sample
          </span>
        ) : null}
        <span className={isSample ? 'max-sm:sr-only' : undefined}>{note}</span>
        {hint === '' ? null : <span className="sr-only">, {hint}</span>}
      </dd>
      {trend === undefined ? null : (
        <dd aria-hidden className="col-start-2 row-span-3 row-start-1 self-end max-lg:hidden">
          <Trend values={trend} width={104} height={40} hasArea isLastOpen={isTrendOpen} className={colour} />
        </dd>
      )}
    </div>
  )
}

/** Skeleton of the tiles, in their size. */
export function StatTilesSkeleton() {
  return (
    <div className={tilesClass}>
      {[0, 1, 2].map((tile) => (
        <div key={tile} className={tileClass}>
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-1 h-7 w-14" />
        </div>
      ))}
    </div>
  )
}
