/** The bar's position as a fraction of the available space: 0 is left and top, 1 right and bottom. */
export interface BarPlace {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Offset {
  readonly left: number
  readonly top: number
}

export const firstPlace: BarPlace = { x: 0, y: 1 }

/** Alternative positions, best first. */
const places: readonly BarPlace[] = [
  { x: 0, y: 1 },
  { x: 1, y: 1 },
  { x: 0.5, y: 1 },
  { x: 1, y: 0 },
  { x: 0.5, y: 0 },
  { x: 0, y: 0 },
]

const marginPx = 16

/** The position in pixels of the window, keeping a margin on all sides. */
export function toOffset(place: BarPlace, bar: Size, screen: Size): Offset {
  const along = (share: number, length: number, room: number) =>
    Math.round(marginPx + Math.min(1, Math.max(0, share)) * Math.max(0, room - length - 2 * marginPx))
  return { left: along(place.x, bar.width, screen.width), top: along(place.y, bar.height, screen.height) }
}

/** The relative position of a pixel position, clamped to the viewport. */
export function toPlace(offset: Offset, bar: Size, screen: Size): BarPlace {
  const share = (start: number, length: number, room: number) => {
    const free = room - length - 2 * marginPx
    return free <= 0 ? 0 : Math.min(1, Math.max(0, (start - marginPx) / free))
  }
  return { x: share(offset.left, bar.width, screen.width), y: share(offset.top, bar.height, screen.height) }
}

/** The author's position if it covers nothing, else the first free one, else the one that covers least. */
export function choosePlace(own: BarPlace, coveredAt: (place: BarPlace) => number): BarPlace {
  let best = own
  let least = Number.POSITIVE_INFINITY
  for (const place of [own, ...places]) {
    const covered = coveredAt(place)
    if (covered === 0) return place
    if (covered < least) [best, least] = [place, covered]
  }
  return best
}
