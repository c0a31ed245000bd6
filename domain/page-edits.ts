import { readColor } from './brand.ts'
import { isObject } from './is-object.ts'
import { isPagePath, type PagePath } from './page-path.ts'

/* What an author changes in a captured page. The server burns it into the page that visitors get. */

/** Attributes with text that people read. */
export const textAttributes = ['title', 'alt', 'placeholder', 'value', 'label'] as const
export type TextAttribute = (typeof textAttributes)[number]

/** Replaces a text, which may use variables (`{{company|there}}`). Attributes that repeat the old text follow. */
export interface TextEdit {
  readonly kind: 'text'
  /** The path of a text, or with `attribute`, of an element. */
  readonly path: PagePath
  readonly attribute?: TextAttribute
  /** The whole text as captured, spaces included. */
  readonly was: string
  readonly to: string
}

/** Words that replace an image, drawn to fit its box; they may use variables. */
export interface WordMark {
  readonly text: string
  /** `#rrggbb`; null takes the text colour around it. */
  readonly color: string | null
}

/**
 * Replaces an `img`, an SVG `image` or `svg`, or another element's background. The new image fits into the old one's
 * box.
 */
export interface ImageEdit {
  readonly kind: 'image'
  readonly path: PagePath
  /** The file it showed, by `imageFileOf`. */
  readonly was: string
  /** A file uploaded by `PUT /snapshots/v1/steps/{id}/files`, or a word mark. */
  readonly to: { readonly file: string } | WordMark
  /** The element's content box, in CSS pixels of the page. */
  readonly width: number
  readonly height: number
  /** Files that style sheets show in the element. They are withheld from visitors everywhere on the page. */
  readonly files?: readonly string[]
}

/**
 * - hide: the element is invisible, but keeps its place.
 * - blur: filler text of the same shape, blurred.
 * - remove: the content after it moves up.
 * Visitors never get its texts, images and attributes.
 */
export interface CoverEdit {
  readonly kind: 'hide' | 'blur' | 'remove'
  /** The path of an element. */
  readonly path: PagePath
  /** The start of its `textContent`, cut by `coverText`. */
  readonly was: string
  /** As in ImageEdit. */
  readonly files?: readonly string[]
}

export type PageEdit = TextEdit | ImageEdit | CoverEdit
/** All edits of a page, in no particular order: each applies to the page as captured. */
export type PageEdits = readonly PageEdit[]

export const pageEditLimits = {
  editsMax: 2_000,
  /** The longest `was` and `to`, in UTF-16 units. */
  textMax: 5_000,
  wordMarkMax: 200,
  coverTextMax: 200,
  sizeMax: 10_000,
  filesMax: 40,
  /** The most variables in all texts and word marks of a page. */
  variablesMax: 500,
  /** The longest list of edits, as JSON. */
  charactersMax: 400_000,
} as const

/** The part of an element's `textContent` that a CoverEdit names. */
export function coverText(textContent: string): string {
  return textContent.slice(0, pageEditLimits.coverTextMax)
}

/** Reads edits from storage or a request; null if invalid, which includes two conflicting edits. */
export function readPageEdits(stored: unknown): PageEdits | null {
  if (!Array.isArray(stored) || stored.length > pageEditLimits.editsMax) return null
  const edits: PageEdit[] = []
  const targets = new Set<string>()
  let characters = 0
  for (const each of stored) {
    const edit = readPageEdit(each)
    if (edit === null || targets.has(pageEditTarget(edit))) return null
    targets.add(pageEditTarget(edit))
    characters += JSON.stringify(edit).length
    if (characters > pageEditLimits.charactersMax) return null
    edits.push(edit)
  }
  return edits
}

/** Equal for two edits that can't be in the same list. */
export function pageEditTarget(edit: PageEdit): string {
  const isCover = edit.kind === 'hide' || edit.kind === 'blur' || edit.kind === 'remove'
  const attribute = edit.kind === 'text' ? (edit.attribute ?? '') : ''
  return `${isCover ? 'cover' : edit.kind} ${edit.path} ${attribute}`
}

/** Sorted, so that equal lists have equal JSON. */
export function sortedPageEdits(edits: PageEdits): PageEdits {
  return edits.toSorted((a, b) => (pageEditTarget(a) < pageEditTarget(b) ? -1 : 1))
}

export function isSamePageEdits(a: PageEdits, b: PageEdits): boolean {
  const ordered = (edits: PageEdits) =>
    edits.map((edit) => `${pageEditTarget(edit)} ${JSON.stringify(Object.entries(edit).toSorted(byName))}`).toSorted()
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function readPageEdit(stored: unknown): PageEdit | null {
  if (!isObject(stored) || !isPagePath(stored['path'])) return null
  const { kind, path, was, to, attribute } = stored
  const files = readFiles(stored['files'])
  if (files === null) return null
  const withFiles = files.length > 0 ? { files } : {}
  switch (kind) {
    case 'text': {
      const known = textAttributes.find((each) => each === attribute)
      if (!isText(was, pageEditLimits.textMax) || !isText(to, pageEditLimits.textMax)) return null
      if (known === undefined && attribute !== undefined) return null
      return { kind, path, ...(known !== undefined && { attribute: known }), was, to }
    }
    case 'image': {
      const { width, height } = stored
      const image = readImage(to)
      if (image === null || typeof was !== 'string' || (was !== '' && !fileHash.test(was))) return null
      return isSize(width) && isSize(height) ? { kind, path, was, to: image, width, height, ...withFiles } : null
    }
    case 'hide':
    case 'blur':
    case 'remove':
      return isText(was, pageEditLimits.coverTextMax) ? { kind, path, was, ...withFiles } : null
    default:
      return null
  }
}

function readImage(stored: unknown): ImageEdit['to'] | null {
  if (!isObject(stored)) return null
  const { file, text, color } = stored
  if (typeof file === 'string') return fileHash.test(file) ? { file } : null
  if (!isText(text, pageEditLimits.wordMarkMax) || text.trim() === '') return null
  const read = typeof color === 'string' ? readColor(color) : null
  return read === null && color !== null && color !== undefined ? null : { text, color: read }
}

function readFiles(stored: unknown): readonly string[] | null {
  if (stored === undefined) return []
  if (!Array.isArray(stored) || stored.length > pageEditLimits.filesMax) return null
  const files = stored.filter((each) => typeof each === 'string' && fileHash.test(each)) as string[]
  return files.length === stored.length ? files : null
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= pageEditLimits.sizeMax
}

const fileHash = /^[\w-]{43}$/
