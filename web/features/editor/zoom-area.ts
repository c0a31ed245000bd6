import { insidePicture, type PictureArea } from '#domain/step-look.ts'

/** The highest zoom level; more would show single pixels. */
export const zoomLevelMax = 400

/** The zoom level at which the camera shows an area, in percent. */
export function zoomLevel({ widthPercent, heightPercent }: PictureArea): number {
  return Math.round(10_000 / Math.max(widthPercent, heightPercent))
}

/** The area with the same middle at another zoom level, in the picture's aspect ratio. */
export function areaAtLevel(area: PictureArea, level: number): PictureArea {
  const percent = 10_000 / Math.min(zoomLevelMax, Math.max(100, level))
  return insidePicture({
    xPercent: area.xPercent + (area.widthPercent - percent) / 2,
    yPercent: area.yPercent + (area.heightPercent - percent) / 2,
    widthPercent: percent,
    heightPercent: percent,
  })
}

/** An area around a point, at 160 %. */
export function areaAround(xPercent: number, yPercent: number): PictureArea {
  return areaAtLevel({ xPercent, yPercent, widthPercent: 0, heightPercent: 0 }, 160)
}
