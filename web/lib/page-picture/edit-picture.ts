import type { PageEdits } from '#domain/page-edits.ts'

import { applyPageEdits, type ApplyOptions } from './apply-page-edits.ts'
import { changedAreas, readPageLook } from './changed-areas.ts'
import { boxOf, frameOffset, grown, isElement, isEmptyBox, walkFlat, type Box, type Offset } from './flat-tree.ts'
import { placeAt } from './page-tree.ts'
import { redrawPicture } from './redraw-picture.ts'

export interface EditPictureOrder extends ApplyOptions {
  /** The page as captured; edited in place. */
  readonly page: Document
  readonly edits: PageEdits
  /** The picture as captured. */
  readonly picture: Blob
  readonly width: number
  readonly height: number
  readonly pictureWidth: number
}

/** Applies the edits to the page and returns the resulting picture. */
export async function editPicture(order: EditPictureOrder): Promise<Blob> {
  const { page, edits } = order
  const before = readPageLook(page)
  const covered = edits.flatMap(({ path }) => {
    const place = placeAt(page, path)
    return place === null ? [] : place.type === 'element' ? boxesOf(place.node) : place.nodes.flatMap(boxesOf)
  })
  const changed = applyPageEdits((path) => placeAt(page, path), edits, order)
  await imagesLoaded(page)
  const after = readPageLook(page)
  const areas = [
    ...changedAreas(before, after),
    ...hiddenSecrets(page),
    // The picture's text may be a little wider than this browser lays it out.
    ...covered.map((box) => grown(box, Math.min(40, Math.max(4, (box.right - box.left) * 0.12)), 3)),
    // A blur reaches beyond its element.
    ...changed.flatMap(boxesOf).map((box) => grown(box, 18, 18)),
  ]
  return redrawPicture({ ...order, areas })
}

/** The captured picture still shows what the recorder replaced by `…` in the page. */
function hiddenSecrets(page: Document): readonly Box[] {
  const holders = new Set<Element>()
  walkFlat(page.documentElement, (node) => {
    if (!isElement(node) && node.data.includes('…') && node.parentElement !== null) holders.add(node.parentElement)
  })
  return [...holders].flatMap(boxesOf).map((box) => grown(box, 2, 2))
}

/** The area of a node and its descendants on the page. */
export function boxesOf(node: Node): readonly Box[] {
  const range = (node.ownerDocument ?? document).createRange()
  range.selectNode(node)
  const rects = [...(isElement(node) ? [node.getBoundingClientRect()] : []), ...range.getClientRects()]
  const frame = offsetOf(node)
  return rects.map((rect) => boxOf(rect, frame)).filter((box) => !isEmptyBox(box))
}

function offsetOf(node: Node): Offset {
  const frame = node.ownerDocument?.defaultView?.frameElement ?? null
  // The page's own frame belongs to the editor.
  if (frame === null || frame.ownerDocument.defaultView === window) return { x: 0, y: 0 }
  return frameOffset(frame, offsetOf(frame))
}

async function imagesLoaded(page: Document): Promise<void> {
  const waiting = [...page.images].filter(({ complete }) => !complete)
  const late = new Promise((resolve) => setTimeout(resolve, imageWaitMs))
  await Promise.race([late, Promise.all(waiting.map((image) => image.decode().catch(() => undefined)))])
}

const imageWaitMs = 5_000
