import { sparklinePoints, type SparklineDays } from './sparkline-points.ts'
import { Trend } from './trend.tsx'

export interface SparklineProps extends SparklineDays {
  /** The colour, as a text colour class. */
  readonly className?: string
}

/** A small line of days without axes; the figure beside it gives the number. */
export function Sparkline({ className, ...days }: SparklineProps) {
  const points = sparklinePoints(days)
  const { isLastOpen = false } = days
  // A line needs two points.
  if (points.length < (isLastOpen ? 3 : 2)) return null
  return (
    <Trend
      values={points}
      width={84}
      height={32}
      hasArea
      isLastOpen={isLastOpen}
      {...(className !== undefined && { className })}
    />
  )
}
