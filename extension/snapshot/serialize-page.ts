import { rewriteCss } from '#domain/css-addresses.ts'
import { filler } from '#domain/filler.ts'
import { isSnapshotElement, stillness } from '#domain/snapshot-markup.ts'
import { snapshotLimits } from '#protocol/snapshots.ts'

import { anyShadowRootOf } from '../capture/shadow-tree.ts'
import { inlineBlobs, readBlob } from './page-blobs.ts'
import { createCustomStates } from './custom-states.ts'
import { matchingFeatures } from './media-features.ts'
import { adoptedSheets, sheetOf } from './page-sheets.ts'
import {
  backdropOf,
  innerDocument,
  isCutFromPicture,
  isPlugged,
  ringStyle,
  scrollMarker,
  statefulIn,
  statesOf,
  topLayerStyle,
} from './page-states.ts'
import { escapeAttribute, escapeText, keepAttribute, publicStyle, withoutSecrets } from './public-markup.ts'
import { createRenamer } from './rename-secrets.ts'
import type { PicturePart, RawAsset, RawSheet, RawSnapshot } from './raw-snapshot.ts'
import { tintsOver } from './tints.ts'
import { intersect, isInside, isOutside, seenHolders, seenText, type Clip } from './seen-part.ts'

export interface SerializeOptions {
  /** Our own elements, which are skipped. */
  readonly isOurs: (node: Node) => boolean
  /** Yields, so that the page may run before the rest is read. */
  readonly isSliceOver: () => boolean
}

/** Does the same without slices; null if that would block the page for longer than `budgetMs`. */
export function serializePage(isOurs: SerializeOptions['isOurs'], budgetMs: number): RawSnapshot | null {
  const deadline = performance.now() + budgetMs
  const { done, value } = readPageInSlices({ isOurs, isSliceOver: () => performance.now() > deadline }).next()
  return done === true ? value : null
}

/**
 * Serialises what a browser needs to show the page at rest; docs/snapshots.md lists what is left out, and why. Null if
 * the page is too large. The caller drops the result if the page changed between slices.
 */
export function* readPageInSlices({ isOurs, isSliceOver }: SerializeOptions): Generator<void, RawSnapshot | null> {
  const mark = `us${crypto.randomUUID().replaceAll('-', '')}`
  const assets: RawAsset[] = []
  const sheets: RawSheet[] = []
  const names = new Map<string, string>()
  const links = new Map<RawSheet, string>()
  const adopted = new Map<CSSStyleSheet, RawSheet>()
  const rename = createRenamer(mark)
  const customStates = createCustomStates()
  const publicTexts = new Map<string, string>()
  let elements = 0
  let blurredScreens = 0

  function assetOf(url: string): string {
    const known = names.get(url)
    if (known !== undefined) return known
    const asset = { url }
    const name = `${mark}a${assets.push(asset) - 1}`
    names.set(url, name)
    if (url.startsWith('blob:')) void readBlob(url).then((data) => (asset.url = data))
    return name
  }

  /** The name of the element's part of the picture. */
  function cut(element: Element, box: DOMRect, frame: Pick<PicturePart, 'x' | 'y'>): string {
    const tints = tintsOver(element, frame)
    const area = { x: box.left + frame.x, y: box.top + frame.y, width: box.width, height: box.height }
    return `${mark}a${assets.push({ part: tints.length > 0 ? { ...area, tints } : area }) - 1}`
  }

  function inlineCss(css: string, base: string): string {
    if (!/url|image-set|[-_\w\\]{20}/i.test(css)) return css
    return rewriteCss(css, {
      address: (address) => (address.startsWith('#') ? `#${rename(address.slice(1))}` : assetOfPage(address, base)),
      name: rename,
    })
  }

  function assetOfPage(address: string, base: string): string | null {
    const url = URL.parse(address, base)
    return url !== null && /^(?:https?|data|blob):$/.test(url.protocol) ? assetOf(url.href) : null
  }

  function sheetLink(sheet: RawSheet, media: string): string {
    customStates.readNames(sheet)
    let name = links.get(sheet)
    if (name === undefined) {
      name = `${mark}s${sheets.push(sheet) - 1}`
      links.set(sheet, name)
      if ('text' in sheet) inlineBlobs(sheet)
    }
    return `<link rel="stylesheet" href="${name}"${media === '' ? '' : ` media="${escapeAttribute(media)}"`}>`
  }

  function* serializeDocument(
    page: Document,
    frame: Pick<PicturePart, 'x' | 'y'>,
    clip: Clip,
  ): Generator<void, string> {
    const output: string[] = page.compatMode === 'CSS1Compat' ? ['<!DOCTYPE html>'] : []
    const writer = { output, page, frame, holders: seenHolders(page, clip), stateful: statefulIn(page) }
    yield* write(page.documentElement, clip, writer)
    return output.join('')
  }

  interface Writer {
    readonly output: string[]
    readonly page: Document
    /** The document's position in the picture. */
    readonly frame: Pick<PicturePart, 'x' | 'y'>
    readonly holders: ReadonlySet<Element>
    /** Elements with one of the states, read at once because the pointer may move between slices. */
    readonly stateful: ReadonlySet<Element>
  }

  /** `nodes` is a copy, because scripts may add undrawn nodes between slices. */
  function* writeAll(nodes: readonly Node[], clip: Clip, writer: Writer, isFar: boolean): Generator<void, void> {
    for (const node of nodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (isFar) writer.output.push(escapeText(filler((node as Text).data)))
        else writeText(node as Text, clip, writer.output)
      } else if (node.nodeType === Node.ELEMENT_NODE && !isOurs(node)) {
        yield* write(node as Element, clip, writer, isFar)
      }
    }
  }

  function* write(element: Element, clip: Clip, writer: Writer, isFar = false): Generator<void, void> {
    elements += 1
    if (elements > snapshotLimits.elementsMax) throw new OverBudget()
    if (isSliceOver()) yield
    const tag = element.localName
    const isSvg = element.namespaceURI === 'http://www.w3.org/2000/svg'
    if ((!isSnapshotElement(tag, isSvg ? 'svg' : 'html') && !isPlugged(element)) || tag === 'template') return
    if (tag === 'style' || tag === 'link') {
      const sheet = isStyle(element) ? sheetOf(element) : null
      if (sheet !== null) writer.output.push(sheetLink(sheet, element.getAttribute('media') ?? ''))
      return
    }
    yield* writeElement(element, { tag, isSvg, clip, isWithinFar: isFar }, writer)
  }

  interface Place {
    readonly tag: string
    readonly isSvg: boolean
    readonly clip: Clip
    /** Whether the parent is off-screen, so that measuring can be skipped. */
    readonly isWithinFar: boolean
  }

  function* writeElement(
    element: Element,
    { tag, isSvg, clip: outer, isWithinFar }: Place,
    writer: Writer,
  ): Generator<void, void> {
    const { output, page, frame, holders, stateful } = writer
    const isRoot = element === page.documentElement || element === page.body
    const box = isWithinFar && tag !== 'img' && !setsColumns(element) ? farBox : element.getBoundingClientRect()
    const isEmpty = box.width === 0 && box.height === 0
    const isGone = !isSvg && !isRoot && isEmpty && isNotDisplayed(element) && !holdsDefinitions(element)
    const clip = isSvg || isRoot ? outer : clipWithin(element, box, outer)
    // Skip the slow checks off-screen, where most of a long page is.
    const isFar = isWithinFar || (!isSvg && !isRoot && hasArea(box) && isOutside(box, clip) && !holders.has(element))
    if (!isFar) {
      blurredScreens += blurredShare(element, intersect(clip, box))
      if (blurredScreens > blurredScreensMax) throw new OverBudget()
    }
    const hasState = !isFar && stateful.has(element)
    const isCut = !isGone && !isRoot && !isFar && isCutFromPicture(element)
    // Without script, browsers render the content of these elements.
    const written = isPlugged(element) || (isCut && (tag === 'canvas' || tag === 'video')) ? 'img' : tag
    if (hasState && !isGone) output.push(backdropOf(element))
    output.push(`<${written}`)
    for (const attribute of element.attributes) {
      const kept = keepAttribute(element, attribute, isSvg, rename)
      if (kept !== null) output.push(` ${attribute.name}="${escapeAttribute(kept)}"`)
    }
    const shadow = isSvg ? null : anyShadowRootOf(element)
    if (shadow !== null) for (const sheet of adoptedSheets(shadow, adopted)) customStates.readNames(sheet)
    for (const [name, value] of [...statesOf(element, hasState), ...customStates.of(element)])
      output.push(` ${name}="${escapeAttribute(value)}"`)
    const own = element.getAttribute('style') ?? ''
    let style = own === '' ? '' : inlineCss(publicStyle(own), element.baseURI)
    if (hasState && !isGone) style += topLayerStyle(element, box) + ringStyle(element)
    // What hides it may be a state, such as that of a closed popover.
    if (isGone) style += ';display:none!important'
    style += columnStyle(element, box, clip)
    if (!isGone && !isCut && !isFar && !isRoot && !isSvg && [...element.childNodes].some(hidesSecret)) {
      style += keptSize(element, box)
    }
    if (!isWithinFar && !isRoot && !isSvg) style += skippedStyle(element, box, isFar)
    if (tag === 'img') style += writeSource(element as HTMLImageElement, { box, clip }, writer)
    if (isSvg) writeReference(element, output)
    if (isCut) {
      const name = isOutside(box, clip) ? null : cut(element, box, frame)
      if (written === 'img' && name !== null) output.push(` src="${name}"`)
      style += (written === 'img' ? imageStyle(element, box) : cutStyle(name, box)) + unfadedStyle(element)
    }
    if (element === page.documentElement) style += rootStyle(page)
    const marker = isGone || isCut || isSvg || isFar ? '' : scrollMarker(element, page)
    if (marker !== '' && !isRoot) style += scrollerStyle(element)
    if (style !== '') output.push(` style="${escapeAttribute(style)}"`)
    const inner = tag === 'iframe' ? innerDocument(element as HTMLIFrameElement) : null
    if (inner !== null && !isGone && !isOutside(box, clip)) {
      const within = { x: box.left + frame.x + element.clientLeft, y: box.top + frame.y + element.clientTop }
      const view = { left: 0, top: 0, right: element.clientWidth, bottom: element.clientHeight }
      output.push(` srcdoc="${escapeAttribute(yield* serializeDocument(inner, within, view))}"`)
    }
    output.push('>')
    if (voidElements.has(written) && !isSvg) return
    if (!isGone && !isCut && tag !== 'iframe') {
      if (shadow !== null && !isOurs(shadow)) {
        output.push('<template shadowrootmode="open">')
        yield* writeAll([...shadow.childNodes], clip, { ...writer, stateful: statefulIn(shadow) }, isFar)
        for (const sheet of adoptedSheets(shadow, adopted)) output.push(sheetLink(sheet, ''))
        output.push(`<style>${stillness}</style></template>`)
      }
      if ((tag === 'pre' || tag === 'textarea') && element.textContent.startsWith('\n')) output.push('\n')
      yield* writeAll([...element.childNodes], clip, writer, isFar)
    }
    if (element === page.body) {
      for (const sheet of adoptedSheets(page, adopted)) output.push(sheetLink(sheet, ''))
      output.push(`<style>${stillness}</style>`)
    }
    if (marker !== '') output.push(`<span style="${marker}"></span>`)
    output.push(`</${tag}>`)
  }

  function writeText(text: Text, clip: Clip, output: string[]): void {
    const { data, parentElement } = text
    if (data.trim() === '' || parentElement === null) return void output.push(escapeText(data))
    const isVisible =
      parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      parentElement.namespaceURI !== htmlSpace ||
      getComputedStyle(parentElement).display === 'contents'
    // A shadow host's own text is shown only in a slot.
    const isWhole = () =>
      isInside(parentElement.getBoundingClientRect(), clip) && anyShadowRootOf(parentElement) === null
    const seen = isVisible ? (isWhole() ? data : seenText(text, clip)) : filler(data)
    output.push(escapeText(publicText(seen)))
  }

  function publicText(text: string): string {
    const shown = publicTexts.get(text) ?? withoutSecrets(text)
    publicTexts.set(text, shown)
    return shown
  }

  function hidesSecret(node: Node): boolean {
    return node.nodeType === Node.TEXT_NODE && publicText((node as Text).data) !== (node as Text).data
  }

  /** Writes an img's source; returns additional style for it. */
  function writeSource(
    image: HTMLImageElement,
    { box, clip }: { readonly box: DOMRect; readonly clip: Clip },
    { output, frame }: Writer,
  ): string {
    if (image.currentSrc === '') return ''
    if (isOutside(box, clip)) return `;width:${box.width}px;height:${box.height}px`
    const isFetchable = /^(?:https?|data):/.test(image.currentSrc)
    const name = isFetchable ? assetOf(image.currentSrc) : cut(image, box, frame)
    output.push(` src="${name}"`)
    return ''
  }

  function writeReference(element: Element, output: string[]): void {
    const href = element.getAttribute('href') ?? element.getAttribute('xlink:href')
    if (href === null) return
    if (element.localName === 'image') {
      const name = assetOfPage(href, element.baseURI)
      if (name !== null) output.push(` href="${name}"`)
    } else if (href.startsWith('#')) {
      output.push(` href="#${escapeAttribute(rename(href.slice(1)))}"`)
    }
  }

  try {
    const { clientWidth, clientHeight } = document.documentElement
    const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
    const html = yield* serializeDocument(document, { x: 0, y: 0 }, view)
    if (html.length > snapshotLimits.htmlBytesMax || clientWidth === 0) return null
    return {
      mark,
      html,
      assets,
      sheets,
      loaded: loadedAddresses(),
      features: matchingFeatures(),
      width: clientWidth,
      height: clientHeight > window.innerHeight ? window.innerHeight : clientHeight,
      pictureWidth: window.innerWidth,
    }
  } catch (cause) {
    if (cause instanceof OverBudget) return null
    throw cause
  }
}

class OverBudget extends Error {}

const htmlSpace = 'http://www.w3.org/1999/xhtml'
const voidElements = new Set('br col hr img input link wbr'.split(' '))

function isStyle(element: Element): element is HTMLStyleElement | HTMLLinkElement {
  return element.localName === 'style' || (element as HTMLLinkElement).relList?.contains('stylesheet')
}

/** Elements without area may have visible descendants, so they don't count as off-screen or clipped. */
function hasArea({ width, height }: DOMRect): boolean {
  return width > 0 && height > 0
}

/** Placeholder box for everything far off-screen. */
const farBox = new DOMRect(-1e6, -1e6, 1, 1)

/** Keeps a table's column widths, whatever filler replaces the text of its hidden rows. */
function columnStyle(element: Element, box: DOMRect, clip: Clip): string {
  if (!setsColumns(element)) return ''
  if (element.localName !== 'table') return `;box-sizing:border-box!important;width:${box.width}px!important`
  return isInside(box, clip) ? '' : `${sizeStyle(box)};table-layout:fixed!important`
}

/** Keeps the size of an element whose text became shorter, so that nothing after it moves. */
function keptSize(element: Element, box: DOMRect): string {
  if (getComputedStyle(element).display !== 'inline') return sizeStyle(box)
  // A text of several lines has no width of its own.
  if (element.getClientRects().length !== 1) return ''
  return `;display:inline-block!important;box-sizing:border-box!important;width:${box.width}px!important`
}

/**
 * Browsers skip elements with `content-visibility: auto` while they are off-screen, and know their size only after they
 * were on the screen once. Until then, elements that are on the screen can appear to be off-screen.
 */
function skippedStyle(element: Element, box: DOMRect, isFar: boolean): string {
  const { contentVisibility, contain } = getComputedStyle(element)
  if (contentVisibility !== 'auto') return ''
  if (isFar) return sizeStyle(box)
  // `auto` has the same containment.
  const own = contain === 'none' || contain === 'content' ? '' : contain.replaceAll(/layout|style|paint/g, '')
  return `;content-visibility:visible!important;contain:${own === 'strict' ? own : `${own} layout style paint`}!important`
}

/** Takes the place of an element that can't be written. */
function imageStyle(element: Element, box: DOMRect): string {
  const display = getComputedStyle(element).display.replace('math', 'inline-block')
  // A formula's line is about in its middle, an image's at its bottom.
  const place = element.localName === 'math' ? ';vertical-align:middle' : ''
  return `${sizeStyle(box)};display:${display}${place}`
}

/** A table, or a cell of its first row. */
function setsColumns(element: Element): boolean {
  const { localName } = element
  if (localName !== 'td' && localName !== 'th') return localName === 'table'
  const row = element.parentElement as HTMLTableRowElement | null
  if (row?.previousElementSibling?.localName === 'tr') return false
  // Not rowIndex, which is slow because it counts the rows before.
  return row?.localName === 'tr' && row.closest('table')?.rows[0] === row
}

/** Children of a shadow host that no slot shows have no style at all. */
function isNotDisplayed(element: Element): boolean {
  return /^(?:none)?$/.test(getComputedStyle(element).display)
}

/** SVG sprites are hidden but used elsewhere. */
function holdsDefinitions(element: Element): boolean {
  return element.localName === 'head' || element.querySelector('svg symbol, svg defs') !== null
}

function clipWithin(element: Element, box: DOMRect, outer: Clip): Clip {
  // Positioned elements may escape an ancestor's clipping.
  const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
  const isFree =
    isOutside(box, outer) && !isOutside(box, screen) && /fixed|absolute/.test(getComputedStyle(element).position)
  const clip = isFree ? screen : outer
  if (hasArea(box) && isOutside(box, clip)) return clip
  const overflows = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
  if (!overflows || getComputedStyle(element).overflow === 'visible') return clip
  return intersect(clip, box)
}

/** Five blurred layers over the whole screen stall Chromium without a GPU for 1.7 s, three don't. */
const blurredScreensMax = 3
/** Twenty small ones don't stall it either. */
const leastShare = 0.1

/** How much of the screen shows a blurred backdrop of the element; 0 for small elements. */
function blurredShare(element: Element, { left, top, right, bottom }: Clip): number {
  const share = ((right - left) * (bottom - top)) / (window.innerWidth * window.innerHeight)
  if (right < left || share < leastShare) return 0
  return /^(?:none)?$/.test(getComputedStyle(element).backdropFilter) ? 0 : share
}

/** The URLs the page has fetched, a fraction of those in style sheets. Null if the browser's buffer was full. */
function loadedAddresses(): readonly string[] | null {
  const entries = performance.getEntriesByType('resource')
  return entries.length >= countedMax ? null : entries.map(({ name }) => name)
}

/** The browser's default buffer size. */
const countedMax = 250

/** Shows the element's part of the picture as its background. */
function cutStyle(name: string | null, box: DOMRect): string {
  const cut = name === null ? 'none' : `url(${name}) 0 0/${box.width}px ${box.height}px no-repeat border-box border-box`
  return `${sizeStyle(box)};background:${cut}!important${drawnInPicture}`
}

/** The picture shows it faded already. */
function unfadedStyle(element: Element): string {
  const { opacity, filter, mixBlendMode } = getComputedStyle(element)
  if (opacity === '1' && filter === 'none' && mixBlendMode === 'normal') return ''
  return ';opacity:1!important;filter:none!important;mix-blend-mode:normal!important'
}

/** Borders, arrows, hints and empty dates would be drawn over the picture. */
const drawnInPicture =
  ';appearance:none!important;border-color:transparent!important;-webkit-text-fill-color:transparent!important'

function sizeStyle({ width, height }: DOMRect): string {
  return `;box-sizing:border-box!important;width:${width}px!important;height:${height}px!important`
}

function rootStyle(page: Document): string {
  const scheme = getComputedStyle(page.documentElement).colorScheme
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const chosen = scheme.includes('light') && scheme.includes('dark') ? `;color-scheme:${isDark ? 'dark' : 'light'}` : ''
  return `${chosen};overflow:hidden!important${scrollMarker(page.body, page) === '' ? '' : snapping}`
}

/** The style of an element that contains the scroll marker, which is positioned in it. */
function scrollerStyle(element: Element): string {
  return `${snapping}${getComputedStyle(element).position === 'static' ? ';position:relative' : ''}`
}

const snapping = ';scroll-snap-type:both mandatory!important;scroll-padding:0!important;scroll-behavior:auto!important'
