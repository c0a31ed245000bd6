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
      <ul className="flex flex-col gap-0.5">
        {shares.map(({ key, name, about, rate }) => (
          <li key={key} className="relative flex min-h-9 items-center gap-2 px-2.5 py-1 text-sm">
            <span
              aria-hidden
              style={{ width: `${(rate.rate ?? 0) * 100}%` }}
              className="absolute inset-y-px left-0 rounded-[5px] bg-chart-1/20"
            />
            <span className="relative min-w-0 flex-1">
              <span dir="auto" title={name} className="block truncate text-left">
                {name}
              </span>
            </span>
            <span className="relative truncate text-xs text-muted tabular-nums max-sm:hidden">
              {about}
              {isFew || rate.n === 0 ? '' : ` · ${basisText(rate)}`}
            </span>
            <span className="relative w-14 shrink-0 text-right font-medium tabular-nums">
              {isFew && rate.n > 0 ? `${countText(rate.hits)} of ${countText(rate.n)}` : percentText(rate.rate)}
            </span>
          </li>
        ))}
      </ul>
    </ChartSection>
  )
}
