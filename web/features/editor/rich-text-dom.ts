import { textSegments } from '#domain/text-format.ts'
import { lookStyle } from '#player/rich-text.tsx'

import type { FormattedText, TextRange } from './text-runs.ts'

/* Renders formatted text in an editable field, and converts between DOM positions and text offsets. */

/** Renders the text node by node, so typed text is never parsed as HTML. */
export function drawText(field: HTMLElement, { text, format }: FormattedText): void {
  const nodes: Node[] = textSegments(text, format.runs).map(({ text: piece, run }) => {
    if (run === undefined) return document.createTextNode(piece)
    const span = document.createElement('span')
    Object.assign(span.style, lookStyle(run))
    if (run.link !== undefined) span.className = 'us-card-edit-link'
    span.textContent = piece
    return span
  })
  // A trailing empty line exists only to hold the caret.
  if (text === '' || text.endsWith('\n')) nodes.push(document.createElement('br'))
  field.replaceChildren(...nodes)
}

export function textOf(field: HTMLElement): string {
  return field.textContent ?? ''
}

/** A DOM range as a text range; null outside the field. */
function rangeWithin(field: HTMLElement, range: AbstractRange | null | undefined): TextRange | null {
  if (!range || !field.contains(range.startContainer) || !field.contains(range.endContainer)) return null
  return {
    start: offsetOf(field, range.startContainer, range.startOffset),
    end: offsetOf(field, range.endContainer, range.endOffset),
  }
}

export function selectedWithin(field: HTMLElement): TextRange | null {
  const selection = document.getSelection()
  return selection === null || selection.rangeCount === 0 ? null : rangeWithin(field, selection.getRangeAt(0))
}

export function documentRange(field: HTMLElement, { start, end }: TextRange): Range {
  const range = document.createRange()
  range.setStart(...pointAt(field, start))
  range.setEnd(...pointAt(field, end))
  return range
}

export function select(field: HTMLElement, { start, end }: TextRange): void {
  const [from, to] = [pointAt(field, start), pointAt(field, end)]
  document.getSelection()?.setBaseAndExtent(...from, ...to)
}

/**
 * The range an input replaces. Chromium reports only the selection even for larger deletions, so the selection is
 * extended.
 */
export function replacedRange(field: HTMLElement, event: InputEvent): TextRange | null {
  const reported = rangeWithin(field, event.getTargetRanges()[0])
  const [, unit, way] =
    /^delete(Content|Word|SoftLine|HardLine|EntireSoftLine)(Backward|Forward)?$/.exec(event.inputType) ?? []
  if (unit === undefined || (reported !== null && reported.end > reported.start))
    return reported ?? selectedWithin(field)
  const selection = document.getSelection()
  const granularity = { Content: 'character', Word: 'word' }[unit] ?? 'lineboundary'
  if (selection?.isCollapsed === true)
    selection.modify('extend', way === 'Forward' ? 'forward' : 'backward', granularity)
  return selectedWithin(field)
}

const highlightName = 'us-formatted-text'

/** Highlights the range to be formatted while the focus is elsewhere; null clears it. Unsupported in older browsers. */
export function highlight(range: Range | null): void {
  if (typeof Highlight === 'undefined') return
  if (range === null) CSS.highlights.delete(highlightName)
  else CSS.highlights.set(highlightName, new Highlight(range))
}

function offsetOf(field: HTMLElement, node: Node, offset: number): number {
  const before = document.createRange()
  before.selectNodeContents(field)
  before.setEnd(node, offset)
  return before.toString().length
}

function pointAt(field: HTMLElement, offset: number): [Node, number] {
  const walker = document.createTreeWalker(field, NodeFilter.SHOW_TEXT)
  let left = offset
  let last: Node | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (left <= length) return [node, left]
    left -= length
    last = node
  }
  return last === null ? [field, 0] : [last, last.nodeValue?.length ?? 0]
}
