export type HeatLevel = 0 | 1 | 2 | 3 | 4

/** How hot a cell is, by fifths of the hottest. */
export function heatLevel(clicks: number, most: number): HeatLevel {
  return Math.max(0, Math.min(4, Math.ceil((clicks / most) * 5) - 1)) as HeatLevel
}

/** The levels that whole numbers of clicks up to `most` can have, with those numbers: "1", "2–4". */
export function heatLevels(most: number): readonly { readonly level: HeatLevel; readonly text: string }[] {
  return ([0, 1, 2, 3, 4] as const).flatMap((level) => {
    const low = Math.floor((level / 5) * most) + 1
    const high = Math.floor(((level + 1) / 5) * most)
    if (low > high) return []
    return [{ level, text: low === high ? `${low}` : `${low}–${high}` }]
  })
}
