import type { Veil } from './raw-snapshot.ts'

/** Takes a veil out of the pixels it covers. */
export function withoutVeil({ data, width, height }: ImageData, veil: Veil): void {
  const left = Math.max(0, Math.round(veil.x))
  const right = Math.min(width, Math.round(veil.x + veil.width))
  const bottom = Math.min(height, Math.round(veil.y + veil.height))
  for (let y = Math.max(0, Math.round(veil.y)); y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 4
      for (const channel of [0, 1, 2] as const) {
        // Clamped, where something opaque is above.
        data[at + channel] = ((data[at + channel] ?? 0) - veil.alpha * veil.color[channel]) / (1 - veil.alpha)
      }
    }
  }
}
