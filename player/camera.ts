import type { Hotspot } from '#domain/demo.ts'
import type { DemoLook } from '#domain/demo-look.ts'
import type { PictureArea } from '#domain/step-look.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

/** The visible part of a picture: `scale` is the magnification, the position is its upper left corner. */
export interface Camera {
  readonly scale: number
  readonly xPercent: number
  readonly yPercent: number
}

/** The whole picture. */
export const wholePicture: Camera = { scale: 1, xPercent: 0, yPercent: 0 }

/** At a higher scale, screenshots are blurred. */
const closest = 4

/** Shows an area of the picture as large as possible, without leaving the picture. */
export function cameraOn({ xPercent, yPercent, widthPercent, heightPercent }: PictureArea): Camera {
  const scale = Math.min(100 / widthPercent, 100 / heightPercent, closest)
  return cameraAt({ xPercent: xPercent + widthPercent / 2, yPercent: yPercent + heightPercent / 2 }, scale)
}

/** Centres a place as far as the picture's edges allow. */
export function cameraAt({ xPercent, yPercent }: Hotspot, scale: number): Camera {
  if (scale <= 1) return wholePicture
  const shown = 100 / scale
  const from = (middle: number) => Math.max(0, Math.min(100 - shown, middle - shown / 2))
  return { scale, xPercent: from(xPercent), yPercent: from(yPercent) }
}

/** Where a place of the picture appears, in percent of the view. */
export function throughCamera(camera: Camera, place: Hotspot): Hotspot {
  return {
    xPercent: (place.xPercent - camera.xPercent) * camera.scale,
    yPercent: (place.yPercent - camera.yPercent) * camera.scale,
  }
}

/** The same for an area, which may extend beyond the view. */
export function areaThroughCamera(camera: Camera, area: PictureArea): PictureArea {
  return {
    ...throughCamera(camera, area),
    widthPercent: area.widthPercent * camera.scale,
    heightPercent: area.heightPercent * camera.scale,
  }
}

export function middleOf({ xPercent, yPercent, widthPercent, heightPercent }: PictureArea): Hotspot {
  return { xPercent: xPercent + widthPercent / 2, yPercent: yPercent + heightPercent / 2 }
}

/**
 * How much the camera zooms to a hotspot by itself: not at all if the screenshot is readable, up to twice if it is
 * shown much smaller than it was taken.
 */
export function readableScale(shownWidthPx: number, pictureWidth: number | null): number {
  if (pictureWidth === null || shownWidthPx <= 0) return 1
  const scale = Math.min(2, (0.36 * pictureWidth) / shownWidthPx)
  return scale < 1.15 ? 1 : scale
}

/** Whether the camera goes to the marked element when the author has chosen no area. */
export function followsByItself({ hasCamera, layout }: DemoLook): boolean {
  return hasCamera && layout !== 'classic'
}

/** What the camera shows of a step: the author's zoom area, else the marked element if the picture is shown small. */
export function stepCamera(look: DemoLook, step: PlayerStep, hasCards: boolean, shownWidthPx: number): Camera | null {
  const { zoom, box } = step.look
  if (zoom !== null) return zoomCamera(zoom, step)
  if (!followsByItself(look) || hasCards || step.hotspot === null) return null
  const scale = readableScale(shownWidthPx, step.width)
  return scale === 1 ? null : cameraAt(box === null ? step.hotspot : middleOf(box), scale)
}

type ZoomedStep = Pick<PlayerStep, 'isTall' | 'width' | 'height' | 'hotspot'>

/** Shows the author's zoom area, and the hotspot even if it is outside, because visitors have to click there. */
export function zoomCamera(zoom: PictureArea, { isTall, width, height, hotspot }: ZoomedStep): Camera {
  // Of a tall picture, the view shows a part 1.6 times as wide as high, and scrolls to the hotspot.
  const stretch = isTall ? (1.6 * (height ?? 1)) / (width ?? 1) : 1
  const show = (area: PictureArea) => cameraOn({ ...area, heightPercent: area.heightPercent * stretch })
  const camera = show(zoom)
  if (hotspot === null || isSeen(camera, isTall ? { ...hotspot, yPercent: camera.yPercent } : hotspot)) return camera
  return show(withPlace(zoom, isTall ? { ...hotspot, yPercent: middleOf(zoom).yPercent } : hotspot))
}

/** Whether the view shows a place of the picture. */
export function isSeen(camera: Camera, place: Hotspot): boolean {
  const { xPercent, yPercent } = throughCamera(camera, place)
  return xPercent >= 0 && xPercent <= 100 && yPercent >= 0 && yPercent <= 100
}

/** Space around a marker, in percent of the picture. */
const markerRoom = 4

function withPlace(area: PictureArea, { xPercent, yPercent }: Hotspot): PictureArea {
  const left = Math.max(0, Math.min(area.xPercent, xPercent - markerRoom))
  const top = Math.max(0, Math.min(area.yPercent, yPercent - markerRoom))
  const right = Math.min(100, Math.max(area.xPercent + area.widthPercent, xPercent + markerRoom))
  const bottom = Math.min(100, Math.max(area.yPercent + area.heightPercent, yPercent + markerRoom))
  return { xPercent: left, yPercent: top, widthPercent: right - left, heightPercent: bottom - top }
}

/** Beside a cover or an ending: the left part of the picture, to the right of the panel. */
export const titlePanelCamera: Camera = { scale: 1.1, xPercent: -33.4, yPercent: 0 }
