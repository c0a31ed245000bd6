import type { HeatCell } from './analytics-report.ts'

export interface HotPlace {
  /** In percent of the picture. */
  readonly x: number
  readonly y: number
  readonly clicks: number
}

/** How far apart clicks on one element can be, in cells. */
const reach = 3
/** A smaller share gets no label. */
const shareLeast = 0.1

/** The places with the most clicks, at most `most`; nearby clicks count as one place. */
export function hotPlaces(cells: readonly HeatCell[], most: number): readonly HotPlace[] {
  const sum = cells.reduce((total, { clicks }) => total + clicks, 0)
  const places: HotPlace[] = []
  let left = [...cells]
  while (places.length < most) {
    const [hottest] = left.toSorted((a, b) => b.clicks - a.clicks)
    if (hottest === undefined) return places
    const isNear = ({ cell_x, cell_y }: HeatCell) =>
      Math.abs(cell_x - hottest.cell_x) <= reach && Math.abs(cell_y - hottest.cell_y) <= reach
    const clicks = left.filter(isNear).reduce((total, cell) => total + cell.clicks, 0)
    if (clicks / sum < shareLeast) return places
    places.push({ x: hottest.cell_x * 2 + 1, y: hottest.cell_y * 2 + 1, clicks })
    left = left.filter((cell) => !isNear(cell))
  }
  return places
}
