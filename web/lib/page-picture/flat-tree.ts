/* Walks a page's flat tree: shadow roots, slots and frames in layout order. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Elements in frames aren't instances of this window's classes. */
export function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

export function isText(node: Node): node is Text {
  return node.nodeType === 3
}

/** Its children in layout order; a frame's child is its document's root. */
export function flatChildren(element: Element): readonly Node[] {
  if (element.localName === 'iframe') {
    const root = (element as HTMLIFrameElement).contentDocument?.documentElement
    return root === undefined ? [] : [root]
  }
  if (element.localName === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes()
    if (assigned.length > 0) return assigned
  }
  return [...(element.shadowRoot ?? element).childNodes]
}

/** The element that lays it out; null above the outermost root. */
export function flatParent(node: Node): Element | null {
  if ((isElement(node) || isText(node)) && node.assignedSlot !== null) return node.assignedSlot
  const parent = node.parentNode
  if (parent === null) return null
  if (isElement(parent)) return parent
  // A shadow root or a document.
  if ('host' in parent) return parent.host as Element
  return (parent as Document).defaultView?.frameElement ?? null
}

/** Every rendered element and text of a page with its frame's offset, parents first. */
export function walkFlat(root: Element, visit: (node: Element | Text, frame: Offset) => void): void {
  const walk = (node: Node, frame: Offset): void => {
    if (isText(node)) return visit(node, frame)
    if (!isElement(node) || unseen.has(node.localName)) return
    visit(node, frame)
    const inner = node.localName === 'iframe' ? frameOffset(node, frame) : frame
    for (const child of flatChildren(node)) walk(child, inner)
  }
  walk(root, { x: 0, y: 0 })
}

const unseen: ReadonlySet<string> = new Set(['head', 'style', 'link', 'template', 'script'])

/** The offset of a frame's document on the page. */
export interface Offset {
  readonly x: number
  readonly y: number
}

export function frameOffset(frame: Element, outer: Offset): Offset {
  const { left, top } = frame.getBoundingClientRect()
  const style = styleOf(frame)
  return {
    x: outer.x + left + px(style.borderLeftWidth) + px(style.paddingLeft),
    y: outer.y + top + px(style.borderTopWidth) + px(style.paddingTop),
  }
}

export function boxOf(rect: DOMRect, { x, y }: Offset): Box {
  return { left: rect.left + x, top: rect.top + y, right: rect.right + x, bottom: rect.bottom + y }
}

export function styleOf(element: Element, pseudo?: string): CSSStyleDeclaration {
  return (element.ownerDocument.defaultView ?? window).getComputedStyle(element, pseudo)
}

export function px(value: string): number {
  return Number.parseFloat(value) || 0
}

export function isEmptyBox({ left, top, right, bottom }: Box): boolean {
  return right <= left || bottom <= top
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

export function grown({ left, top, right, bottom }: Box, x: number, y: number): Box {
  return { left: left - x, top: top - y, right: right + x, bottom: bottom + y }
}

export function clipped(box: Box, within: Box): Box {
  return {
    left: Math.max(box.left, within.left),
    top: Math.max(box.top, within.top),
    right: Math.min(box.right, within.right),
    bottom: Math.min(box.bottom, within.bottom),
  }
}
