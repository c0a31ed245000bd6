import { boxOf, clipped, isEmptyBox, type Box, type Offset } from './flat-tree.ts'

export interface TextLine {
  readonly text: string
  readonly box: Box
}

/** The lines in which a text is laid out, without white space around them. */
export function textLines(node: Text, frame: Offset, isPreserved: boolean): readonly TextLine[] {
  const range = node.ownerDocument.createRange()
  const measure = (start: number, end: number): readonly Box[] => {
    range.setStart(node, start)
    range.setEnd(node, end)
    return [...range.getClientRects()].map((rect) => boxOf(rect, frame)).filter((box) => !isEmptyBox(box))
  }
  const lines: { start: number; end: number; box: Box }[] = []
  const add = (start: number, end: number): void => {
    const boxes = measure(start, end)
    const [box] = boxes
    if (box === undefined) return
    const isOneLine = boxes.every((each) => isSameLine(each, box))
    // Broken inside a word: each letter where it is.
    if (!isOneLine && end - start > 1) {
      for (let at = start; at < end;) {
        const step = (node.data.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
        add(at, Math.min(end, at + step))
        at += step
      }
      return
    }
    const whole = boxes.reduce(union)
    const last = lines.at(-1)
    if (last !== undefined && isSameLine(last.box, whole)) Object.assign(last, { end, box: union(last.box, whole) })
    else lines.push({ start, end, box: whole })
  }
  for (const word of node.data.matchAll(isPreserved ? /[^\n]+/g : /\S+/g)) {
    add(word.index, word.index + word[0].length)
  }
  return lines.map(({ start, end, box }) => {
    const text = node.data.slice(start, end)
    return { text: isPreserved ? text : text.replace(/[\t\n\f\r ]+/g, ' '), box }
  })
}

function isSameLine(a: Box, b: Box): boolean {
  return clipped(a, { ...b, left: a.left, right: a.right }).top + (a.bottom - a.top) / 2 < Math.min(a.bottom, b.bottom)
}

function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}
