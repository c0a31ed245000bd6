import type { ListedDemo } from '#domain/demo.ts'
import { sampleFigures } from '#domain/sample-figures.ts'

import { FigureSkeleton } from '../../ui/card-skeleton.tsx'
import { countText, intervalText, percentText } from '../../lib/figure-text.ts'
import type { HomeFigures } from './home-calls.ts'

export interface StatTilesProps {
  readonly demos: readonly ListedDemo[]
  /** Undefined while loading or after a failure. */
  readonly figures: HomeFigures | undefined
}

/** Three figures: the specification's samples until there is a real demo or visit. */
export function StatTiles({ demos, figures }: StatTilesProps) {
  const own = demos.filter(({ isSample }) => !isSample)
  const isSample = own.length === 0 && (figures?.visits ?? 0) === 0
  const live = {
    demos: countText(own.length),
    active: countText(own.filter(({ status }) => status === 'active').length),
    conversion: percentText(figures?.completed.rate ?? null),
  }
  const shown = isSample ? sampleFigures : live
  return (
    <dl className="mb-10 grid gap-3 sm:grid-cols-3">
      <Tile term="Total demos" value={shown.demos} isSample={isSample} />
      <Tile term="Active demos" value={shown.active} isSample={isSample} />
      <Tile
        term="Conversion"
        value={shown.conversion}
        isSample={isSample}
        note={isSample ? 'Visits that reach the last step' : conversionNote(figures)}
      />
    </dl>
  )
}

/** Same wording as the analytics page. */
function conversionNote(figures: HomeFigures | undefined): string {
  if (figures === undefined) return 'The figures could not be loaded.'
  const { hits, n } = figures.completed
  if (n === 0) return 'No visits in 28 days.'
  return `28 days: ${countText(hits)} of ${countText(n)} visits completed · 95%: ${intervalText(figures.completed)}`
}

/** As large as the tiles, the note of the last among them. */
export function StatTilesSkeleton() {
  return (
    <div className="mb-10 grid gap-3 sm:grid-cols-3">
      {[0, 1, 2].map((tile) => (
        <FigureSkeleton key={tile} hasNote={tile === 2} />
      ))}
    </div>
  )
}

interface TileProps {
  readonly term: string
  readonly value: string
  readonly isSample: boolean
  readonly note?: string
}

function Tile({ term, value, isSample, note }: TileProps) {
  return (
    <div className="rounded-card border border-line bg-surface px-5 py-4">
      <dt className="flex items-center justify-between gap-2 text-sm text-muted">
        {term}
        {isSample ? <span className="rounded-chip bg-sunken px-2 py-0.5 text-xs">Sample</span> : null}
      </dt>
      <dd className="mt-1 text-2xl font-semibold tabular-nums">{value}</dd>
      {note === undefined ? null : <dd className="mt-1 text-xs text-muted">{note}</dd>}
    </div>
  )
}
