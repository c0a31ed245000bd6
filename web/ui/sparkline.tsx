import { clsx } from 'clsx'

export interface SparklineProps {
  /** One value a day, oldest first. */
  readonly days: readonly number[]
  /** The colour, as a text colour class. */
  readonly className?: string
}

/** A small line without axes; the figure beside it gives the number. */
export function Sparkline({ days, className = 'text-chart-1' }: SparklineProps) {
  const points = gather(days)
  const most = Math.max(1, ...points)
  const places = points.map((value, index) => {
    const x = 2 + (index * (width - 4)) / Math.max(1, points.length - 1)
    return { x, y: height - 3 - (value / most) * (height - 7) }
  })
  const last = places.at(-1)
  if (last === undefined || places.length < 2) return null
  const line = places.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      className={clsx('shrink-0', className)}
    >
      <path d={`M${line}L${last.x} ${height}L2 ${height}z`} fill="currentColor" opacity={0.13} />
      <path d={`M${line}`} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={last.x} cy={last.y} r={2.2} fill="currentColor" />
    </svg>
  )
}

const width = 84
const height = 32
const pointsMax = 14

/** Sums neighbouring days, because single days are too noisy at this size. */
function gather(days: readonly number[]): readonly number[] {
  const size = Math.max(1, Math.ceil(days.length / pointsMax))
  const points: number[] = []
  // From the end, so that only the first sum can have fewer days.
  for (let end = days.length; end >= size; end -= size) {
    points.unshift(days.slice(end - size, end).reduce((sum, value) => sum + value, 0))
  }
  return points
}
