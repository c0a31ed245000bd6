import { imageFileOf } from '#domain/edited-page-look.ts'
import { coverText, type PageEdit, type PageEdits } from '#domain/page-edits.ts'
import { walkPlaces, type PagePath, type PagePlace } from '#domain/page-path.ts'
import { fileHash } from '#protocol/snapshots.ts'

import { applyPageEdits, holderOf, type ApplyOptions } from './apply-page-edits.ts'
import { boxesOf } from './edit-picture.ts'
import { isElement, isEmptyBox, styleOf, type Box } from './flat-tree.ts'
import { deepest } from './follow-element.ts'
import { domTree } from './page-tree.ts'

/** An element of a page, and what in it can be changed. */
export interface PageTarget {
  readonly path: PagePath
  /** The text inside it at the pointer. */
  readonly textPath: PagePath | null
  readonly isImage: boolean
}

/** A captured page in a frame, with the edits made to it so far. Paths are those of the page as captured. */
export class PageView {
  readonly page: Document
  readonly #places = new Map<PagePath, PagePlace<Node>>()
  readonly #paths = new Map<Node, PagePath>()
  readonly #texts = new Map<PagePath, string>()
  readonly #images = new Map<PagePath, string>()
  #shown: PageEdits = []

  constructor(page: Document) {
    this.page = page
    for (const { path, place } of walkPlaces<Node>(page.documentElement, domTree)) {
      this.#places.set(path, place)
      if (place.type === 'text') {
        this.#texts.set(path, place.nodes.map((node) => (node as Text).data).join(''))
        for (const node of place.nodes) this.#paths.set(node, path)
      } else this.#paths.set(place.node, path)
    }
    for (const [path, place] of this.#places) {
      if (place.type === 'element' && isElement(place.node) && imageElements.has(place.node.localName)) {
        this.#images.set(path, fileOf(place.node))
      }
    }
  }

  /** Applies the edits to the page; false if the page must be reloaded, because some edits were undone. */
  show(edits: PageEdits, options: ApplyOptions): boolean {
    const isKept = (edit: PageEdit) => edits.some((each) => isSameEdit(each, edit) || isNewText(each, edit))
    if (!this.#shown.every(isKept)) return false
    const added = edits.filter((edit) => !this.#shown.some((each) => isSameEdit(each, edit)))
    this.#shown = edits
    const changed = applyPageEdits((path) => this.#places.get(path) ?? null, added, options)
    // The element that replaces an image is from now on found at its path.
    const replaced = added.filter(({ kind }) => kind === 'image')
    for (const { path } of replaced) this.#adopt(path, changed)
    return true
  }

  #adopt(path: PagePath, changed: readonly Element[]): void {
    const place = this.#places.get(path)
    if (place?.type !== 'element' || place.node.isConnected) return
    const node = changed.find((each) => !this.#paths.has(each))
    if (node === undefined) return
    this.#places.set(path, { type: 'element', node })
    this.#paths.set(node, path)
  }

  /** Every element that is on the page, with its path. */
  *elements(): Generator<readonly [PagePath, Element]> {
    for (const [path, place] of this.#places) {
      if (place.type === 'element' && isElement(place.node) && place.node.isConnected) yield [path, place.node]
    }
  }

  element(path: PagePath): Element | null {
    const place = this.#places.get(path)
    return place === undefined ? null : holderOf(place)
  }

  /** The text at a path as captured. */
  capturedText(path: PagePath): string {
    return this.#texts.get(path) ?? ''
  }

  /** The text that hiding the element would cover (`CoverEdit.was`). */
  coveredText(path: PagePath): string {
    const prefix = path === '' ? '' : `${path}.`
    let text = ''
    for (const [each, captured] of this.#texts) {
      if (each.startsWith(prefix) && /^[\d.]+$/.test(each.slice(prefix.length))) text += captured
      if (text.length > coveredMax) break
    }
    return coverText(text)
  }

  /** The hash of the file that an image showed; '' for none. */
  capturedFile(path: PagePath): string {
    const known = this.#images.get(path)
    if (known !== undefined) return known
    const element = this.element(path)
    return element === null ? '' : fileOf(element)
  }

  /** Files that style sheets show in an element and below it. */
  sheetFiles(path: PagePath): readonly string[] {
    const element = this.element(path)
    if (element === null) return []
    const files = [element, ...element.querySelectorAll('*')].flatMap((each) =>
      ['', '::before', '::after'].flatMap((pseudo) => filesIn(styleOf(each, pseudo))),
    )
    return [...new Set(files)].slice(0, 40)
  }

  /** The element's position on the page; null if it isn't visible. */
  box(path: PagePath): Box | null {
    const place = this.#places.get(path)
    if (place === undefined) return null
    const nodes = place.type === 'element' ? [place.node] : place.nodes
    const boxes = nodes.flatMap((node) => (node.isConnected ? boxesOf(node) : []))
    const [first] = boxes
    if (first === undefined) return null
    if (place.type === 'element' && isElement(place.node) && styleOf(place.node).display !== 'inline') return first
    return boxes.reduce((a, b) => ({
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    }))
  }

  /** The target at a point of the page. */
  targetAt(x: number, y: number): PageTarget | null {
    let element: Element | null = deepest(this.page, { x, y }, { x: 0, y: 0 }).element
    // A shape selects its whole drawing; a text in a drawing is selected by itself.
    if (element?.closest('text') === null) element = element.closest('svg') ?? element
    const path = element === null ? undefined : this.#paths.get(element)
    if (element === null || path === undefined || path === '') return null
    const texts = this.#textsOf(element)
    const near = texts.find((each) => {
      const box = this.box(each)
      return box !== null && x >= box.left - 2 && x <= box.right + 2 && y >= box.top - 2 && y <= box.bottom + 2
    })
    return { path, textPath: near ?? (texts.length === 1 ? (texts[0] ?? null) : null), isImage: isImage(element) }
  }

  targetOf(path: PagePath): PageTarget | null {
    const place = this.#places.get(path)
    const element = this.element(path)
    const own = element === null ? undefined : this.#paths.get(element)
    if (place === undefined || element === null || own === undefined) return null
    const texts = this.#textsOf(element)
    const textPath = place.type === 'text' ? path : texts.length === 1 ? (texts[0] ?? null) : null
    return { path: own, textPath, isImage: isImage(element) }
  }

  /** The element around the target; null outside the page's body. */
  parentOf({ path }: PageTarget): PageTarget | null {
    const outer = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : ''
    if (outer === '') return null
    const place = this.#places.get(outer)
    const element = place?.type === 'element' && isElement(place.node) ? place.node : null
    if (element === null || element.localName === 'body') return null
    return { path: outer, textPath: null, isImage: isImage(element) }
  }

  /** The first visible element or text inside the target. */
  childOf({ path }: PageTarget): PageTarget | null {
    const prefix = path === '' ? '' : `${path}.`
    for (const [each, place] of this.#places) {
      if (!each.startsWith(prefix) || each === path || place.type !== 'element') continue
      const box = this.box(each)
      if (box !== null && !isEmptyBox(box)) return this.targetOf(each)
    }
    return null
  }

  /** Every text and image that is seen, in reading order. */
  readingOrder(width: number, height: number): readonly PageTarget[] {
    const targets: PageTarget[] = []
    for (const [path, place] of this.#places) {
      const isText = place.type === 'text'
      const node = place.type === 'text' ? place.nodes[0] : place.node
      if (node === undefined || !node.isConnected) continue
      if (
        isText ? (this.#texts.get(path) ?? '').trim() === '' : !(isElement(node) && imageElements.has(node.localName))
      )
        continue
      const holder = holderOf(place)
      if (holder === null || unread.has(holder.localName)) continue
      const box = this.box(path)
      if (box === null || box.right <= 0 || box.bottom <= 0 || box.left >= width || box.top >= height) continue
      if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const target = this.targetOf(path)
      if (target !== null) targets.push(target)
    }
    return targets
  }

  #textsOf(element: Element): readonly PagePath[] {
    const paths = [...element.childNodes].flatMap((node) => {
      const path = this.#paths.get(node)
      return path !== undefined && (this.#texts.get(path) ?? '').trim() !== '' ? [path] : []
    })
    return [...new Set(paths)]
  }
}

const coveredMax = 400
export const imageElements: ReadonlySet<string> = new Set(['img', 'svg', 'image'])
const unread: ReadonlySet<string> = new Set(['style', 'script', 'head', 'title', 'template', 'option'])

function isImage(element: Element): boolean {
  return (
    imageElements.has(element.localName) || (element.childElementCount === 0 && filesIn(styleOf(element)).length > 0)
  )
}

/** The file an image shows, by its hash. */
export function fileOf(element: Element): string {
  return imageFileOf(element.localName, (name) => element.getAttribute(name))
}

/** Files that style sheets and the element's own style show. */
export function filesIn({ backgroundImage, content }: CSSStyleDeclaration): readonly string[] {
  return [...`${backgroundImage} ${content}`.matchAll(/url\("?[^")]*?([^"/)]+)"?\)/g)]
    .map(([, name = '']) => name)
    .filter((name) => fileHash.test(name))
}

function isSameEdit(a: PageEdit, b: PageEdit): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Whether both edits change the same text. */
function isNewText(a: PageEdit, b: PageEdit): boolean {
  return a.kind === 'text' && b.kind === 'text' && a.path === b.path && a.attribute === b.attribute
}
