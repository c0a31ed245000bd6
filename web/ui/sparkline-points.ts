export interface SparklineDays {
  /** One value a day, oldest first. */
  readonly days: readonly number[]
  /** The counts that `days` are parts of: the line then shows the share. */
  readonly of?: readonly number[]
  /** Whether the last day isn't over. */
  readonly isLastOpen?: boolean
}

const pointsMax = 14

/**
 * The line's points: neighbouring days are averaged, because single days are too noisy at this size; an open day stays
 * alone. Without anything to take a share of, the share of the days before continues.
 */
export function sparklinePoints({ days, of, isLastOpen = false }: SparklineDays): readonly number[] {
  const finished = days.length - (isLastOpen ? 1 : 0)
  const size = Math.max(1, Math.ceil(finished / pointsMax))
  const spans: (readonly [from: number, to: number])[] = []
  // From the end, so that only days at the start are left out.
  for (let end = finished; end >= size; end -= size) spans.unshift([end - size, end])
  if (isLastOpen) spans.push([finished, finished + 1])
  let share = 0
  return spans.map(([from, to]) => {
    const part = sum(days.slice(from, to))
    if (of === undefined) return part / (to - from)
    const whole = sum(of.slice(from, to))
    if (whole > 0) share = part / whole
    return share
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
