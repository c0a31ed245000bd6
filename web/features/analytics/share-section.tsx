import type { Rate } from '#domain/rates.ts'

import { ChartSection } from './chart-section.tsx'
import { basisText, countText, intervalText, percentText } from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'
import { RateBar } from './rate-bar.tsx'

export interface Share {
  readonly key: string
  readonly name: string
  readonly rate: Rate
  /** Shown beside the name, such as its location. */
  readonly about: string
}

export interface ShareSectionProps {
  readonly title: string
  readonly text: string
  /** What a row is, e.g. "Card". */
  readonly column: string
  /** The column header of the names, e.g. "Where". */
  readonly aboutColumn: string
  readonly shares: readonly Share[]
  /** Said while there is none. */
  readonly nothing: string
}

/** Shares of different wholes, each with its n and its interval. */
export function ShareSection({ title, text, column, aboutColumn, shares, nothing }: ShareSectionProps) {
  return (
    <ChartSection
      title={title}
      text={text}
      {...(shares.length > 0 && {
        table: (
          <FigureTable
            label={title}
            columns={[column, aboutColumn, 'Count', 'n', 'Share', '95%']}
            rows={shares.map(({ key, name, about, rate }) => ({
              key,
              cells: [name, about, countText(rate.hits), countText(rate.n), percentText(rate.rate), intervalText(rate)],
            }))}
          />
        ),
      })}
    >
      {shares.length === 0 ? <p className="text-sm text-muted">{nothing}</p> : null}
      <ul className="flex flex-col gap-3">
        {shares.map(({ key, name, about, rate }) => (
          <li key={key}>
            <p className="flex items-baseline justify-between gap-3 text-sm tabular-nums">
              <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
                {name}
              </span>
              <span className="shrink-0 font-semibold">{percentText(rate.rate)}</span>
            </p>
            <div className="my-1">
              <RateBar rate={rate} />
            </div>
            <p className="text-xs text-muted tabular-nums">
              {basisText(rate)} · {about}
            </p>
          </li>
        ))}
      </ul>
    </ChartSection>
  )
}
