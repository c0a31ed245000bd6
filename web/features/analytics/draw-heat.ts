import type { HeatCell } from './analytics-report.ts'

/** Cells on each side of a picture. */
const grid = 50
/** Of a single click's glow, in cells. */
const reach = 3.4
/** A lone click stays visible beside a busy spot. */
const faintest = 0.22

/** Draws clicks as heat: near clicks add up, and the hottest place is red. */
export function drawHeat(canvas: HTMLCanvasElement, cells: readonly HeatCell[]): void {
  const context = canvas.getContext('2d')
  if (context === null || canvas.width === 0 || canvas.height === 0) return
  const { width, height } = canvas
  context.clearRect(0, 0, width, height)
  if (cells.length === 0) return
  const most = Math.max(...cells.map(({ clicks }) => clicks))
  const radius = (reach * width) / grid
  for (const { cell_x, cell_y, clicks } of cells) {
    const x = ((cell_x + 0.5) / grid) * width
    const y = ((cell_y + 0.5) / grid) * height
    const glow = context.createRadialGradient(x, y, 0, x, y, radius)
    glow.addColorStop(0, '#000f')
    glow.addColorStop(1, '#0000')
    context.globalAlpha = Math.max(faintest, Math.sqrt(clicks / most)) * 0.8
    context.fillStyle = glow
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  }
  context.globalAlpha = 1
  colour(context, width, height)
}

/** Turns how dark a pixel became into a colour of the ramp. */
function colour(context: CanvasRenderingContext2D, width: number, height: number): void {
  const ramp = heatRamp()
  const image = context.getImageData(0, 0, width, height)
  const { data } = image
  for (let at = 0; at < data.length; at += 4) {
    const strength = data[at + 3] ?? 0
    if (strength === 0) continue
    for (let channel = 0; channel < 3; channel += 1) data[at + channel] = ramp[strength * 4 + channel] ?? 0
    // Clear at the rim, so that the picture shows through; never opaque.
    data[at + 3] = Math.min(215, strength * 1.5)
  }
  context.putImageData(image, 0, 0)
}

/** The colour of each strength from 0 to 255, as RGBA. */
function heatRamp(): Uint8ClampedArray {
  const canvas = document.createElement('canvas')
  canvas.width = 256
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (context === null) return new Uint8ClampedArray(256 * 4)
  const line = context.createLinearGradient(0, 0, 256, 0)
  for (const [index, stop] of heatStops.entries()) line.addColorStop(index / (heatStops.length - 1), stop)
  context.fillStyle = line
  context.fillRect(0, 0, 256, 1)
  return context.getImageData(0, 0, 256, 1).data
}

/** From few to many, also for the legend. */
export const heatStops = [
  'oklch(0.8 0.1 200)',
  'oklch(0.83 0.14 110)',
  'oklch(0.78 0.17 70)',
  'oklch(0.62 0.24 25)',
] as const
