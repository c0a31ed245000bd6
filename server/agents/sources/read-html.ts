import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

import type { TextBlock } from './cut-passages.ts'
import { limitNesting } from './limit-nesting.ts'
import { toRow } from './read-plain.ts'

export interface ReadHtml {
  readonly title: string
  readonly blocks: readonly TextBlock[]
  /** Links on the page, as written. */
  readonly links: readonly string[]
}

/** The text of a web page: its article, or everything but navigation if there is none. */
export function readHtml(html: string): ReadHtml {
  const whole = withBody(limitNesting(html))
  const { document } = parseHTML(whole)
  const links = [...document.querySelectorAll('a[href]')]
    .slice(0, linksMax)
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href !== '')
  const all = new BlockWalk()
  all.run(document.body)
  const heading = collapseSpaces(document.querySelector('h1')?.textContent ?? '')
  const title = collapseSpaces(document.querySelector('title')?.textContent ?? '') || heading
  // Readability takes quadratic time on nested elements.
  const article = all.depth > depthMax ? null : readArticle(whole)
  // Readability removes price tables and lists of questions as decoration.
  const isArticle = article !== null && sizeOf(article) >= sizeOf(all.blocks) * articleShare
  if (!isArticle) return { title, blocks: all.blocks, links }
  // Readability drops a heading that repeats the title.
  return { title, blocks: article.map((block) => ({ ...block, place: block.place || heading })), links }
}

/** HTML may omit <html> and <body>; the parser needs them. */
function withBody(html: string): string {
  if (/<body[\s>]/i.test(html) && /<html[\s>]/i.test(html)) return html
  return `<html><body>${html.replace(/<!doctype[^>]*>|<\/?(?:html|body)\b[^>]*>/gi, '')}</body></html>`
}

/** Blocks of clean HTML, such as a converted document. */
export function readBlocks(root: Element | null): readonly TextBlock[] {
  const walk = new BlockWalk()
  if (root !== null) walk.run(root)
  return walk.blocks
}

function readArticle(html: string): readonly TextBlock[] | null {
  // Readability modifies the document.
  const { document } = parseHTML(html)
  const article = new Readability<Element>(document, {
    maxElemsToParse: elementsMax,
    serializer: (node) => node as Element,
    disableJSONLD: true,
  }).parse()
  return article?.content === null || article?.content === undefined ? null : readBlocks(article.content)
}

/** Walks a document without recursion, so that deep nesting can't overflow the stack. */
class BlockWalk {
  readonly blocks: TextBlock[] = []
  depth = 0
  #place = ''
  #text = ''
  #cells: string[] | null = null
  /** The names of the table's columns, from a row of <th>. */
  #columns: readonly string[] = []
  #isHead = false

  run(root: Element): void {
    const stack: { readonly node: Node; readonly isEnd: boolean }[] = [{ node: root, isEnd: false }]
    let depth = 0
    for (let visited = 0; visited < nodesMax; visited += 1) {
      const next = stack.pop()
      if (next === undefined) break
      const { node, isEnd } = next
      const name = node.nodeName.toLowerCase()
      if (isEnd) {
        depth -= 1
        this.#leave(name)
      } else if (node.nodeType === textNode) this.#text += node.nodeValue ?? ''
      else if (node.nodeType === elementNode && !skipped.has(name)) {
        depth += 1
        this.depth = Math.max(this.depth, depth)
        this.#enter(name)
        stack.push({ node, isEnd: true })
        for (let child = node.lastChild; child !== null; child = child.previousSibling)
          stack.push({ node: child, isEnd: false })
      }
    }
    this.#flush()
  }

  #enter(name: string): void {
    if (name === 'tr') {
      this.#flush()
      this.#cells = []
      this.#isHead = true
    } else if (name === 'table') {
      this.#flush()
      this.#columns = []
    } else if (name === 'br' || breaking.has(name)) {
      if (this.#cells === null) this.#flush()
      else this.#text += ' '
    }
  }

  #leave(name: string): void {
    if (this.#cells !== null && (name === 'td' || name === 'th')) {
      this.#cells.push(this.#text)
      this.#text = ''
      if (name === 'td') this.#isHead = false
    } else if (name === 'tr') {
      const cells = this.#cells ?? []
      const isHead = this.#isHead && cells.length > 2 && this.#columns.length === 0
      if (isHead) this.#columns = cells
      this.#text = isHead ? '' : toRow([...cells, this.#text], this.#columns)
      this.#cells = null
      this.#flush()
    } else if (/^h[1-6]$/.test(name) && this.#cells === null) {
      this.#place = collapseSpaces(this.#text)
      this.#text = ''
    } else if (breaking.has(name)) {
      if (this.#cells === null) this.#flush()
      else this.#text += ' '
    }
  }

  #flush(): void {
    const text = collapseSpaces(this.#text)
    this.#text = ''
    if (text !== '') this.blocks.push({ place: this.#place, text })
  }
}

const textNode = 3
const elementNode = 1
/** Pages stay below 50. */
const depthMax = 150
const nodesMax = 400_000
const elementsMax = 100_000
const linksMax = 2_000
/** An article with a smaller share of the page's text has left out something important. */
const articleShare = 0.5

const skipped = new Set(
  'title script style noscript template svg canvas iframe object embed nav footer form button select textarea dialog head'.split(
    ' ',
  ),
)
const breaking = new Set(
  'address article aside blockquote dd details div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table td th ul body'.split(
    ' ',
  ),
)

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function sizeOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}
