import { Link } from 'react-router'

/** A figure of Rita's area with a link to its details. */
export function RitaFigure(props: { readonly term: string; readonly value: number; readonly to?: string }) {
  const value = props.value.toLocaleString()
  return (
    <div className="rounded-card border border-line bg-surface px-5 py-4">
      <dt className="text-sm text-muted">{props.term}</dt>
      <dd className="mt-1 text-2xl font-semibold tabular-nums">
        {props.to === undefined ? (
          value
        ) : (
          <Link to={props.to} className="hover:underline">
            {value}
          </Link>
        )}
      </dd>
    </div>
  )
}
