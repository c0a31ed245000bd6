import { percentOf } from '#domain/percent.ts'
import type { TrackingEventRow } from '#protocol/tracking-events.ts'

/**
 * Adds the click's position on the step's picture, in percent. Clicks on overlays such as cards or the agent don't
 * count; clicks on the hotspot do.
 */
export function placeOnPicture(click: TrackingEventRow): TrackingEventRow {
  const { click_x: x, click_y: y } = click
  if (typeof x !== 'number' || typeof y !== 'number') return click
  // A click by key has no position; Enter in a field clicks its form's button at 0, 0.
  if (x === 0 && y === 0) return click
  const clicked = document.elementFromPoint(x, y)?.closest('.us-frame, .us-card-place, .us-title-panel')
  const picture = document.querySelector('.us-image:not(.us-image-last)')?.getBoundingClientRect()
  if (!clicked?.matches('.us-frame') || !picture?.width || !picture.height) return click
  const image_x = percentOf(x - picture.left, picture.width)
  const image_y = percentOf(y - picture.top, picture.height)
  const isInside = image_x >= 0 && image_x <= 100 && image_y >= 0 && image_y <= 100
  return isInside ? { ...click, image_x, image_y } : click
}
