import { encode } from 'uqr'

/** The quiet zone that scanners need, in cells. */
const border = 2

interface QrDrawing {
  /** Cells per side. */
  readonly size: number
  /** Row by row; true is dark. */
  readonly cells: readonly (readonly boolean[])[]
  /** The dark cells as one path. */
  readonly path: string
}

export function drawQr(text: string): QrDrawing {
  const { size, data: cells } = encode(text, { ecc: 'M', border })
  return { size, cells, path: cells.map(rowPath).join('') }
}

/** The dark runs of a row. */
function rowPath(cells: readonly boolean[], row: number): string {
  let path = ''
  for (let start = cells.indexOf(true); start !== -1;) {
    const after = cells.indexOf(false, start)
    const end = after === -1 ? cells.length : after
    path += `M${start} ${row}h${end - start}v1h${start - end}z`
    start = after === -1 ? -1 : cells.indexOf(true, end)
  }
  return path
}

/** An SVG file for print: black on white. */
export function qrSvg(text: string): Blob {
  const { size, path } = drawQr(text)
  const file = document.implementation.createDocument('http://www.w3.org/2000/svg', 'svg')
  const root = file.documentElement
  root.setAttribute('viewBox', `0 0 ${size} ${size}`)
  root.setAttribute('shape-rendering', 'crispEdges')
  for (const [d, fill] of [
    [`M0 0h${size}v${size}h-${size}z`, '#fff'],
    [path, '#000'],
  ] as const) {
    const drawn = file.createElementNS('http://www.w3.org/2000/svg', 'path')
    drawn.setAttribute('d', d)
    drawn.setAttribute('fill', fill)
    root.append(drawn)
  }
  return new Blob([new XMLSerializer().serializeToString(file)], { type: 'image/svg+xml' })
}

const pngPixels = 1_024

export async function qrPng(text: string): Promise<Blob> {
  const { size, cells } = drawQr(text)
  // Whole pixels per cell.
  const pixels = Math.ceil(pngPixels / size)
  const canvas = new OffscreenCanvas(size * pixels, size * pixels)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser can’t draw pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [row, line] of cells.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (isDark) context.fillRect(column * pixels, row * pixels, pixels, pixels)
    }
  }
  return canvas.convertToBlob({ type: 'image/png' })
}
