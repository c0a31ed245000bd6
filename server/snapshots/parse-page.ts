import { defaultTreeAdapter, parse, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5'

import type { PageTree } from '#domain/page-path.ts'
import { isShadowHost } from '#domain/snapshot-markup.ts'
import { snapshotLimits } from '#protocol/snapshots.ts'

export type Document = DefaultTreeAdapterMap['document']
export type Element = DefaultTreeAdapterMap['element']
export type ChildNode = DefaultTreeAdapterMap['childNode']
export type ParentNode = DefaultTreeAdapterMap['parentNode']
export type TextNode = DefaultTreeAdapterMap['textNode']

/** A page or file that can't be used; the message is fit to show. */
export class SnapshotProblem extends Error {
  override readonly name = 'SnapshotProblem'
}

/** A page's tree as browsers build it. */
export interface ParsedPage {
  readonly document: Document
  /** The documents in its frames, nested ones included, by element. */
  readonly frames: ReadonlyMap<Element, Document>
}

const framesDeepMax = 3

export function parsePage(html: string): ParsedPage {
  const treeAdapter = boundedAdapter()
  const document = parse(html, { treeAdapter })
  const frames = new Map<Element, Document>()
  let level: readonly Document[] = [document]
  for (let deep = 0; deep < framesDeepMax; deep += 1) {
    level = level.flatMap(framesIn).map((element) => {
      // A srcdoc frame is never in quirks mode.
      const frame = parse(`<!DOCTYPE html>${attributeOf(element, 'srcdoc') ?? ''}`, { treeAdapter })
      frames.set(element, frame)
      return frame
    })
  }
  return { document, frames }
}

/** Counts elements, because hostile markup can make a parser copy them endlessly. */
function boundedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0
  return {
    ...defaultTreeAdapter,
    createElement(...given: Parameters<typeof defaultTreeAdapter.createElement>) {
      elements += 1
      if (elements > snapshotLimits.elementsMax * 2) throw new SnapshotProblem('The page has too many elements.')
      return defaultTreeAdapter.createElement(...given)
    },
  }
}

function framesIn(document: Document): readonly Element[] {
  return [...elementsIn(document)].filter(
    (element) => element.tagName === 'iframe' && attributeOf(element, 'srcdoc') !== null,
  )
}

/** Every element below a node, including shadow roots but not frames. Not recursive, because markup may be very deep. */
export function* elementsIn(within: ParentNode): Generator<Element, void> {
  const waiting: (ParentNode | ChildNode)[] = [within]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isElement(node) && node !== within) yield node
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
}

/** Walks the tree for paths. */
export function pageTree({ frames }: ParsedPage): PageTree<ParentNode | ChildNode> {
  return {
    children: (node) => {
      const template = isElement(node) ? shadowTemplate(node) : null
      const children = 'childNodes' in node ? node.childNodes : []
      return template === null ? children : children.filter((child) => child !== template)
    },
    isText: isTextNode,
    isElement,
    shadowRoot: (node) => (isElement(node) ? (shadowTemplate(node)?.content ?? null) : null),
    frame: (node) => {
      const frame = isElement(node) ? frames.get(node) : undefined
      return frame === undefined ? null : rootOf(frame)
    },
  }
}

/** The `html` element. */
export function rootOf(document: Document): Element {
  const root = document.childNodes.find(isElement)
  if (root === undefined) throw new SnapshotProblem('The page is empty.')
  return root
}

/** The template that browsers turn into the element's shadow root; null without one. */
export function shadowTemplate(element: Element): DefaultTreeAdapterMap['template'] | null {
  if ((element.namespaceURI as string) !== htmlSpace || !isShadowHost(element.tagName)) return null
  const found = element.childNodes.find(
    (child) => isElement(child) && child.tagName === 'template' && attributeOf(child, 'shadowrootmode') !== null,
  )
  return found === undefined ? null : (found as DefaultTreeAdapterMap['template'])
}

export function attributeOf(element: Element, name: string): string | null {
  return element.attrs.find((each) => each.prefix === undefined && each.name === name)?.value ?? null
}

export function setAttribute(element: Element, name: string, value: string | null): void {
  const index = element.attrs.findIndex((each) => each.prefix === undefined && each.name === name)
  if (value === null) element.attrs = element.attrs.filter((_, at) => at !== index)
  else if (index === -1) element.attrs.push({ name, value })
  else element.attrs[index] = { name, value }
}

/** Replaces a node of the page by others. */
export function replaceNode(node: ChildNode, others: readonly ChildNode[] = []): void {
  const parent = node.parentNode
  const index = parent?.childNodes.indexOf(node) ?? -1
  if (parent === null || index === -1) return
  parent.childNodes.splice(index, 1, ...others)
  for (const other of others) other.parentNode = parent
}

/** Its own text nodes only. */
export function textOf(element: Element): string {
  return element.childNodes.map((node) => (isTextNode(node) ? node.value : '')).join('')
}

export function isElement(node: ParentNode | ChildNode): node is Element {
  return 'tagName' in node
}

export function isTextNode(node: ParentNode | ChildNode): node is TextNode {
  return node.nodeName === '#text'
}

export const htmlSpace = 'http://www.w3.org/1999/xhtml'
export const svgSpace = 'http://www.w3.org/2000/svg'
