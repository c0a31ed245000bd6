import { boxOf, px, styleOf, type Box, type Offset } from './flat-tree.ts'

/* Borders that a table's parts share (`border-collapse: collapse`). They lie on the lines between its cells. */

export interface SharedBorder {
  readonly box: Box
  /** The border as CSS for the top of a box. */
  readonly look: string
}

const sides = ['top', 'right', 'bottom', 'left'] as const
/** Where two borders are equally wide, the later one in these lists wins. */
const styles = ['inset', 'groove', 'outset', 'ridge', 'dotted', 'dashed', 'solid', 'double']
const parts = ['table', 'table-column-group', 'table-column', 'table-row-group', 'table-row', 'table-cell']

/** Whether a part of a table paints no border of its own, because its table paints it or there is none. */
export function isBorderShared({ display, borderCollapse }: CSSStyleDeclaration): boolean {
  if (borderCollapse === 'collapse') return display.startsWith('table') || display === 'inline-table'
  return /^table-(?:row|column|header|footer)/.test(display)
}

/** In the order in which they cover each other. */
export function sharedBorders(table: Element, frame: Offset): readonly SharedBorder[] {
  const found: (SharedBorder & { readonly rank: readonly number[] })[] = []
  const add = (box: Box, style: CSSStyleDeclaration, part: number) => {
    const width = (side: (typeof sides)[number]) =>
      styles.includes(style.getPropertyValue(`border-${side}-style`))
        ? px(style.getPropertyValue(`border-${side}-width`))
        : 0
    for (const side of sides) {
      const [line, look] = [width(side), style.getPropertyValue(`border-${side}-style`)]
      if (line === 0) continue
      const isAcross = side === 'top' || side === 'bottom'
      const ends = isAcross ? ([width('left'), width('right')] as const) : ([width('top'), width('bottom')] as const)
      found.push({
        box: isAcross
          ? {
              left: box.left - ends[0] / 2,
              right: box.right + ends[1] / 2,
              ...around(box[side], line, 'top', 'bottom'),
            }
          : {
              top: box.top - ends[0] / 2,
              bottom: box.bottom + ends[1] / 2,
              ...around(box[side], line, 'left', 'right'),
            },
        look: `border-${isAcross ? 'top' : 'left'}:${line}px ${look} ${style.getPropertyValue(`border-${side}-color`)};`,
        rank: [line, styles.indexOf(look), part],
      })
    }
  }
  const rows: Box[] = []
  const visit = (element: Element) => {
    for (const child of element.children) {
      const style = styleOf(child)
      const display = style.display.replace(/header|footer/, 'row')
      const part = parts.indexOf(display)
      if (part < 1) continue
      const box = boxOf(child.getBoundingClientRect(), frame)
      if (display === 'table-row') rows.push(box)
      if (display !== 'table-cell') visit(child)
      add(box, style, part)
    }
  }
  visit(table)
  if (rows.length > 0) add(rows.reduce(union), styleOf(table), 0)
  // Of two equal neighbours, the left or upper one wins.
  return found.toReversed().toSorted((a, b) => difference(a.rank, b.rank))
}

function around<Start extends string, End extends string>(at: number, width: number, start: Start, end: End) {
  return { [start]: at - width / 2, [end]: at + width / 2 } as Record<Start | End, number>
}

function difference(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, index) => each !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}
