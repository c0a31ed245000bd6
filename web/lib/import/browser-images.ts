import type { DecodeImage } from './check-image.ts'
import type { ImageFormat } from './image-header.ts'
import type { PreparedImage } from './run-import.ts'

/** Decodes off the main thread and frees the pixels at once. */
export const decodeInBrowser: DecodeImage = async (file) => {
  const bitmap = await createImageBitmap(file)
  const size = { width: bitmap.width, height: bitmap.height }
  bitmap.close()
  return size
}

const webpQuality = 0.9

/** The picture as WebP if smaller; animations and small pictures stay as they are. */
export async function shrinkImage(file: Blob, format: ImageFormat): Promise<PreparedImage> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const original = { blob: file, extension: format === 'jpeg' ? 'jpg' : format, width, height }
  try {
    if (format !== 'png' && format !== 'jpeg') return original
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: webpQuality })
    // Safari can't encode WebP and returns a PNG.
    const isBetter = webp.type === 'image/webp' && webp.size < file.size
    return isBetter ? { ...original, blob: webp, extension: 'webp' } : original
  } catch {
    return original
  } finally {
    bitmap.close()
  }
}
