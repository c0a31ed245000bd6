import { boxOf, grown, isElement, overlaps, styleOf, walkFlat, type Box, type Offset } from './flat-tree.ts'
import { countersAt, generatedText, type Counters, type PseudoName } from './generated-content.ts'
import { textLines, type TextLine } from './text-lines.ts'
import { turnOf, unturned } from './turned.ts'

export interface PseudoBox {
  readonly box: Box
  readonly lines: readonly TextLine[]
  /** The address of its image; null for others. */
  readonly image: string | null
  /** Its transform, as CSS; the box is measured without it. */
  readonly turn: string
}

export type PseudoBoxes = ReadonlyMap<Element, { readonly before?: PseudoBox; readonly after?: PseudoBox }>

/**
 * Where ::before and ::after are. Browsers don't report it, so real elements replace them while they are measured; only
 * their positions are used.
 */
export function measurePseudos(root: Element, areas: readonly Box[]): PseudoBoxes {
  const found: { owner: Element; which: PseudoName; frame: Offset; content: string }[] = []
  walkFlat(root, (node, frame) => {
    if (!isElement(node)) return
    const box = grown(boxOf(node.getBoundingClientRect(), frame), 40, 40)
    if (!areas.some((area) => overlaps(area, box))) return
    for (const which of ['before', 'after'] as const) {
      const { content, display } = styleOf(node, `::${which}`)
      if (content !== 'none' && content !== 'normal' && display !== 'none')
        found.push({ owner: node, which, frame, content })
    }
  })
  const owners = new Set(found.map(({ owner }) => owner))
  const isCounting = found.some(({ content }) => content.includes('counter'))
  const counters = isCounting ? countersAt(root, owners) : () => new Map()
  const standIns = found.map((each) => ({ ...each, ...standIn(each, counters(each.owner, each.which)) }))
  const sheets = [...new Set(standIns.map(({ owner }) => owner.getRootNode() as Document | ShadowRoot))].map(
    hidePseudos,
  )
  const keep = keepStyles(owners)
  for (const { owner, which, element } of standIns) {
    owner.setAttribute(`data-us-${which}`, '')
    const within = owner.shadowRoot ?? owner
    if (which === 'before') within.prepend(element)
    else within.append(element)
  }
  const release = keep()
  const boxes = new Map<Element, { before?: PseudoBox; after?: PseudoBox }>()
  for (const { owner, which, element, frame, image, turn } of standIns) {
    const text = element.firstChild as Text | null
    const lines = text === null ? [] : textLines(text, frame, true)
    const box = boxOf(element.getBoundingClientRect(), frame)
    boxes.set(owner, { ...boxes.get(owner), [which]: { box, lines, image, turn } })
  }
  release()
  for (const { owner, which, element } of standIns) {
    element.remove()
    owner.removeAttribute(`data-us-${which}`)
  }
  for (const sheet of sheets) sheet.remove()
  return boxes
}

function standIn(
  { owner, which, content }: { readonly owner: Element; readonly which: PseudoName; readonly content: string },
  counters: Counters,
) {
  const element = owner.ownerDocument.createElement('us-pseudo')
  const style = styleOf(owner, `::${which}`)
  for (const name of style) element.style.setProperty(name, style.getPropertyValue(name), 'important')
  for (const [name, value] of unturned) element.style.setProperty(name, value, 'important')
  const [, image = null] = /^url\("([^"]*)"\)/.exec(content) ?? []
  if (image === null) {
    element.style.setProperty('content', 'normal', 'important')
    const text = generatedText(owner, style, counters)
    if (text !== '') element.append(text)
  }
  return { element, image, turn: turnOf(style) }
}

/**
 * Keeps the styles that a further child may change, because style sheets select the first, last or only one. The
 * function is called once the children are there, and returns one that undoes it.
 */
function keepStyles(owners: ReadonlySet<Element>): () => () => void {
  const elements = new Set([...owners].flatMap((owner) => [owner, ...(owner.shadowRoot ?? owner).children]))
  const before = new Map(
    [...elements].map((element) => [element, structural.map((name) => styleOf(element).getPropertyValue(name))]),
  )
  return () => {
    const changed = [...before].flatMap(([element, values]) => {
      const now = styleOf(element)
      const names = structural.filter((name, at) => now.getPropertyValue(name) !== values[at])
      const kept = names.map((name) => [name, values[structural.indexOf(name)] ?? ''] as const)
      return kept.length === 0 ? [] : [{ element: element as HTMLElement, kept, own: element.getAttribute('style') }]
    })
    for (const { element, kept } of changed) {
      for (const [name, value] of kept) element.style.setProperty(name, value, 'important')
    }
    return () => {
      for (const { element, own } of changed) {
        if (own === null) element.removeAttribute('style')
        else element.setAttribute('style', own)
      }
    }
  }
}

const structural = (
  'display position float font-size font-weight order flex-grow flex-shrink ' +
  ['top', 'right', 'bottom', 'left']
    .map((side) => `margin-${side} padding-${side} border-${side}-width border-${side}-style`)
    .join(' ')
).split(' ')

function hidePseudos(root: Document | ShadowRoot): HTMLStyleElement {
  const style = (root.ownerDocument ?? root).createElement('style')
  style.textContent = '[data-us-before]::before,[data-us-after]::after{content:none!important;display:none!important}'
  const within = 'head' in root ? root.head : root
  within.append(style)
  return style
}
