import { defaultTreeAdapter, parse, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5'

import { rewriteCss } from '#domain/css-addresses.ts'
import { dataValueMax, isSnapshotAttribute, isSnapshotElement, type MarkupNamespace } from '#domain/snapshot-markup.ts'
import { fileHash, snapshotLimits } from '#protocol/snapshots.ts'

type Element = DefaultTreeAdapterMap['element']
type ChildNode = DefaultTreeAdapterMap['childNode']

/** A page or file that can't be used; the message is a sentence. */
export class SnapshotProblem extends Error {
  override readonly name = 'SnapshotProblem'
}

/**
 * The page as it may be served: allowed elements and attributes, no script, and no address but hashes of files. It is
 * read the way browsers read it, until reading it again changes nothing.
 */
export function cleanPage(html: string): string {
  let cleaned = html
  for (let round = 0; round < roundsMax; round += 1) {
    if (cleaned.length > snapshotLimits.htmlBytesMax * 1.5) throw new SnapshotProblem('The page is too large.')
    const again = cleanOnce(cleaned, { framesDeep: 0, budget: createBudget() })
    if (again === cleaned) return again
    cleaned = again
  }
  throw new SnapshotProblem('The page’s markup reads differently each time.')
}

/** A style sheet with no address but hashes of files. */
export function cleanCss(css: string): string {
  return rewriteCss(css, { address: (address) => (fileHash.test(address) || ownPart.test(address) ? address : null) })
}

const roundsMax = 5
const framesDeepMax = 3
/** Deeper than pages are; browsers stop at 512. */
const elementsDeepMax = 400
const ownPart = /^#[^\s"'<>\\]*$/
const svgSpace = 'http://www.w3.org/2000/svg'
const htmlSpace = 'http://www.w3.org/1999/xhtml'
const voidElements = new Set('br col hr img input link wbr'.split(' '))
/** Parsers drop a newline right after these begin. */
const eatsNewline = new Set(['pre', 'textarea'])

function cleanOnce(html: string, { framesDeep, budget }: Pick<Writing, 'framesDeep' | 'budget'>): string {
  const document = parse(html, { treeAdapter: boundedAdapter(budget) })
  const output: string[] = []
  if (document.childNodes.some((node) => node.nodeName === '#documentType')) output.push('<!DOCTYPE html>')
  for (const child of document.childNodes) writeNode(child, { output, framesDeep, budget, deep: 0 })
  return output.join('')
}

/** What a page may cost, its frames included: a few hundred bytes of markup can make a parser copy 40,000 elements. */
interface Budget {
  readonly countElement: () => void
  /** Counts characters before they are cleaned: copies of an element share its attributes. */
  readonly countCharacters: (count: number) => void
}

function createBudget(): Budget {
  let elements = snapshotLimits.elementsMax * 2
  let characters = snapshotLimits.htmlBytesMax * 3
  return {
    countElement: () => {
      elements -= 1
      if (elements < 0) throw new SnapshotProblem('The page has too many elements.')
    },
    countCharacters: (count) => {
      characters -= count
      if (characters < 0) throw new SnapshotProblem('The page is too large.')
    },
  }
}

function boundedAdapter({ countElement }: Budget): TreeAdapter<DefaultTreeAdapterMap> {
  return {
    ...defaultTreeAdapter,
    createElement(...given: Parameters<typeof defaultTreeAdapter.createElement>) {
      countElement()
      return defaultTreeAdapter.createElement(...given)
    },
  }
}

interface Writing {
  readonly output: string[]
  readonly framesDeep: number
  readonly deep: number
  readonly budget: Budget
}

function writeNode(node: ChildNode, writing: Writing): void {
  if (node.nodeName === '#text') {
    const { value } = node as DefaultTreeAdapterMap['textNode']
    writing.budget.countCharacters(value.length)
    writing.output.push(escapeText(value))
  } else if ('tagName' in node && writing.deep < elementsDeepMax) writeElement(node, writing)
}

function writeElement(element: Element, { output, framesDeep, deep, budget }: Writing): void {
  const { tagName } = element
  for (const { name, value } of element.attrs) budget.countCharacters(name.length + value.length)
  const namespaceURI: string = element.namespaceURI
  const namespace: MarkupNamespace | null =
    namespaceURI === svgSpace ? 'svg' : namespaceURI === htmlSpace ? 'html' : null
  if (namespace === null || !isSnapshotElement(tagName, namespace)) return
  const attributes = new Map(
    element.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
  )
  // Other templates hold what the page didn't show.
  if (tagName === 'template' && !attributes.has('shadowrootmode')) return
  if (tagName === 'link' && !isStyleSheet(attributes)) return
  output.push(`<${tagName}`)
  for (const [name, value] of attributes) {
    const kept = keepAttribute({ tagName, namespace, name, value, attributes })
    if (kept !== null) output.push(` ${name}="${escapeAttribute(kept)}"`)
  }
  const frame = tagName === 'iframe' ? attributes.get('srcdoc') : undefined
  if (frame !== undefined && framesDeep < framesDeepMax) {
    output.push(` srcdoc="${escapeAttribute(cleanOnce(frame, { framesDeep: framesDeep + 1, budget }))}"`)
  }
  output.push('>')
  if (namespace === 'html' && voidElements.has(tagName)) return
  if (tagName === 'style') output.push(cleanCss(textOf(element)))
  else if (tagName !== 'iframe') {
    const children =
      'content' in element ? (element as DefaultTreeAdapterMap['template']).content.childNodes : element.childNodes
    if (namespace === 'html' && eatsNewline.has(tagName) && textOf(element).startsWith('\n')) output.push('\n')
    for (const child of children) writeNode(child, { output, framesDeep, budget, deep: deep + 1 })
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
function keepAttribute({ tagName, namespace, name, value, attributes }: Attribute): string | null {
  if (name === 'style') return cleanCss(value)
  if (name === 'src') return tagName === 'img' && fileHash.test(value) ? value : null
  if (name === 'href' || name === 'xlink:href') {
    if (namespace === 'svg') return (tagName === 'image' ? fileHash : ownPart).test(value) ? value : null
    if (tagName === 'link') return value
    return tagName === 'a' ? '#' : null
  }
  if (name === 'rel' && tagName === 'link') return 'stylesheet'
  if (name === 'media' && (tagName === 'link' || tagName === 'style')) return value.slice(0, 1_000)
  if (!isSnapshotAttribute(name, namespace)) return null
  if (name === 'value' && tagName === 'input' && !buttonTypes.has((attributes.get('type') ?? '').toLowerCase()))
    return null
  if (name.startsWith('data-') && value.length > dataValueMax) return null
  // Presentation attributes take addresses, as `fill` does.
  return namespace === 'svg' && value.includes('(') ? cleanCss(value) : value
}

const buttonTypes = new Set(['button', 'submit', 'reset', 'range', 'color'])

function isStyleSheet(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.get('rel') === 'stylesheet' && fileHash.test(attributes.get('href') ?? '')
}

function textOf(element: Element): string {
  return element.childNodes
    .map((node) => (node.nodeName === '#text' ? (node as DefaultTreeAdapterMap['textNode']).value : ''))
    .join('')
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
