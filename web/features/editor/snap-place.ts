import type { PictureArea } from '#domain/step-look.ts'

/** The lines that edges and middles snap to, in percent of the picture. */
export interface SnapLines {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/** The lines snapped to. */
export interface Guides {
  readonly x: number | null
  readonly y: number | null
}

/** The edges that follow the pointer. */
export type Grip = 'move' | 'left-top' | 'right-top' | 'left-bottom' | 'right-bottom'

export const noGuides: Guides = { x: null, y: null }

/** The edges and middles of the picture and of these areas. */
export function snapLines(areas: readonly PictureArea[]): SnapLines {
  return {
    x: [0, 50, 100, ...areas.flatMap(({ xPercent: x, widthPercent: width }) => [x, x + width / 2, x + width])],
    y: [0, 50, 100, ...areas.flatMap(({ yPercent: y, heightPercent: height }) => [y, y + height / 2, y + height])],
  }
}

/** Snaps the area's moved edges to the nearest lines within `reach` percent. */
export function snapPlace<Area extends PictureArea>(
  area: Area,
  grip: Grip,
  lines: SnapLines,
  reach: { readonly x: number; readonly y: number },
): { readonly area: Area; readonly guides: Guides } {
  const { xPercent: x, yPercent: y, widthPercent: width, heightPercent: height } = area
  const across = nearest(edgesOf(x, width, grip, 'left', 'right'), lines.x, reach.x)
  const down = nearest(edgesOf(y, height, grip, 'top', 'bottom'), lines.y, reach.y)
  const [alongX, alongY] = [across?.by ?? 0, down?.by ?? 0]
  const [isLeft, isTop] = [grip.startsWith('left'), grip.endsWith('top')]
  const isMoved = grip === 'move'
  return {
    area: {
      ...area,
      xPercent: isMoved || isLeft ? x + alongX : x,
      yPercent: isMoved || isTop ? y + alongY : y,
      widthPercent: isMoved ? width : isLeft ? width - alongX : width + alongX,
      heightPercent: isMoved ? height : isTop ? height - alongY : height + alongY,
    },
    guides: { x: across?.line ?? null, y: down?.line ?? null },
  }
}

function edgesOf(start: number, size: number, grip: Grip, first: string, last: string): readonly number[] {
  if (grip === 'move') return [start, start + size / 2, start + size]
  if (grip.includes(first)) return [start]
  return grip.includes(last) ? [start + size] : []
}

function nearest(
  edges: readonly number[],
  lines: readonly number[],
  reach: number,
): { readonly line: number; readonly by: number } | null {
  let best: { readonly line: number; readonly by: number } | null = null
  for (const edge of edges) {
    for (const line of lines) {
      const by = line - edge
      if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best.by))) best = { line, by }
    }
  }
  return best
}
