import { hsvOf } from './hsv.ts'

const sampleSize = 48

/** A logo's dominant colour: the most frequent among the vivid ones. Null for black, white and grey logos. */
export async function findLogoColor(address: string): Promise<string | null> {
  const response = await fetch(address)
  if (!response.ok) return null
  const bitmap = await createImageBitmap(await response.blob(), { resizeWidth: sampleSize, resizeHeight: sampleSize })
  const canvas = new OffscreenCanvas(sampleSize, sampleSize)
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return vividColor(context.getImageData(0, 0, sampleSize, sampleSize).data)
}

/** The dominant vivid colour of RGBA pixels; null if there is none. */
export function vividColor(pixels: ArrayLike<number>): string | null {
  const counts = new Map<string, { count: number; red: number; green: number; blue: number }>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
    if (alpha < 128) continue
    const { saturation, value } = hsvOf(toColor(red, green, blue))
    if (saturation < 0.35 || value < 0.2) continue
    const key = [red, green, blue].map((channel) => channel >> 4).join(' ')
    const known = counts.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    counts.set(key, {
      count: known.count + 1,
      red: known.red + red,
      green: known.green + green,
      blue: known.blue + blue,
    })
  }
  const [best] = [...counts.values()].sort((a, b) => b.count - a.count)
  if (best === undefined) return null
  return toColor(best.red / best.count, best.green / best.count, best.blue / best.count)
}

function toColor(...channels: readonly number[]): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
