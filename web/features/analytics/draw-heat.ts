import type { HeatCell } from './analytics-report.ts'

/** Cells on each side of a picture. */
const grid = 50
/** Canvas pixels per cell; the browser blurs them over the picture. */
const pointsPerCell = 3
const side = grid * pointsPerCell
/** How far a click's heat spreads, in cells. */
const spread = 1.5
/** The minimum visible heat: a single click beside a busy spot. */
const faintest = 0.04

/**
 * Draws clicks as a heatmap: nearby clicks add up, and the hottest place is red. The canvas is stretched over the
 * picture.
 */
export function drawHeat(canvas: HTMLCanvasElement, cells: readonly HeatCell[]): void {
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null || cells.length === 0) return
  const warmth = warmthOf(cells)
  const most = warmth.reduce((top, each) => Math.max(top, each), 0)
  const ramp = heatRamp()
  const image = context.createImageData(side, side)
  for (const [at, each] of warmth.entries()) {
    const share = each / most
    if (share < faintest) continue
    // The square root makes quiet places visible beside busy ones.
    const strength = Math.round(Math.sqrt(share) * 255)
    for (let channel = 0; channel < 3; channel += 1) image.data[at * 4 + channel] = ramp[strength * 4 + channel] ?? 0
    // Transparent at the edge and never opaque, so that the picture stays visible.
    image.data[at * 4 + 3] = Math.min(205, (share - faintest) * 900)
  }
  context.putImageData(image, 0, 0)
}

/** The clicks around each point, weighted by their distance. */
function warmthOf(cells: readonly HeatCell[]): Float64Array {
  const warmth = new Float64Array(side * side)
  const reach = Math.ceil(3 * spread * pointsPerCell)
  const width = 2 * (spread * pointsPerCell) ** 2
  for (const { cell_x, cell_y, clicks } of cells) {
    const [x, y] = [cell_x, cell_y].map((cell) => Math.floor((cell + 0.5) * pointsPerCell)) as [number, number]
    for (let row = Math.max(0, y - reach); row < Math.min(side, y + reach); row += 1) {
      for (let column = Math.max(0, x - reach); column < Math.min(side, x + reach); column += 1) {
        const distance = (column - x) ** 2 + (row - y) ** 2
        warmth[row * side + column] = (warmth[row * side + column] ?? 0) + clicks * Math.exp(-distance / width)
      }
    }
  }
  return warmth
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
