import type { WordMark } from './page-edits.ts'
import { fillVariables } from './variables.ts'

/* How edits of a captured page look. The server burns them in; the editor shows unsaved ones the same way. */

/** Added to the `style` of an element that is hidden or blurred; its texts become fillers (`filler`). */
export const coverStyles = {
  /** Not visibility, which children may set again. */
  hide: 'opacity:0!important',
  blur: 'filter:blur(6px)!important',
} as const

/** Replaces pictures in blurred elements, at their size. */
export const blurredImageColor = '#c9c6cc'

interface Box {
  readonly width: number
  readonly height: number
}

/** Added to the `style` of an `img` that shows another file: keeps its size and fits the new image into it. */
export function fittedStyle(box: Box): string {
  return `${sizeStyle(box)};object-fit:contain!important`
}

/** The same for other elements; `url` is the file. Fields show their whole picture, border included, as background. */
export function backgroundStyle(url: string): string {
  return `background:url("${url}") center/contain no-repeat border-box!important`
}

/** The file that an element itself shows, as in `was` of an ImageEdit; '' for none. */
export function imageFileOf(tagName: string, attribute: (name: string) => string | null): string {
  const named = tagName === 'img' ? attribute('src') : tagName === 'image' ? attribute('href') : null
  const file = named ?? /url\("?([\w-]{43})"?\)/.exec(attribute('style') ?? '')?.[1] ?? ''
  return /^[\w-]{43}$/.test(file) ? file : ''
}

/** Added to the `style` of a word mark. */
export function wordMarkStyle(box: Box): string {
  return `${sizeStyle(box)};overflow:visible`
}

function sizeStyle({ width, height }: Box): string {
  return `box-sizing:content-box!important;width:${width}px!important;height:${height}px!important`
}

/** The content of a word mark's `svg` with `viewBox` `0 0 {width} {height}`; `fontSize` from `wordMarkFontSize`. */
export function wordMarkText({ text, color }: WordMark, { height }: Box, fontSize: string): string {
  const fill = color ?? 'currentColor'
  return (
    `<text x="0" y="${height / 2}" dominant-baseline="central" font-size="${fontSize}" font-weight="700" ` +
    `fill="${fill}">${escapeMarkup(text)}</text>`
  )
}

/** The font size at which a text fits the box. `text` has its variables filled in. */
export function wordMarkFontSize(text: string, { width, height }: Box): number {
  const perLetter = 0.62
  const size = Math.min(height * 0.72, width / (perLetter * Math.max(1, [...text].length)))
  return Math.max(4, Math.round(size * 10) / 10)
}

/** A text with its variables' fallbacks, as pictures of the page show it. */
export function withFallbacks(text: string): string {
  return fillVariables(text, {})
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
