import { boxOf, grown, isElement, overlaps, styleOf, walkFlat, type Box, type Offset } from './flat-tree.ts'
import { textLines, type TextLine } from './text-lines.ts'

export interface PseudoBox {
  readonly box: Box
  readonly lines: readonly TextLine[]
}

export type PseudoBoxes = ReadonlyMap<Element, { readonly before?: PseudoBox; readonly after?: PseudoBox }>

/**
 * Where ::before and ::after are. Browsers don't report it, so real elements replace them while they are measured; only
 * their positions are used.
 */
export function measurePseudos(root: Element, areas: readonly Box[]): PseudoBoxes {
  const standIns: { owner: Element; which: Which; element: HTMLElement; frame: Offset }[] = []
  const found: { owner: Element; which: Which; frame: Offset }[] = []
  walkFlat(root, (node, frame) => {
    if (!isElement(node)) return
    const box = grown(boxOf(node.getBoundingClientRect(), frame), 40, 40)
    if (!areas.some((area) => overlaps(area, box))) return
    for (const which of ['before', 'after'] as const) {
      const { content, display } = styleOf(node, `::${which}`)
      if (content !== 'none' && content !== 'normal' && display !== 'none') found.push({ owner: node, which, frame })
    }
  })
  for (const { owner, which, frame } of found) {
    const element = standIn(owner, which)
    standIns.push({ owner, which, element, frame })
  }
  const sheets = [...new Set(standIns.map(({ owner }) => owner.getRootNode() as Document | ShadowRoot))].map(
    hidePseudos,
  )
  for (const { owner, which, element } of standIns) {
    owner.setAttribute(`data-us-${which}`, '')
    if (which === 'before') owner.prepend(element)
    else owner.append(element)
  }
  const boxes = new Map<Element, { before?: PseudoBox; after?: PseudoBox }>()
  for (const { owner, which, element, frame } of standIns) {
    const text = element.firstChild as Text | null
    const lines = text === null ? [] : textLines(text, frame, true)
    boxes.set(owner, { ...boxes.get(owner), [which]: { box: boxOf(element.getBoundingClientRect(), frame), lines } })
  }
  for (const { owner, which, element } of standIns) {
    element.remove()
    owner.removeAttribute(`data-us-${which}`)
  }
  for (const sheet of sheets) sheet.remove()
  return boxes
}

type Which = 'before' | 'after'

function standIn(owner: Element, which: Which): HTMLElement {
  const element = owner.ownerDocument.createElement('us-pseudo')
  const style = styleOf(owner, `::${which}`)
  for (const name of style) element.style.setProperty(name, style.getPropertyValue(name), 'important')
  const [, text] = /^"((?:[^"\\]|\\.)*)"/.exec(style.content) ?? []
  if (text !== undefined && text !== '') element.append(text.replace(/\\(.)/g, '$1'))
  return element
}

function hidePseudos(root: Document | ShadowRoot): HTMLStyleElement {
  const style = (root.ownerDocument ?? root).createElement('style')
  style.textContent = '[data-us-before]::before,[data-us-after]::after{content:none!important;display:none!important}'
  const within = 'head' in root ? root.head : root
  within.append(style)
  return style
}
