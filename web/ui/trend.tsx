import { clsx } from 'clsx'

export interface TrendProps {
  /** The oldest first. */
  readonly values: readonly number[]
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Fills the area below the line. */
  readonly hasArea?: boolean
  /** Sets the line's colour: the line is drawn in the text colour (`currentColor`). */
  readonly className?: string
}

/** A line without axes beside a figure, which gives the number. */
export function Trend({ values, width, height, hasArea = false, className = 'text-chart-1' }: TrendProps) {
  const most = Math.max(...values) || 1
  const points = values.map((value, index) => ({
    x: edge + (index * (width - 2 * edge)) / Math.max(1, values.length - 1),
    y: height - 3 - (value / most) * (height - 7),
  }))
  const last = points.at(-1)
  if (last === undefined) return null
  const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      className={clsx('shrink-0', className)}
    >
      {hasArea ? (
        <path d={`M${line}L${last.x} ${height}L${edge} ${height}z`} fill="currentColor" opacity={0.13} />
      ) : null}
      <path
        d={`M${line}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={last.x} cy={last.y} r={2.2} fill="currentColor" />
    </svg>
  )
}

/** Space for the dot at the end. */
const edge = 2.5
