import type { WordMark } from './page-edits.ts'
import { fillVariables } from './variables.ts'

/* How edits of a captured page look: the server burns it in, the editor shows the same while it isn't saved. */

/** Added to the `style` of an element that is hidden or blurred; its texts become fillers (`filler`). */
export const coverStyles = {
  /** Not visibility, which children may set again. */
  hide: 'opacity:0!important',
  blur: 'filter:blur(6px)!important',
} as const

/** Stands for pictures in what is blurred: this colour, as large as they are. */
export const blurredImageColor = '#c9c6cc'

interface Box {
  readonly width: number
  readonly height: number
}

/** Added to the `style` of an `img` that shows another file: as large as before, the new image within. */
export function fittedStyle(box: Box): string {
  return `${sizeStyle(box)};object-fit:contain!important`
}

/** Added to the `style` of another element; `url` is the file. */
export function backgroundStyle(url: string): string {
  return `background:url("${url}") center/contain no-repeat!important`
}

/** The file an element shows by itself: `was` of an ImageEdit; '' for none. */
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

/** The markup inside of a word mark's `svg`, whose `viewBox` is `0 0 {width} {height}`. `fontSize` as from `wordMarkFontSize`. */
export function wordMarkText({ text, color }: WordMark, { height }: Box, fontSize: string): string {
  const fill = color ?? 'currentColor'
  return (
    `<text x="0" y="${height / 2}" dominant-baseline="central" font-size="${fontSize}" font-weight="700" ` +
    `fill="${fill}">${escapeMarkup(text)}</text>`
  )
}

/** So that the text fits its box: `text` is what is shown, with variables filled in. */
export function wordMarkFontSize(text: string, { width, height }: Box): number {
  const perLetter = 0.62
  const size = Math.min(height * 0.72, width / (perLetter * Math.max(1, [...text].length)))
  return Math.max(4, Math.round(size * 10) / 10)
}

/** What pictures of the page show in place of a text with variables. */
export function withFallbacks(text: string): string {
  return fillVariables(text, {})
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
