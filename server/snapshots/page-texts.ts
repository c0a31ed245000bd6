import { imageFileOf } from '#domain/edited-page-look.ts'
import { isFiller } from '#domain/filler.ts'
import {
  pageEditTarget,
  textAttributes,
  type PageEdit,
  type PageEdits,
  type TextAttribute,
} from '#domain/page-edits.ts'
import { walkPlaces, type PagePath } from '#domain/page-path.ts'
import { pageTextLimits, type PageImage, type PageText } from '#protocol/page-edits.ts'

import {
  attributeOf,
  isElement,
  isTextNode,
  pageTree,
  parsePage,
  rootOf,
  svgSpace,
  type ChildNode,
  type Element,
  type ParentNode,
} from './parse-page.ts'

export interface PageWords {
  readonly texts: readonly PageText[]
  readonly images: readonly PageImage[]
}

/** The texts and images of a page after its edits, without covered or off-screen content. */
export function readPageTexts(html: string, edits: PageEdits): PageWords {
  const page = parsePage(html)
  const edited = new Map<string, PageEdit>(edits.map((edit) => [pageEditTarget(edit), edit]))
  const texts: PageText[] = []
  const images: (Omit<PageImage, 'beside'> & { readonly after: number })[] = []
  /** Paths below it are covered, or part of a style sheet or drawing. */
  let skipped: PagePath | null = null

  const add = (path: PagePath, was: string, attribute?: TextAttribute) => {
    if (was.trim() === '' || isFiller(was) || texts.length >= pageTextLimits.textsMax) return
    const target = pageEditTarget({ kind: 'text', path, ...(attribute !== undefined && { attribute }), was, to: '' })
    const edit = edited.get(target)
    const text = edit?.kind === 'text' ? edit.to : was
    texts.push({ path, ...(attribute !== undefined && { attribute }), text, ...(text !== was && { was }) })
  }

  for (const { path, place } of walkPlaces<ParentNode | ChildNode>(rootOf(page.document), pageTree(page))) {
    if (skipped !== null && path.startsWith(`${skipped}.`)) continue
    skipped = null
    if (place.type === 'text') {
      add(path, place.nodes.map((node) => (isTextNode(node) ? node.value : '')).join(''))
      continue
    }
    const element = place.node
    if (!isElement(element)) continue
    if (element.tagName === 'style' || edited.has(`cover ${path} `)) {
      skipped = path
      continue
    }
    for (const name of textAttributes) {
      const value = attributeOf(element, name)
      if (value !== null && isShown(element, name)) add(path, value, name)
    }
    const isDrawing = element.tagName === 'svg' && (element.namespaceURI as string) === svgSpace
    const file = imageFileOf(element.tagName, (name) => attributeOf(element, name))
    if ((file !== '' || isDrawing) && images.length < pageTextLimits.imagesMax) {
      const alt = attributeOf(element, 'alt') ?? attributeOf(element, 'aria-label') ?? ''
      const isField = fieldStyle.test(attributeOf(element, 'style') ?? '')
      images.push({ path, file, alt, after: texts.length, isEdited: edited.has(`image ${path} `), isField })
    }
  }
  // Skip attributes that repeat a text; they follow it.
  const written = new Set(
    texts.flatMap(({ attribute, text, was }) => (attribute === undefined ? [(was ?? text).trim()] : [])),
  )
  const isRepeated = ({ attribute, text }: PageText) =>
    (attribute === 'alt' || attribute === 'title') && written.has(text.trim())
  return {
    texts: texts.filter((text) => !isRepeated(text)),
    images: images.map(({ after, ...image }) => ({ ...image, beside: besideAt(texts, after) })),
  }
}

/** The recorder shows a field's part of the picture in place of its own text. */
const fieldStyle = /-webkit-text-fill-color:\s*transparent\s*!important/

/** The captured value of an attribute that visitors see or hear. */
function isShown(element: Element, name: TextAttribute): boolean {
  if (name === 'value') return element.tagName === 'input'
  return name !== 'label' || element.tagName === 'option' || element.tagName === 'optgroup'
}

function besideAt(texts: readonly PageText[], at: number): readonly string[] {
  return texts.slice(Math.max(0, at - 1), at + 2).map(({ text }) => text.trim().slice(0, 80))
}
