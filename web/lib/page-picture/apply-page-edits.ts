import {
  backgroundStyle,
  blurredImageColor,
  coverStyles,
  fittedStyle,
  wordMarkFontSize,
  wordMarkStyle,
  wordMarkText,
} from '#domain/edited-page-look.ts'
import { filler } from '#domain/filler.ts'
import { textAttributes, type CoverEdit, type ImageEdit, type PageEdits, type TextEdit } from '#domain/page-edits.ts'
import type { PagePath, PagePlace } from '#domain/page-path.ts'

import { flatChildren, isElement, isText } from './flat-tree.ts'

/** The node at a path when the page was captured. */
export type FindPlace = (path: PagePath) => PagePlace<Node> | null

export interface ApplyOptions {
  /** The address of an uploaded file, by hash. */
  readonly fileUrl: (hash: string) => string
  /** Fills in a text's variables. */
  readonly fill: (text: string) => string
}

/**
 * Changes a page as the server does when the edits are saved. Returns the changed elements. Edits whose target is missing
 * are skipped; the server refuses them.
 */
export function applyPageEdits(find: FindPlace, edits: PageEdits, options: ApplyOptions): readonly Element[] {
  const places = edits.map((edit) => find(edit.path))
  // Find all targets before the first change, because changes shift paths.
  return edits.flatMap((edit, index) => {
    const place = places[index]
    if (place === null || place === undefined) return []
    switch (edit.kind) {
      case 'text':
        return changeText(place, edit, options)
      case 'image':
        return place.type === 'element' && isElement(place.node) ? changeImage(place.node, edit, options) : []
      default:
        return place.type === 'element' && isElement(place.node) ? coverElement(place.node, edit) : []
    }
  })
}

/** The element that contains a place. */
export function holderOf(place: PagePlace<Node>): Element | null {
  if (place.type === 'element') return isElement(place.node) ? place.node : null
  const parent = place.nodes[0]?.parentNode ?? null
  if (parent === null) return null
  return isElement(parent) ? parent : ((parent as Partial<ShadowRoot>).host ?? null)
}

function changeText(
  place: PagePlace<Node>,
  { attribute, was, to }: TextEdit,
  { fill }: ApplyOptions,
): readonly Element[] {
  const holder = holderOf(place)
  if (holder === null) return []
  const text = fill(to)
  if (attribute !== undefined) {
    holder.setAttribute(attribute, text)
    return [holder]
  }
  if (place.type !== 'text') return []
  const [first, ...rest] = place.nodes as readonly Text[]
  if (first === undefined) return []
  first.data = text
  for (const each of rest) each.data = ''
  // Attributes that repeat the text follow.
  for (const name of textAttributes)
    if (holder.getAttribute(name) === was.trim()) holder.setAttribute(name, text.trim())
  return [holder]
}

function changeImage(
  element: Element,
  { to, width, height }: ImageEdit,
  { fileUrl, fill }: ApplyOptions,
): readonly Element[] {
  const box = { width, height }
  if ('file' in to) {
    const url = fileUrl(to.file)
    if (element.localName === 'img') {
      element.setAttribute('src', url)
      addStyle(element, fittedStyle(box))
      return [element]
    }
    if (element.localName === 'image') {
      element.setAttribute('href', url)
      return [element]
    }
    if (element.localName !== 'svg') {
      addStyle(element, backgroundStyle(url))
      return [element]
    }
    const image = element.ownerDocument.createElement('img')
    image.setAttribute('src', url)
    copyPlace(element, image)
    addStyle(image, fittedStyle(box))
    element.replaceWith(image)
    return [image]
  }
  const shown = fill(to.text)
  const markup = wordMarkText({ ...to, text: shown }, box, String(wordMarkFontSize(shown, box)))
  const svg = element.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  svg.innerHTML = markup
  if (element.localName === 'img' || element.localName === 'svg') {
    copyPlace(element, svg)
    addStyle(svg, wordMarkStyle(box))
    element.replaceWith(svg)
    return [svg]
  }
  addStyle(element, 'background:none!important')
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  element.prepend(svg)
  return [element]
}

function copyPlace(from: Element, to: Element): void {
  for (const name of ['class', 'id', 'style']) {
    const value = from.getAttribute(name)
    if (value !== null) to.setAttribute(name, value)
  }
}

function coverElement(element: Element, { kind }: CoverEdit): readonly Element[] {
  if (kind === 'remove') {
    const parent = element.parentElement
    element.remove()
    return parent === null ? [] : [parent]
  }
  addStyle(element, coverStyles[kind])
  coverContent(element, kind)
  return [element]
}

function coverContent(node: Node, kind: 'hide' | 'blur'): void {
  if (isText(node)) node.data = filler(node.data)
  if (!isElement(node)) return
  for (const name of textAttributes) {
    const value = node.getAttribute(name)
    if (value !== null) node.setAttribute(name, filler(value))
  }
  if (node.localName === 'img') {
    const { width, height } = node.getBoundingClientRect()
    node.removeAttribute('src')
    addStyle(
      node,
      `width:${width}px;height:${height}px;background:${kind === 'blur' ? blurredImageColor : 'none'}!important`,
    )
  } else if (styleUsesFile(node)) addStyle(node, `background-image:none!important`)
  if (node.localName === 'svg') return node.replaceChildren()
  for (const child of flatChildren(node)) coverContent(child, kind)
}

function styleUsesFile(element: Element): boolean {
  return (element.ownerDocument.defaultView ?? window).getComputedStyle(element).backgroundImage.includes('url(')
}

function addStyle(element: Element, declarations: string): void {
  const style = element.getAttribute('style') ?? ''
  element.setAttribute('style', style === '' ? declarations : `${style};${declarations}`)
}
