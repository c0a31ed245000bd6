import { insidePicture, type PictureArea } from '#domain/step-look.ts'

/** How far a zoom area can be enlarged: more shows single pixels. */
export const zoomLevelMax = 400

/** How large the camera shows an area, in percent of the whole picture's size. */
export function zoomLevel({ widthPercent, heightPercent }: PictureArea): number {
  return Math.round(10_000 / Math.max(widthPercent, heightPercent))
}

/** The area around the same middle at another level, in the picture's shape. */
export function areaAtLevel(area: PictureArea, level: number): PictureArea {
  const percent = 10_000 / Math.min(zoomLevelMax, Math.max(100, level))
  return insidePicture({
    xPercent: area.xPercent + (area.widthPercent - percent) / 2,
    yPercent: area.yPercent + (area.heightPercent - percent) / 2,
    widthPercent: percent,
    heightPercent: percent,
  })
}

/** Around a point, at 160 %. */
export function areaAround(xPercent: number, yPercent: number): PictureArea {
  return areaAtLevel({ xPercent, yPercent, widthPercent: 0, heightPercent: 0 }, 160)
}
