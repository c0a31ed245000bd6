import { create } from 'qrcode'

/** Light cells around the code, which scanners need. */
const margin = 2

/** The dark cells as one path, in cells. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const runs: string[] = []
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      let length = 0
      while (column + length < modules.size && modules.get(row, column + length) === 1) length += 1
      if (length === 0) continue
      runs.push(`M${column + margin} ${row + margin}h${length}v1h-${length}z`)
      column += length
    }
  }
  return { size: modules.size + 2 * margin, path: runs.join('') }
}

/** A file for print: black on white, sharp at any size. */
export function qrSvg(text: string): Blob {
  const { size, path } = qrPath(text)
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
  const { size, path } = qrPath(text)
  // Whole pixels for each cell.
  const cell = Math.ceil(pngPixels / size)
  const canvas = new OffscreenCanvas(size * cell, size * cell)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(cell, cell)
  context.fillStyle = '#000'
  const cells = new Path2D(path)
  context.fill(cells)
  return canvas.convertToBlob({ type: 'image/png' })
}
