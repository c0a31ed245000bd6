import { boxOf, grown, isElement, isEmptyBox, px, styleOf, walkFlat, type Box } from './flat-tree.ts'

/* Finds the areas of a page that look different after an edit. */

interface Look {
  readonly box: Box
  /** The look apart from the box. */
  readonly digest: string
  /** How far the edge reaches into the box; null if the whole box depends on its size. */
  readonly edge: number | null
  /** Whether it paints anything itself. */
  readonly isPainted: boolean
}

export type PageLook = ReadonlyMap<Node | NamedNodeMap, Look>

/** A record of all positions and looks, for a later comparison. */
export function readPageLook(page: Document): PageLook {
  const looks = new Map<Node | NamedNodeMap, Look>()
  walkFlat(page.documentElement, (node, frame) => {
    if (isElement(node)) {
      const box = boxOf(node.getBoundingClientRect(), frame)
      if (isEmptyBox(box)) return
      looks.set(node, { box, ...elementLook(node) })
      const generated = generatedBox(node, box)
      // Keyed by another object of the element, because the element itself is the key of its box.
      if (generated !== null) looks.set(node.attributes, { box: generated, digest: '', edge: null, isPainted: true })
    } else if (node.data.trim() !== '') {
      const range = node.ownerDocument.createRange()
      range.selectNodeContents(node)
      const box = boxOf(range.getBoundingClientRect(), frame)
      if (!isEmptyBox(box)) looks.set(node, { box, digest: node.data, edge: null, isPainted: true })
    }
  })
  return looks
}

/** Areas of the page where the two differ. */
export function changedAreas(before: PageLook, after: PageLook): readonly Box[] {
  const areas: Box[] = []
  for (const [node, was] of before) {
    const is = after.get(node)
    if (is === undefined) {
      if (was.isPainted) areas.push(grown(was.box, reach, reach))
    } else if (was.digest !== is.digest) areas.push(grown(was.box, reach, reach), grown(is.box, reach, reach))
    else if (!isSameBox(was.box, is.box) && (was.isPainted || is.isPainted)) areas.push(...movedAreas(was, is))
  }
  for (const [node, { box, isPainted }] of after) {
    if (!before.has(node) && isPainted) areas.push(grown(box, reach, reach))
  }
  return areas.filter((area) => !isEmptyBox(area))
}

/** Margin for antialiased edges. */
const reach = 2

/** A plain box that grew changes only at its edges. */
function movedAreas(was: Look, is: Look): readonly Box[] {
  if (was.edge === null || is.edge === null) return [grown(was.box, reach, reach), grown(is.box, reach, reach)]
  return [...edges(was.box, was.edge + reach), ...edges(is.box, is.edge + reach), ...between(was.box, is.box)]
}

function edges(box: Box, width: number): readonly Box[] {
  const { left, top, right, bottom } = grown(box, width, width)
  const inner = width * 2
  return [
    { left, top, right, bottom: top + inner },
    { left, top: bottom - inner, right, bottom },
    { left, top, right: left + inner, bottom },
    { left: right - inner, top, right, bottom },
  ]
}

/** The area that only one of the boxes covers. */
function between(a: Box, b: Box): readonly Box[] {
  const outer = {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
  return [
    { ...outer, bottom: Math.max(a.top, b.top) },
    { ...outer, top: Math.min(a.bottom, b.bottom) },
    { ...outer, right: Math.max(a.left, b.left) },
    { ...outer, left: Math.min(a.right, b.right) },
  ]
}

function elementLook(element: Element): Omit<Look, 'box'> {
  const style = styleOf(element)
  const hasBorder = sides.some(
    (side) =>
      style.getPropertyValue(`border-${side}-style`) !== 'none' &&
      px(style.getPropertyValue(`border-${side}-width`)) > 0,
  )
  const isPlain = style.backgroundColor === transparent && style.backgroundImage === 'none'
  const isDrawn = drawnElements.has(element.localName) || element.namespaceURI === svgSpace
  const isPainted =
    style.visibility !== 'hidden' &&
    (!isPlain || hasBorder || style.boxShadow !== 'none' || style.outlineStyle !== 'none' || isDrawn)
  const radius = Math.max(...corners.map((corner) => px(style.getPropertyValue(`border-${corner}-radius`))))
  const border = Math.max(...sides.map((side) => px(style.getPropertyValue(`border-${side}-width`))))
  const shadow =
    style.boxShadow === 'none'
      ? 0
      : Math.max(0, ...(style.boxShadow.match(/-?[\d.]+px/g) ?? []).map((each) => Math.abs(px(each)))) * 2
  const isWhole = isDrawn || style.backgroundImage !== 'none' || radius > 60
  return {
    digest: [...ownProperties.map((name) => style.getPropertyValue(name)), sourceOf(element)].join('|'),
    edge: isWhole ? null : Math.max(radius, border, shadow),
    isPainted,
  }
}

/** Where an element may show generated content: around its first line for list markers, otherwise around its box. */
function generatedBox(element: Element, box: Box): Box | null {
  const style = styleOf(element)
  if (style.display === 'list-item' && (style.listStyleType !== 'none' || style.listStyleImage !== 'none')) {
    const line = Math.min(box.bottom, box.top + 3 * px(style.fontSize))
    return grown({ ...box, bottom: line }, 3 * px(style.fontSize), 0)
  }
  const isSeen = ['::before', '::after'].some((pseudo) => {
    const { content, display, backgroundColor, backgroundImage, borderStyle, boxShadow } = styleOf(element, pseudo)
    if (content === 'none' || content === 'normal' || display === 'none') return false
    const paints = [content, backgroundColor, backgroundImage, borderStyle, boxShadow]
    return paints.some((value, at) => value !== ['""', transparent, 'none', 'none', 'none'][at])
  })
  return isSeen ? grown(box, generatedReach, generatedReach) : null
}

/** How far badges and arrows lie outside their elements. */
const generatedReach = 12

function sourceOf(element: Element): string {
  const { localName } = element
  if (localName === 'img' || localName === 'image')
    return element.getAttribute('src') ?? element.getAttribute('href') ?? ''
  return localName === 'input' || localName === 'textarea'
    ? `${element.getAttribute('value')} ${element.getAttribute('placeholder')}`
    : ''
}

const transparent = 'rgba(0, 0, 0, 0)'
const svgSpace = 'http://www.w3.org/2000/svg'
const drawnElements: ReadonlySet<string> = new Set(
  'img svg canvas video input select textarea progress meter hr'.split(' '),
)
const sides = ['top', 'right', 'bottom', 'left'] as const
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
const ownProperties = (
  'color background-color background-image opacity visibility filter border-top-width border-top-color ' +
  'border-bottom-width border-bottom-color border-left-width border-right-width font-weight font-size text-decoration-line ' +
  'transform box-shadow'
).split(' ')

function isSameBox(a: Box, b: Box): boolean {
  const isNear = (x: number, y: number) => Math.abs(x - y) < 0.2
  return isNear(a.left, b.left) && isNear(a.top, b.top) && isNear(a.right, b.right) && isNear(a.bottom, b.bottom)
}
