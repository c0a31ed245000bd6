import { clsx } from 'clsx'

export interface TrendProps {
  /** The oldest first. */
  readonly values: readonly number[]
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Fills the area below the line. */
  readonly hasArea?: boolean
  /** Whether the last value is still growing: it is a hollow dot, and the line ends before it. */
  readonly isLastOpen?: boolean
  /** Sets the line's colour: the line is drawn in the text colour (`currentColor`). */
  readonly className?: string
}

/** A line without axes beside a figure, which gives the number. */
export function Trend(props: TrendProps) {
  const { values, width, height, hasArea = false, isLastOpen = false, className = 'text-chart-1' } = props
  const most = Math.max(...values) || 1
  const points = values.map((value, index) => ({
    x: edge + (index * (width - 2 * edge)) / Math.max(1, values.length - 1),
    y: height - 3 - (value / most) * (height - 7),
  }))
  const last = points.at(-1)
  const drawn = isLastOpen ? points.slice(0, -1) : points
  const end = drawn.at(-1)
  if (last === undefined || end === undefined) return null
  const line = drawn.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      className={clsx('shrink-0', className)}
    >
      {hasArea ? (
        <path d={`M${line}L${end.x} ${height}L${edge} ${height}z`} fill="currentColor" opacity={0.13} />
      ) : null}
      <path
        d={`M${line}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {isLastOpen ? (
        <circle cx={last.x} cy={last.y} r={1.75} fill="none" stroke="currentColor" strokeWidth={1.25} />
      ) : (
        <circle cx={last.x} cy={last.y} r={2.2} fill="currentColor" />
      )}
    </svg>
  )
}

/** Space for the dot at the end. */
const edge = 2.5
