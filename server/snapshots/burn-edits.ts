import { parseFragment } from 'parse5'

import { rewriteCss } from '#domain/css-addresses.ts'
import {
  backgroundStyle,
  fittedStyle,
  wordMarkFontSize,
  wordMarkStyle,
  wordMarkText,
} from '#domain/edited-page-look.ts'
import { pageEditLimits, type ImageEdit, type PageEdits } from '#domain/page-edits.ts'
import { variableNames } from '#domain/variables.ts'

import { cleanPage } from './clean-page.ts'
import { addStyle, coverElement, filesShownIn, forgetSymbols, symbolsUsedIn } from './cover-element.ts'
import { markFontSize, markVariables, withoutMarks } from './fill-page.ts'
import { EditProblem, findTargets, type ElementTarget, type Target } from './page-targets.ts'
import {
  attributeOf,
  isElement,
  parsePage,
  replaceNode,
  setAttribute,
  svgSpace,
  type Element,
  type ParsedPage,
} from './parse-page.ts'
import { namesInSelectors, repeatedWords, replaceInSheets, replaceRepeated, sheetsIn } from './repeated-words.ts'
import { writePage } from './write-page.ts'

/** A page with the elements and texts its edits apply to. */
export interface OpenedEdits {
  readonly page: ParsedPage
  readonly targets: readonly Target[]
  /** Pictures in hidden or blurred elements; each is replaced by a blank one of its size. */
  readonly coveredFiles: readonly string[]
}

export interface BurntEdits {
  readonly html: string
  /** Hashes of the files it refers to; style sheets among them refer to more. */
  readonly named: ReadonlySet<string>
  readonly variables: readonly string[]
  /** Style sheets with replaced texts, by the hash that the page refers to. */
  readonly sheets: ReadonlyMap<string, string>
}

/** Reads a page as captured and finds what its edits change. Throws EditProblem. */
export function openEdits(html: string, edits: PageEdits): OpenedEdits {
  const page = parsePage(withoutMarks(html))
  const targets = findTargets(page, edits)
  const coveredFiles = new Set<string>()
  for (const { edit, element } of targets) {
    if ((edit.kind !== 'hide' && edit.kind !== 'blur') || element === null) continue
    for (const file of filesShownIn(element, page)) coveredFiles.add(file)
  }
  return { page, targets, coveredFiles: [...coveredFiles] }
}

interface Given {
  readonly standInFor: (file: string, kind: 'hide' | 'blur') => string | null
  /** The page's style sheets, by hash. */
  readonly sheets: ReadonlyMap<string, string>
}

/** The page as visitors get it. Can be called once for an opened page, which it changes. */
export function burnEdits({ page, targets }: OpenedEdits, { standInFor, sheets }: Given): BurntEdits {
  const styledBy = namesInSelectors([...sheets.values(), ...sheetsIn(page)])
  const symbols = new Set<string>()
  const variables = new Set<string>()
  let variableCount = 0
  const mark = (text: string, framesDeep: number) => {
    for (const name of variableNames(text)) variables.add(name)
    variableCount += text.split('{{').length - 1
    return markVariables(text, framesDeep)
  }

  const words = repeatedWords(targets)
  replaceRepeated(page, words, styledBy)
  for (const target of targets) if (target.edit.kind === 'text') writeText(target, mark)
  for (const target of targets) if (isImage(target)) replaceImage(target, mark)
  for (const { edit, element } of targets) {
    if (element === null || (edit.kind !== 'hide' && edit.kind !== 'blur' && edit.kind !== 'remove')) continue
    for (const id of symbolsUsedIn(element, page)) symbols.add(id)
    const { kind } = edit
    if (kind === 'remove') replaceNode(element)
    else coverElement(element, { page, kind, standInFor: (file) => standInFor(file, kind), styledBy })
  }
  forgetSymbols(page, symbols)
  if (variableCount > pageEditLimits.variablesMax) {
    throw new EditProblem(`A page has at most ${pageEditLimits.variablesMax} variables.`)
  }
  const named = new Set<string>()
  const html = cleanPage(writePage(page), named)
  return { html, named, variables: [...variables], sheets: replaceInSheets(sheets, words) }
}

type Mark = (text: string, framesDeep: number) => string

function writeText({ edit, element, texts, framesDeep }: Target, mark: Mark): void {
  if (edit.kind !== 'text') return
  const text = mark(edit.to, framesDeep)
  if (texts === null) {
    if (edit.attribute !== undefined) setAttribute(element, edit.attribute, text)
    return
  }
  const [first, ...others] = texts
  if (first !== undefined) first.value = text
  for (const other of others) replaceNode(other)
  // An option's label comes before its text.
  for (const name of ['label', 'value', 'placeholder'] as const) {
    if (element !== null && attributeOf(element, name)?.trim() === edit.was.trim()) setAttribute(element, name, text)
  }
}

function isImage(target: Target): target is ElementTarget<ImageEdit> {
  return target.edit.kind === 'image'
}

function replaceImage({ edit, element, framesDeep }: ElementTarget<ImageEdit>, mark: Mark): void {
  const { to } = edit
  const isSvg = (element.namespaceURI as string) === svgSpace
  const isImg = element.tagName === 'img'
  if (isSvg && element.tagName !== 'svg' && element.tagName !== 'image') {
    throw new EditProblem('Only images can be replaced, not parts of a drawing.')
  }
  if (!isImg && !isSvg) forgetBackground(element)
  if ('file' in to) {
    if (isImg || isSvg) {
      setAttribute(element, isImg ? 'src' : 'href', to.file)
      setAttribute(element, isImg ? 'alt' : 'aria-label', null)
    }
    if (isImg) addStyle(element, fittedStyle(edit))
    else if (!isSvg) addStyle(element, backgroundStyle(to.file))
    else if (element.tagName === 'svg') {
      const image = made(`<img src="${to.file}">`)
      keepLook(element, image)
      addStyle(image, fittedStyle(edit))
      replaceNode(element, [image])
    }
    return
  }
  const svg = wordMark(edit, to, mark(to.text, framesDeep))
  if (!isImg && !isSvg) {
    addStyle(element, 'background-image:none!important')
    element.childNodes = [svg]
    svg.parentNode = element
  } else {
    keepLook(element, svg)
    if (element.tagName === 'image') {
      for (const name of ['x', 'y', 'width', 'height', 'transform']) setAttribute(svg, name, attributeOf(element, name))
    }
    addStyle(svg, wordMarkStyle(edit))
    replaceNode(element, [svg])
  }
}

/** The replaced file would still be named, and served, in the element's style. */
function forgetBackground(element: Element): void {
  const style = attributeOf(element, 'style')
  if (style !== null) setAttribute(element, 'style', rewriteCss(style, { address: () => null }))
}

function wordMark(box: ImageEdit, to: Exclude<ImageEdit['to'], { file: string }>, text: string): Element {
  const size = variableNames(to.text).length > 0 ? markFontSize(to.text, box) : String(wordMarkFontSize(to.text, box))
  return made(
    `<svg viewBox="0 0 ${box.width} ${box.height}" width="${box.width}" height="${box.height}">` +
      `${wordMarkText({ ...to, text }, box, size)}</svg>`,
  )
}

function made(markup: string): Element {
  const element = parseFragment(markup).childNodes.find(isElement)
  if (element === undefined) throw new Error('The markup of a new image has no element')
  return element
}

function keepLook(from: Element, to: Element): void {
  for (const name of ['id', 'class', 'style', 'slot', 'part']) {
    const value = attributeOf(from, name)
    if (value !== null) setAttribute(to, name, value)
  }
}
