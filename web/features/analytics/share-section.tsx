import type { Rate } from '#domain/rates.ts'

import { basisText, countText, intervalText, percentText } from '../../lib/figure-text.ts'
import { ChartSection } from './chart-section.tsx'
import { FigureTable } from './figure-table.tsx'
import { useFewVisits } from './few-visits-context.ts'

export interface Share {
  readonly key: string
  readonly name: string
  readonly rate: Rate
  /** Shown beside the name, such as its location. */
  readonly about: string
}

export interface ShareSectionProps {
  readonly title: string
  readonly text?: string
  /** What a row is, e.g. "Card". */
  readonly column: string
  /** The column header of the names, e.g. "Where". */
  readonly aboutColumn: string
  readonly shares: readonly Share[]
  /** Shown if there are none. */
  readonly nothing: string
}

/** Shares with different bases: the figure first, then n and interval. */
export function ShareSection({ title, text, column, aboutColumn, shares, nothing }: ShareSectionProps) {
  const isFew = useFewVisits()
  return (
    <ChartSection
      title={title}
      {...(text !== undefined && { text })}
      {...(shares.length > 0 &&
        !isFew && {
          table: (
            <FigureTable
              label={title}
              columns={[column, aboutColumn, 'Count', 'n', 'Share', '95%']}
              rows={shares.map(({ key, name, about, rate }) => ({
                key,
                cells: [
                  name,
                  about,
                  countText(rate.hits),
                  countText(rate.n),
                  percentText(rate.rate),
                  intervalText(rate),
                ],
              }))}
            />
          ),
        })}
    >
      {shares.length === 0 ? <p className="text-sm text-muted">{nothing}</p> : null}
      {/* The bars end before the figures. */}
      <ul className="grid grid-cols-[minmax(8rem,1fr)_auto] gap-x-3 gap-y-0.5 sm:grid-cols-[minmax(8rem,1fr)_minmax(0,auto)_auto]">
        {shares.map(({ key, name, about, rate }) => (
          <li key={key} className="col-span-full grid min-h-9 grid-cols-subgrid items-center text-sm">
            <span className="relative flex min-w-0 items-center self-stretch px-2.5">
              <span
                aria-hidden
                style={{ width: `${(rate.rate ?? 0) * 100}%` }}
                className="absolute inset-y-px left-0 rounded-[5px] bg-chart-1/20"
              />
              <span dir="auto" title={name} className="relative min-w-0 truncate text-left">
                {name}
              </span>
            </span>
            <span className="truncate text-right text-xs text-muted tabular-nums max-sm:hidden">
              {about}
              {isFew || rate.n === 0 ? '' : ` · ${basisText(rate)}`}
            </span>
            <span className="min-w-10 text-right font-medium tabular-nums">
              {isFew && rate.n > 0 ? `${countText(rate.hits)} of ${countText(rate.n)}` : percentText(rate.rate)}
            </span>
          </li>
        ))}
      </ul>
    </ChartSection>
  )
}
