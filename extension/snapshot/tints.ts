import { parentAcrossShadow } from '../capture/shadow-tree.ts'
import type { PicturePart, Tint } from './raw-snapshot.ts'
import { intersect, type Clip } from './seen-part.ts'

/*
 * Translucent colours over elements that are cut out of the picture, such as the backdrop of a dialog. The captured
 * page draws these colours, too, so they are removed from the pixels that were cut out.
 */

/** The tints over an element, topmost first. `frame`: its document's position in the picture. */
export function tintsOver(element: Element, frame: Pick<PicturePart, 'x' | 'y'>): readonly Tint[] {
  const tints: Tint[] = []
  let [covered, { x, y }] = [element, frame]
  for (;;) {
    const page = covered.ownerDocument
    const box = covered.getBoundingClientRect()
    const own = ownersOver(covered, box).flatMap(({ owner, pseudo, area }) => {
      const tint = tintOf(owner, pseudo, intersect(area, box))
      return tint === null ? [] : [{ ...tint, x: tint.x + x, y: tint.y + y }]
    })
    tints.unshift(...own)
    const outer = page.defaultView?.frameElement ?? null
    if (outer === null) return tints
    const { left, top } = outer.getBoundingClientRect()
    x -= left + outer.clientLeft
    y -= top + outer.clientTop
    covered = outer
  }
}

interface Owner {
  readonly owner: Element
  readonly pseudo?: '::backdrop'
  readonly area: Clip
}

/** Elements over this one, topmost first. Found by sampling a few points. */
function ownersOver(element: Element, box: DOMRect): readonly Owner[] {
  const page = element.ownerDocument
  const screen = { left: 0, top: 0, right: page.documentElement.clientWidth, bottom: page.documentElement.clientHeight }
  const seen = intersect(screen, box)
  if (seen.right <= seen.left || seen.bottom <= seen.top) return []
  const backdrops = [...page.querySelectorAll(':modal')]
    .filter((dialog) => !isWithin(element, dialog))
    .map((owner): Owner => ({ owner, pseudo: '::backdrop', area: screen }))
  const root = element.getRootNode() as Document | ShadowRoot
  const trees = root === page ? [page] : [page, root]
  const points = [0.5, 0.1, 0.9].flatMap((part) => [[part, part] as const, [1 - part, part] as const])
  const over = new Set(
    points.flatMap(([across, down]) => {
      const x = seen.left + across * (seen.right - seen.left)
      const y = seen.top + down * (seen.bottom - seen.top)
      return trees.flatMap((tree) => elementsAbove(element, tree.elementsFromPoint(x, y)))
    }),
  )
  const others = [...over].map((owner): Owner => ({ owner, area: owner.getBoundingClientRect() }))
  return [...backdrops.toReversed(), ...others]
}

function elementsAbove(element: Element, atPoint: readonly Element[]): readonly Element[] {
  const own = atPoint.findIndex((each) => isWithin(element, each) || isWithin(each, element))
  return own === -1 ? [] : atPoint.slice(0, own)
}

function isWithin(element: Element, outer: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentAcrossShadow(at)) if (at === outer) return true
  return false
}

/** Null unless the element has a single translucent colour. */
function tintOf(owner: Element, pseudo: Owner['pseudo'], area: Clip): Tint | null {
  const { backgroundColor, backgroundImage, visibility, opacity, mixBlendMode } = getComputedStyle(owner, pseudo)
  if (backgroundImage !== 'none' || visibility !== 'visible' || mixBlendMode !== 'normal') return null
  const color = readColor(backgroundColor)
  if (color === null) return null
  let alpha = color.alpha * Number(opacity)
  if (pseudo === undefined) {
    for (let at = parentAcrossShadow(owner); at !== null; at = parentAcrossShadow(at)) {
      alpha *= Number(getComputedStyle(at).opacity)
    }
  }
  const [width, height] = [area.right - area.left, area.bottom - area.top]
  if (alpha < leastAlpha || alpha > mostAlpha || width <= 0 || height <= 0) return null
  return { x: area.left, y: area.top, width, height, color: color.rgb, alpha }
}

const leastAlpha = 0.01
/** Above this opacity, the pixels show too little of what is below. */
const mostAlpha = 0.95

function readColor(value: string): { readonly rgb: Tint['color']; readonly alpha: number } | null {
  const known = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(value)
  if (known !== null) {
    return { rgb: [Number(known[1]), Number(known[2]), Number(known[3])], alpha: Number(known[4] ?? 1) }
  }
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) return null
  context.fillStyle = value
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return { rgb: [red, green, blue], alpha: alpha / 255 }
}
