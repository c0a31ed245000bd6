/** Talks of four weeks as a line; the figure next to it says how many. */
export function Sparkline({ days }: { readonly days: readonly number[] }) {
  const points = pairUp(days)
  const most = Math.max(1, ...points)
  const places = points.map((value, index) => {
    const x = 2 + (index * (width - 4)) / Math.max(1, points.length - 1)
    return { x, y: height - 3 - (value / most) * (height - 7) }
  })
  const last = places.at(-1)
  if (last === undefined) return null
  const line = places.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden className="text-chart-now">
      <path d={`M${line}L${last.x} ${height}L2 ${height}z`} fill="currentColor" opacity={0.13} />
      <path d={`M${line}`} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={last.x} cy={last.y} r={2.2} fill="currentColor" />
    </svg>
  )
}

const width = 88
const height = 28

/** Two days each: single days are too noisy for so small a line. */
function pairUp(days: readonly number[]): readonly number[] {
  return days.flatMap((value, index) => (index % 2 === 0 ? [value + (days[index + 1] ?? 0)] : []))
}
