import type { Tint } from './raw-snapshot.ts'

/** Removes a translucent colour from the pixels below it. */
export function removeTint({ data, width, height }: ImageData, tint: Tint): void {
  const left = Math.max(0, Math.round(tint.x))
  const right = Math.min(width, Math.round(tint.x + tint.width))
  const bottom = Math.min(height, Math.round(tint.y + tint.height))
  for (let y = Math.max(0, Math.round(tint.y)); y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 4
      for (const channel of [0, 1, 2] as const) {
        // The array clamps values where something opaque is above the tint.
        data[at + channel] = ((data[at + channel] ?? 0) - tint.alpha * tint.color[channel]) / (1 - tint.alpha)
      }
    }
  }
}
