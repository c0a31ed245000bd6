import { imageFileOf } from '#domain/edited-page-look.ts'
import {
  coverText,
  type CoverEdit,
  type ImageEdit,
  type PageEdit,
  type PageEdits,
  type TextAttribute,
  type TextEdit,
} from '#domain/page-edits.ts'
import { findPlace, placesIn, type PagePlace } from '#domain/page-path.ts'

import {
  attributeOf,
  isElement,
  isTextNode,
  pageTree,
  rootOf,
  shadowTemplate,
  type ChildNode,
  type Element,
  type ParsedPage,
  type ParentNode,
  type TextNode,
} from './parse-page.ts'

/** An edit that doesn't fit its page; the message is fit to show. */
export class EditProblem extends Error {
  override readonly name = 'EditProblem'
}

/** An edit and the node it changes. */
export type Target = TextTarget | ElementTarget<ImageEdit> | ElementTarget<CoverEdit> | AttributeTarget

export interface ElementTarget<Edit> {
  readonly edit: Edit
  readonly element: Element
  readonly texts: null
  /** Its nesting depth in frames. */
  readonly framesDeep: number
}

type AttributeTarget = ElementTarget<TextEdit & { readonly attribute: TextAttribute }>

export interface TextTarget {
  readonly edit: TextEdit
  /** Null for a text directly in a shadow root. */
  readonly element: Element | null
  readonly texts: readonly TextNode[]
  readonly framesDeep: number
}

/** Finds the target of each edit, and checks that it is what the author saw. Changes nothing. */
export function findTargets(page: ParsedPage, edits: PageEdits): readonly Target[] {
  const tree = pageTree(page)
  const root = rootOf(page.document)
  const known = new Map<ParentNode | ChildNode, readonly PagePlace<ParentNode | ChildNode>[]>()
  const placesOf = (parent: ParentNode | ChildNode) => {
    const places = known.get(parent) ?? placesIn(parent, tree)
    known.set(parent, places)
    return places
  }
  return edits.map((edit) => {
    const place = findPlace<ParentNode | ChildNode>(root, edit.path, tree, placesOf)
    const target = place === null ? null : toTarget(edit, place)
    if (target === null || !isAsSeen(target)) throw new EditProblem(`${nameOf(edit)} isn’t where it was in the page.`)
    return target
  })
}

function toTarget(edit: PageEdit, place: PagePlace<ParentNode | ChildNode>): Target | null {
  const framesDeep = edit.path.split('.').filter((step) => step === 'f').length
  if (place.type === 'text') {
    if (edit.kind !== 'text' || edit.attribute !== undefined) return null
    const texts = place.nodes.filter(isTextNode)
    const parent = texts[0]?.parentNode ?? null
    const element = parent !== null && isElement(parent) ? parent : null
    return element?.tagName === 'style' ? null : { edit, element, texts, framesDeep }
  }
  const { node } = place
  if (!isElement(node) || notEdited.has(node.tagName)) return null
  if (edit.kind !== 'text') return { edit, element: node, texts: null, framesDeep } as Target
  const { attribute } = edit
  return attribute === undefined ? null : { edit: { ...edit, attribute }, element: node, texts: null, framesDeep }
}

/** Elements that can't be edited, and style sheets, which aren't content. */
const notEdited = new Set(['html', 'head', 'body', 'style', 'link', 'template'])

function isAsSeen({ edit, element, texts }: Target): boolean {
  if (edit.kind === 'text') {
    if (texts !== null) return texts.map(({ value }) => value).join('') === edit.was
    return edit.attribute !== undefined && attributeOf(element, edit.attribute) === edit.was
  }
  if (element === null) return false
  if (edit.kind === 'image') return imageFileOf(element.tagName, (name) => attributeOf(element, name)) === edit.was
  return coverText(textContentOf(element)) === edit.was
}

/** Text content as in the DOM, without shadow roots and frames. */
export function textContentOf(element: Element): string {
  const waiting: (ParentNode | ChildNode)[] = [element]
  const texts: string[] = []
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isTextNode(node)) texts.push(node.value)
    else if (isElement(node)) {
      const template = shadowTemplate(node)
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
        const child = node.childNodes[at]
        if (child !== undefined && child !== template) waiting.push(child)
      }
    }
  }
  return texts.join('')
}

function nameOf(edit: PageEdit): string {
  const was = edit.was.trim().replaceAll(/\s+/g, ' ')
  if (edit.kind === 'image') return 'An edited image'
  return was === '' ? 'An edited element' : `“${was.length > 60 ? `${was.slice(0, 59)}…` : was}”`
}
