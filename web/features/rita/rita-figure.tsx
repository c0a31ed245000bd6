import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface RitaFigureProps {
  readonly term: string
  readonly value: number
  readonly to?: string
  readonly note: ReactNode
}

/** A figure of Rita's area with a link to its details, and a note that puts it into proportion. */
export function RitaFigure(props: RitaFigureProps) {
  const value = props.value.toLocaleString()
  return (
    <div className="min-w-0 border-line max-lg:odd:pr-3 max-lg:even:border-l max-lg:even:pl-4 lg:not-first:border-l lg:not-first:pl-6">
      <dt className="truncate text-sm text-muted">{props.term}</dt>
      <dd className="text-[32px]/[40px] font-semibold tracking-[-0.032em] tabular-nums">
        {props.to === undefined ? (
          value
        ) : (
          <Link to={props.to} className="rounded-control hover:underline">
            {value}
          </Link>
        )}
      </dd>
      <dd className="min-h-4 truncate text-xs text-muted tabular-nums">{props.note}</dd>
    </div>
  )
}

/** The figures of a page, side by side. */
export const ritaFiguresClass = 'mb-7 grid grid-cols-2 gap-y-5 lg:grid-cols-4'
