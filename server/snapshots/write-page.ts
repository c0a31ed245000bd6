import type { DefaultTreeAdapterMap } from 'parse5'

import { rewriteCss } from '#domain/css-addresses.ts'
import { dataValueMax, isSnapshotAttribute, isSnapshotElement, type MarkupNamespace } from '#domain/snapshot-markup.ts'
import { fileHash, snapshotLimits } from '#protocol/snapshots.ts'

import {
  htmlSpace,
  isElement,
  isTextNode,
  shadowTemplate,
  SnapshotProblem,
  svgSpace,
  textOf,
  type ChildNode,
  type Document,
  type Element,
  type ParsedPage,
} from './parse-page.ts'

type Template = DefaultTreeAdapterMap['template']

/** Serialises a page with only allowed content. Adds the hashes of files it refers to. */
export function writePage(page: ParsedPage, named = new Set<string>()): string {
  return writeDocument(page.document, { page, named, countCharacters: characterBudget() })
}

/** Counts characters before cleaning, because copies of an element share its attributes. */
function characterBudget(): (count: number) => void {
  let left = snapshotLimits.htmlBytesMax * 3
  return (count) => {
    left -= count
    if (left < 0) throw new SnapshotProblem('The page is too large.')
  }
}

/** A style sheet whose only addresses are hashes of files, which are added. */
export function cleanCss(css: string, named = new Set<string>()): string {
  return rewriteCss(css, {
    address: (address) => {
      if (fileHash.test(address)) named.add(address)
      return fileHash.test(address) || ownPart.test(address) ? address : null
    },
  })
}

/** Deeper than real pages; browsers stop at 512. */
const elementsDeepMax = 400
const ownPart = /^#[^\s"'<>\\]*$/
const voidElements = new Set('br col hr img input link wbr'.split(' '))
/** Parsers drop a newline right after these start tags. */
const eatsNewline = new Set(['pre', 'textarea'])

function writeDocument(document: Document, writing: Omit<Writing, 'output' | 'deep'>): string {
  const output: string[] = []
  if (document.childNodes.some((node) => node.nodeName === '#documentType')) output.push('<!DOCTYPE html>')
  for (const child of document.childNodes) writeNode(child, { ...writing, output, deep: 0 })
  return output.join('')
}

interface Writing {
  readonly page: ParsedPage
  readonly named: Set<string>
  readonly countCharacters: (count: number) => void
  readonly output: string[]
  readonly deep: number
}

function writeNode(node: ChildNode, writing: Writing): void {
  if (isTextNode(node)) {
    writing.countCharacters(node.value.length)
    writing.output.push(escapeText(node.value))
  } else if (isElement(node) && writing.deep < elementsDeepMax) writeElement(node, writing)
}

function writeElement(element: Element, writing: Writing): void {
  const { page, named, output, deep, countCharacters } = writing
  for (const { name, value } of element.attrs) countCharacters(name.length + value.length)
  const { tagName } = element
  const namespaceURI: string = element.namespaceURI
  const namespace: MarkupNamespace | null =
    namespaceURI === svgSpace ? 'svg' : namespaceURI === htmlSpace ? 'html' : null
  if (namespace === null || !isSnapshotElement(tagName, namespace)) return
  const attributes = new Map(
    element.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
  )
  if (tagName === 'link' && !isStyleSheet(attributes)) return
  output.push(`<${tagName}`)
  for (const [name, value] of attributes) {
    const kept = keepAttribute({ tagName, namespace, name, value, attributes }, named)
    if (kept !== null) output.push(` ${name}="${escapeAttribute(kept)}"`)
  }
  const frame = page.frames.get(element)
  if (frame !== undefined) output.push(` srcdoc="${escapeAttribute(writeDocument(frame, writing))}"`)
  output.push('>')
  if (namespace === 'html' && voidElements.has(tagName)) return
  if (tagName === 'style') output.push(cleanCss(textOf(element), named))
  else if (tagName !== 'iframe') {
    const children = 'content' in element ? (element as Template).content.childNodes : element.childNodes
    // Other templates contain what the page didn't show.
    const template = shadowTemplate(element)
    if (namespace === 'html' && eatsNewline.has(tagName) && textOf(element).startsWith('\n')) output.push('\n')
    for (const child of children) {
      if (child.nodeName !== 'template' || child === template) writeNode(child, { ...writing, deep: deep + 1 })
    }
  }
  output.push(`</${tagName}>`)
}

interface Attribute {
  readonly tagName: string
  readonly namespace: MarkupNamespace
  readonly name: string
  readonly value: string
  readonly attributes: ReadonlyMap<string, string>
}

/** The value to keep; null drops the attribute. */
function keepAttribute({ tagName, namespace, name, value, attributes }: Attribute, named: Set<string>): string | null {
  const file = (address: string) => {
    if (!fileHash.test(address)) return null
    named.add(address)
    return address
  }
  if (name === 'style') return cleanCss(value, named)
  if (name === 'src') return tagName === 'img' ? file(value) : null
  if (name === 'href' || name === 'xlink:href') {
    if (tagName === (namespace === 'svg' ? 'image' : 'link')) return file(value)
    if (namespace === 'svg') return ownPart.test(value) ? value : null
    return tagName === 'a' ? '#' : null
  }
  if (name === 'rel' && tagName === 'link') return 'stylesheet'
  if (name === 'media' && (tagName === 'link' || tagName === 'style')) return value.slice(0, 1_000)
  if (name === 'shadowrootmode') return tagName === 'template' ? 'open' : null
  if (!isSnapshotAttribute(name, namespace)) return null
  if (name === 'value' && tagName === 'input' && !buttonTypes.has((attributes.get('type') ?? '').toLowerCase()))
    return null
  if (name.startsWith('data-') && value.length > dataValueMax) return null
  // Presentation attributes such as `fill` can contain addresses.
  return namespace === 'svg' && value.includes('(') ? cleanCss(value, named) : value
}

const buttonTypes = new Set(['button', 'submit', 'reset', 'range', 'color'])

function isStyleSheet(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.get('rel') === 'stylesheet' && fileHash.test(attributes.get('href') ?? '')
}

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (char) => entities[char] ?? char)
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\u00a0]/g, (char) => entities[char] ?? char)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}
