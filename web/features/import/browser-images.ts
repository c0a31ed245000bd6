import type { DecodeImage } from './check-image.ts'
import type { ImageFormat } from './image-header.ts'

/** Decodes off the main thread and lets go of the pixels at once. */
export const decodeInBrowser: DecodeImage = async (file) => {
  const bitmap = await createImageBitmap(file)
  const size = { width: bitmap.width, height: bitmap.height }
  bitmap.close()
  return size
}

const webpQuality = 0.9

/** The picture as WebP when that is smaller; animations and pictures already small stay as they are. */
export async function shrinkImage(file: Blob, format: ImageFormat): Promise<{ blob: Blob; extension: string }> {
  const original = { blob: file, extension: format === 'jpeg' ? 'jpg' : format }
  if (format !== 'png' && format !== 'jpeg') return original
  try {
    const bitmap = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: webpQuality })
    // Safari can't write WebP and answers a PNG.
    return webp.type === 'image/webp' && webp.size < file.size ? { blob: webp, extension: 'webp' } : original
  } catch {
    return original
  }
}
