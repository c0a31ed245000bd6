import { rewriteCss } from '#domain/css-addresses.ts'
import { coverStyles } from '#domain/edited-page-look.ts'
import { filler } from '#domain/filler.ts'
import { fileHash } from '#protocol/snapshots.ts'

import {
  attributeOf,
  elementsIn,
  isElement,
  isTextNode,
  replaceNode,
  setAttribute,
  svgSpace,
  type ChildNode,
  type Element,
  type ParentNode,
  type ParsedPage,
} from './parse-page.ts'
import { isHintAttribute } from './repeated-words.ts'

export interface Covering {
  readonly page: ParsedPage
  readonly kind: 'hide' | 'blur'
  /** A blank picture of the same size; null if there is none. */
  readonly standInFor: (file: string) => string | null
  /** Attributes that style sheets match by value. */
  readonly styledBy: ReadonlySet<string>
}

/** Removes everything readable or visible from an element, and keeps its box. */
export function coverElement(element: Element, covering: Covering): void {
  const isPartOfSvg = isSvg(element) && element.tagName !== 'svg'
  // SVG shapes don't take part in layout.
  if (isPartOfSvg && !svgTexts.has(element.tagName)) return replaceNode(element)
  for (const node of nodesIn(element, covering.page)) {
    if (isTextNode(node)) node.value = filler(node.value)
    else if (isElement(node)) emptyElement(node, covering)
  }
  addStyle(element, coverStyles[covering.kind])
}

export function addStyle(element: Element, style: string): void {
  const before = attributeOf(element, 'style') ?? ''
  setAttribute(element, 'style', before.trim() === '' ? style : `${before};${style}`)
}

/** Files that an element and its descendants show directly. */
export function filesShownIn(element: Element, page: ParsedPage): readonly string[] {
  return [...nodesIn(element, page)].flatMap((node) => {
    const file = isElement(node) ? (attributeOf(node, node.tagName === 'img' ? 'src' : 'href') ?? '') : ''
    return fileHash.test(file) ? [file] : []
  })
}

/** Ids of symbols that its `use` elements draw. */
export function symbolsUsedIn(element: Element, page: ParsedPage): readonly string[] {
  return [...nodesIn(element, page)].flatMap((node) => (isElement(node) ? symbolOf(node) : []))
}

/** Empties symbols that only covered elements drew. */
export function forgetSymbols(page: ParsedPage, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return
  const all = [page.document, ...page.frames.values()].flatMap((document) => [...elementsIn(document)])
  const used = new Set(all.flatMap(symbolOf))
  for (const element of all) {
    const id = attributeOf(element, 'id') ?? ''
    if (isSvg(element) && ids.has(id) && !used.has(id)) element.childNodes = []
  }
}

function symbolOf(element: Element): readonly string[] {
  if (element.tagName !== 'use') return []
  return element.attrs
    .filter(({ name, value }) => name === 'href' && value.startsWith('#'))
    .map(({ value }) => value.slice(1))
}

function emptyElement(element: Element, { standInFor, styledBy }: Covering): void {
  for (const { name, value } of element.attrs.slice()) {
    if (isHintAttribute(name)) {
      if (!styledBy.has(name)) setAttribute(element, name, null)
    } else if (name === 'value' || name === 'placeholder' || name === 'label')
      setAttribute(element, name, filler(value))
    else if (name === 'style') setAttribute(element, name, rewriteCss(value, { address: () => null }))
  }
  if (element.tagName === 'img') setAttribute(element, 'src', standInFor(attributeOf(element, 'src') ?? ''))
  if (isSvg(element) && element.tagName === 'svg') element.childNodes = []
}

/** The element and its descendants except style sheets, including shadow roots and frames. */
function* nodesIn(element: Element, { frames }: ParsedPage): Generator<ParentNode | ChildNode, void> {
  const waiting: (ParentNode | ChildNode)[] = [element]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isElement(node) && node.tagName === 'style') continue
    yield node
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) waiting.push(...node.childNodes)
    const frame = isElement(node) ? frames.get(node) : undefined
    if (frame !== undefined) waiting.push(frame)
  }
}

function isSvg(element: Element): boolean {
  return (element.namespaceURI as string) === svgSpace
}

const svgTexts = new Set(['text', 'tspan', 'textPath'])
