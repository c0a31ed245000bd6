import { solidColor } from '#domain/picture-edits.ts'
import type { PictureArea } from '#domain/step-look.ts'

/** Paints over areas of a picture, so that what the workspace hides never leaves the browser. */
export async function coverAreas(picture: Blob, areas: readonly PictureArea[]): Promise<Blob> {
  if (areas.length === 0) return picture
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser can’t redact pictures. Use a recent Chrome.')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  context.fillStyle = solidColor
  for (const { xPercent, yPercent, widthPercent, heightPercent } of areas) {
    // Rounded outwards to whole pixels, so that no edge shows through.
    const left = Math.floor((xPercent * width) / 100)
    const top = Math.floor((yPercent * height) / 100)
    const right = Math.ceil(((xPercent + widthPercent) * width) / 100)
    const bottom = Math.ceil(((yPercent + heightPercent) * height) / 100)
    context.fillRect(left, top, right - left, bottom - top)
  }
  return canvas.convertToBlob({ type: 'image/png' })
}
