import { isBorderShared, sharedBorders } from './collapsed-borders.ts'
import { DrawnStyles, fontOf, paintOf, vectorStyleOf } from './drawn-style.ts'
import {
  boxOf,
  flatChildren,
  frameOffset,
  grown,
  isElement,
  isEmptyBox,
  isText,
  overlaps,
  px,
  styleOf,
  type Box,
  type Offset,
} from './flat-tree.ts'
import { generatedText, numberInList } from './generated-content.ts'
import { isNative } from './native-controls.ts'
import { measurePseudos, type PseudoBoxes } from './pseudo-boxes.ts'
import { textLines } from './text-lines.ts'
import { turnOf, unturned } from './turned.ts'

export interface DrawnPage {
  /** XHTML for a drawing as wide as the page. */
  readonly markup: string
  readonly css: string
  /** Addresses of its files, and their placeholders. */
  readonly files: ReadonlyMap<string, string>
  /** Font families of its texts. */
  readonly families: ReadonlySet<string>
}

/**
 * Everything on a page that touches the areas, as plain boxes and lines at the positions of the browser's layout.
 * Drawing them needs no style sheet, shadow root or frame, and nothing else can move them.
 */
export function drawPage(page: Document, areas: readonly Box[]): DrawnPage {
  const drawing = new Drawing(areas, measurePseudos(page.documentElement, areas))
  const markup = drawing.element(page.documentElement, rootPlace)
  return { markup: canvasOf(page, markup), css: drawing.styles.css(), files: drawing.files, families: drawing.families }
}

interface Place {
  readonly frame: Offset
  /** Origin of the drawn parent's content box. */
  readonly origin: { readonly left: number; readonly top: number }
  readonly decoration: string
  /** Right edge at which a text is cut with an ellipsis. */
  readonly ellipsisAt: number | null
  /** Items of flex and grid containers take a z-index without a position. */
  readonly isItem: boolean
  /** The element's transform, as CSS. */
  readonly turn: string
}

const rootPlace: Place = {
  frame: { x: 0, y: 0 },
  origin: { left: 0, top: 0 },
  decoration: '',
  ellipsisAt: null,
  isItem: false,
  turn: '',
}

/** The background of the whole page, from its root or body. */
function canvasOf(page: Document, markup: string): string {
  const grounds = [page.documentElement, page.body].map((element) => styleOf(element).backgroundColor)
  const ground = grounds.find((color) => color !== 'rgba(0, 0, 0, 0)') ?? 'rgb(255, 255, 255)'
  return `<div xmlns="http://www.w3.org/1999/xhtml" class="us" style="width:100%;height:100%;overflow:hidden;background:${ground}">${markup}</div>`
}

class Drawing {
  readonly styles = new DrawnStyles()
  readonly files = new Map<string, string>()
  readonly families = new Set<string>()

  readonly #areas: readonly Box[]
  readonly #pseudos: PseudoBoxes
  /** Inside a transformed element, which isn't drawn where it was measured. */
  #isTurned = false

  constructor(areas: readonly Box[], pseudos: PseudoBoxes) {
    this.#areas = areas
    this.#pseudos = pseudos
  }

  element(element: Element, place: Place): string {
    const style = styleOf(element)
    if (style.display === 'none') return ''
    if (style.display === 'contents') return this.#children(element, style, place)
    const turn = turnOf(style)
    if (turn !== '' && !element.isSameNode(element.ownerDocument.documentElement)) {
      return this.#turned(element as HTMLElement, turn, place)
    }
    const rect = boxOf(element.getBoundingClientRect(), place.frame)
    const isSeen = !isEmptyBox(rect) && this.#touches(grown(rect, 24, 24))
    if (style.display === 'inline' && !replaced.has(element.localName))
      return this.#inline(element, style, place, isSeen)
    const look = boxLook(element, style)
    const inner: Place = {
      frame: element.localName === 'iframe' ? frameOffset(element, place.frame) : place.frame,
      origin:
        look === 'own'
          ? { left: rect.left + px(style.borderLeftWidth), top: rect.top + px(style.borderTopWidth) }
          : { left: rect.left, top: rect.top },
      decoration: decorationOf(style, place.decoration),
      ellipsisAt: ellipsisOf(element, style, rect) ?? (style.overflowX === 'visible' ? place.ellipsisAt : null),
      isItem: /flex|grid/.test(style.display),
      turn: '',
    }
    const content =
      this.#atomic(element, style, rect, isSeen) ??
      [
        look === 'native' && isSeen ? this.#nativeBox(element, style, rect) : '',
        style.display === 'list-item' ? this.#marker(element, style, inner) : '',
        this.#children(element, style, inner),
        isSeen && style.borderCollapse === 'collapse' && /^(?:inline-)?table$/.test(style.display)
          ? this.#sharedBorders(element, inner)
          : '',
      ].join('')
    if (!isSeen && content === '') return ''
    return this.#box({ rect, origin: place.origin, style: this.#boxStyle(element, style, place, look), content })
  }

  #turned(element: HTMLElement, turn: string, place: Place): string {
    const rect = boxOf(element.getBoundingClientRect(), place.frame)
    if (!this.#touches(grown(rect, 24, 24))) return ''
    const [own, wasTurned] = [element.getAttribute('style'), this.#isTurned]
    for (const [name, value] of unturned) element.style.setProperty(name, value, 'important')
    this.#isTurned = true
    const drawn = this.element(element, { ...place, turn })
    this.#isTurned = wasTurned
    if (own === null) element.removeAttribute('style')
    else element.setAttribute('style', own)
    return drawn
  }

  #sharedBorders(table: Element, { frame, origin }: Place): string {
    return sharedBorders(table, frame)
      .filter(({ box }) => this.#touches(grown(box, 1, 1)))
      .map(({ box, look }) => this.#box({ rect: box, origin, style: look, content: '' }))
      .join('')
  }

  /** The browser's own drawing of a control, below its content. */
  #nativeBox(element: Element, style: CSSStyleDeclaration, rect: Box): string {
    const name = this.styles.classOf(`${nativeLook(style)}padding:0;`)
    return `<${element.localName} class="${name}" style="${placeStyle(rect, rect)}"${this.#attributes(element, ['disabled'])}></${element.localName}>`
  }

  /** A list item's bullet or number, drawn by an item without text at its first line. */
  #marker(element: Element, style: CSSStyleDeclaration, { frame, origin }: Place): string {
    if (style.listStyleType === 'none' && style.listStyleImage === 'none') return ''
    const line = firstLine(element, frame)
    if (line === null || !this.#touches(grown(line.box, 60, 24))) return ''
    const look = styleOf(element, '::marker')
    this.families.add(look.fontFamily)
    const own = /^(?:none|normal)$/.test(look.content) ? null : generatedText(element, look, new Map())
    const type = own === null ? style.listStyleType : JSON.stringify(own)
    const image = style.listStyleImage.replace(
      /url\("([^"]*)"\)/,
      (_, address: string) => `url("${this.#file(address)}")`,
    )
    const name = this.styles.classOf(
      `${fontOf(look)}line-height:${round(line.height)}px;list-style:${style.listStylePosition} ${type} ${image};`,
    )
    const rect = boxOf(element.getBoundingClientRect(), frame)
    const box = {
      left: rect.left + px(style.borderLeftWidth) + px(style.paddingLeft),
      right: rect.right - px(style.borderRightWidth) - px(style.paddingRight),
      top: line.box.top - (line.height - (line.box.bottom - line.box.top)) / 2,
      bottom: line.box.top - (line.height - (line.box.bottom - line.box.top)) / 2 + line.height,
    }
    const number = `display:list-item;counter-set:list-item ${numberInList(element)}`
    return `<p class="${name}" style="${placeStyle(box, origin)};${number}">\u200b</p>`
  }

  #children(element: Element, style: CSSStyleDeclaration, place: Place): string {
    const { before = '', after = '' } = this.#drawnPseudos(element, place)
    const nodes = flatChildren(element).map((child) => {
      if (isElement(child)) return undrawn.has(child.localName) ? '' : this.element(child, place)
      return isText(child) ? this.#text(child, style, place) : ''
    })
    return [before, ...nodes, after].join('')
  }

  #inline(element: Element, style: CSSStyleDeclaration, place: Place, isSeen: boolean): string {
    const paint = isSeen ? this.#paint(style) : ''
    const isPlain = !/background-(?:color|image)|border-\w+-style|box-shadow/.test(paint)
    const boxes = isPlain
      ? ''
      : [...element.getClientRects()]
          .map((rect) => this.#box({ rect: boxOf(rect, place.frame), origin: place.origin, style: paint, content: '' }))
          .join('')
    const inner = { ...place, decoration: decorationOf(style, place.decoration) }
    const content = this.#children(element, style, inner)
    // A separate group, so that its content fades or blurs as one.
    const group =
      style.opacity === '1' && style.filter === 'none' ? '' : `opacity:${style.opacity};filter:${style.filter};`
    if (group === '' || content === '') return boxes + content
    return `<div class="${this.styles.classOf(group)}">${boxes}${content}</div>`
  }

  #text(node: Text, style: CSSStyleDeclaration, place: Place): string {
    if (node.data.trim() === '' || style.visibility !== 'visible') return ''
    const range = node.ownerDocument.createRange()
    range.selectNodeContents(node)
    if (!this.#touches(boxOf(range.getBoundingClientRect(), place.frame))) return ''
    this.families.add(style.fontFamily)
    const font = `${fontOf(style)}${place.decoration}`
    const isPreserved = style.whiteSpaceCollapse === 'preserve' || style.whiteSpace.startsWith('pre')
    return textLines(node, place.frame, isPreserved)
      .filter(({ box }) => this.#touches(box))
      .map(({ text, box }) => this.#line(text, box, font, style, place))
      .join('')
  }

  #line(text: string, box: Box, font: string, style: CSSStyleDeclaration, { origin, ellipsisAt }: Place): string {
    const isCut = ellipsisAt !== null && box.right > ellipsisAt + 1
    const height = box.bottom - box.top
    const look = `${font}line-height:${round(height)}px;white-space:pre;${isCut ? 'overflow:hidden;text-overflow:ellipsis;' : ''}${
      style.textAlign === 'justify' ? 'text-align-last:justify;white-space:pre-wrap;' : ''
    }`
    // Room for rounding at the end of the line.
    const room = style.textAlign === 'justify' ? 0.1 : 1
    const isToLeft = style.direction === 'rtl'
    const right = isCut ? ellipsisAt : box.right + (isToLeft ? 0 : room)
    const left = isToLeft ? box.left - room : box.left
    const place = placeStyle({ ...box, left, right }, origin)
    return `<p class="${this.styles.classOf(look)}" style="${place}">${escapeMarkup(text)}</p>`
  }

  #box({ rect, origin, style, content }: DrawnBox): string {
    return `<div class="${this.styles.classOf(style)}" style="${placeStyle(rect, origin)}">${content}</div>`
  }

  #boxStyle(element: Element, style: CSSStyleDeclaration, place: Place, look: BoxLook): string {
    const isClipping = style.overflowX !== 'visible' || style.overflowY !== 'visible' || element.localName === 'iframe'
    const isPlaced = style.position !== 'static' || style.transform !== 'none'
    const layer = style.zIndex !== 'auto' && (isPlaced || place.isItem) ? `z-index:${style.zIndex};` : ''
    // Boxes are placed where they were measured; a transform is kept only for its stacking context.
    const moved = style.transform === 'none' || layer !== '' ? '' : 'z-index:0;'
    const paint =
      look === 'own' ? this.#paint(style) : this.#paint(style).replace(look === 'native' ? ownLook : ownBorder, '')
    return `${paint}${place.turn}${isClipping ? 'overflow:hidden;' : ''}${isPlaced ? 'position:relative;' : ''}${layer}${moved}`
  }

  #paint(style: CSSStyleDeclaration): string {
    return paintOf(style, (address) => this.#file(address))
  }

  /** Elements whose content isn't made of boxes and lines; null for others. */
  #atomic(element: Element, style: CSSStyleDeclaration, rect: Box, isSeen: boolean): string | null {
    const { localName } = element
    if (!replaced.has(localName)) return null
    if (!isSeen) return ''
    const [width, height] = [rect.right - rect.left, rect.bottom - rect.top]
    const hasEdge = !isNative(element, style)
    const across = hasEdge ? px(style.borderLeftWidth) + px(style.borderRightWidth) : 0
    const down = hasEdge ? px(style.borderTopWidth) + px(style.borderBottomWidth) : 0
    const size = `width:${round(width - across)}px;height:${round(height - down)}px;`
    const inside = `padding:${style.padding};${size}`
    switch (localName) {
      case 'img': {
        const source = (element as HTMLImageElement).currentSrc || (element as HTMLImageElement).src
        if (source === '') return ''
        const look = this.styles.classOf(
          `${inside}object-fit:${style.objectFit};object-position:${style.objectPosition};`,
        )
        return `<img class="${look}" alt="" src="${this.#file(source)}"/>`
      }
      case 'svg':
        return this.#vector(element, size)
      case 'input':
      case 'textarea':
      case 'progress':
      case 'meter':
        return this.#control(
          element,
          style,
          hasEdge ? `${inside}background:none;border:0;appearance:${style.appearance};` : inside,
        )
      default:
        return ''
    }
  }

  #control(element: Element, style: CSSStyleDeclaration, inside: string): string {
    this.families.add(style.fontFamily)
    const look = `${nativeLook(style)}${fontOf(style)}${inside}text-align:${style.textAlign};resize:${style.resize};`
    const name = this.styles.classOf(look)
    const hint = styleOf(element, '::placeholder')
    return `<style>.${name}::placeholder{color:${hint.color};-webkit-text-fill-color:${hint.webkitTextFillColor}}</style><${element.localName} class="${name}"${this.#attributes(element, controlAttributes)}></${element.localName}>`
  }

  #attributes(element: Element, names: readonly string[]): string {
    return names
      .flatMap((each) => {
        const value = element.getAttribute(each)
        return value === null ? [] : [` ${each}="${escapeMarkup(value)}"`]
      })
      .join('')
  }

  #vector(svg: Element, size: string): string {
    const copy = svg.cloneNode(true) as Element
    const originals = [svg, ...svg.querySelectorAll('*')]
    const copies = [copy, ...copy.querySelectorAll('*')]
    copies.forEach((each, index) => {
      const original = originals[index]
      if (original === undefined || !/^[a-z]/i.test(each.localName)) return
      if (each.localName === 'style') return each.replaceChildren()
      each.removeAttribute('class')
      const file = each.localName === 'image' ? each.getAttribute('href') : null
      if (file !== null) each.setAttribute('href', this.#file(new URL(file, original.baseURI).href))
      each.setAttribute(
        'style',
        each === copy ? `${vectorStyleOf(original)}display:block;transform:none;${size}` : vectorStyleOf(original),
      )
    })
    const sprites = usedElsewhere(svg).map((each) => serialize(each.cloneNode(true)))
    return `${serialize(copy)}${sprites.length === 0 ? '' : `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${sprites.join('')}</defs></svg>`}`
  }

  #drawnPseudos(element: Element, place: Place): { readonly before?: string; readonly after?: string } {
    const drawn = (
      boxes: PseudoBoxes extends ReadonlyMap<Element, infer Found> ? Found : never,
      which: 'before' | 'after',
    ) => {
      const found = boxes[which]
      if (found === undefined) return ''
      const style = styleOf(element, `::${which}`)
      this.families.add(style.fontFamily)
      const font = `${fontOf(style)}${place.decoration}`
      const lines = found.lines.map(({ text, box }) =>
        this.#line(text, box, font, style, { ...place, origin: found.box }),
      )
      const layer =
        style.position === 'static'
          ? ''
          : `position:relative;${style.zIndex === 'auto' ? '' : `z-index:${style.zIndex};`}`
      const image =
        found.image === null
          ? ''
          : `<img alt="" style="${placeStyle(found.box, found.box)}" src="${this.#file(new URL(found.image, element.baseURI).href)}"/>`
      return this.#box({
        rect: found.box,
        origin: place.origin,
        style: `${this.#paint(style)}border-width:${style.borderWidth};${found.turn}${layer}`,
        content: image + lines.join(''),
      })
    }
    const found = this.#pseudos.get(element)
    return found === undefined ? {} : { before: drawn(found, 'before'), after: drawn(found, 'after') }
  }

  #file(address: string): string {
    const known = this.files.get(address)
    if (known !== undefined) return known
    const mark = `us-file-${this.files.size}-`
    this.files.set(address, mark)
    return mark
  }

  #touches(box: Box): boolean {
    return this.#isTurned || this.#areas.some((area) => overlaps(area, box))
  }
}

interface DrawnBox {
  readonly rect: Box
  readonly origin: { readonly left: number; readonly top: number }
  readonly style: string
  readonly content: string
}

/** Base style of every drawn box: one grid cell in which margins position each child. */
export const drawnBase =
  '.us,.us div{display:grid;grid-template:0/0;justify-items:start;align-items:start;box-sizing:border-box}' +
  '.us *{grid-area:1/1;box-sizing:border-box;min-width:0;min-height:0}.us p{display:block}.us div{margin:0;padding:0}'

function placeStyle(
  { left, top, right, bottom }: Box,
  origin: { readonly left: number; readonly top: number },
): string {
  return `margin:${round(top - origin.top)}px 0 0 ${round(left - origin.left)}px;width:${round(right - left)}px;height:${round(bottom - top)}px`
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

/** What draws an element's border and background: its own box, the browser, or (the border only) its table. */
type BoxLook = 'own' | 'native' | 'shared'

function boxLook(element: Element, style: CSSStyleDeclaration): BoxLook {
  if (isBorderShared(style)) return 'shared'
  return isNative(element, style) ? 'native' : 'own'
}

const ownBorder = /border-[\w-]+:[^;]*;/g
const ownLook = /(?:border|background)-[\w-]+:[^;]*;/g

/** Without the margins that browsers give to controls. */
function nativeLook({ accentColor, colorScheme }: CSSStyleDeclaration): string {
  return `margin:0;appearance:auto;accent-color:${accentColor};color-scheme:${colorScheme};`
}

/** The first line of text in an element, and how high that line is. */
function firstLine(element: Element, frame: Offset): { readonly box: Box; readonly height: number } | null {
  for (const child of flatChildren(element)) {
    if (isElement(child)) {
      const line = undrawn.has(child.localName) ? null : firstLine(child, frame)
      if (line !== null) return line
    } else if (isText(child) && child.data.trim() !== '') {
      const [line] = textLines(child, frame, false)
      if (line === undefined) continue
      const { box } = line
      return { box, height: px(styleOf(element).lineHeight) || box.bottom - box.top }
    }
  }
  return null
}

/** Underlines of an element extend to the texts inside it. */
function decorationOf(style: CSSStyleDeclaration, outer: string): string {
  if (style.position === 'absolute' || style.display.startsWith('inline-')) return ''
  if (style.textDecorationLine === 'none') return outer
  return `text-decoration:${style.textDecorationLine} ${style.textDecorationStyle} ${style.textDecorationColor} ${style.textDecorationThickness};text-underline-offset:${style.textUnderlineOffset};`
}

function ellipsisOf(element: Element, style: CSSStyleDeclaration, rect: Box): number | null {
  if (style.textOverflow !== 'ellipsis' || style.overflowX === 'visible' || element.scrollWidth <= element.clientWidth)
    return null
  return rect.right - px(style.borderRightWidth) - px(style.paddingRight)
}

/** Symbols that the drawing uses from elsewhere on the page. */
function usedElsewhere(svg: Element): readonly Element[] {
  const root = svg.getRootNode() as Document | ShadowRoot
  return [...svg.querySelectorAll('use')].flatMap((use) => {
    const id = (use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? '').replace(/^#/, '')
    const found = id === '' ? null : root.querySelector(`#${CSS.escape(id)}`)
    return found === null || svg.contains(found) ? [] : [found]
  })
}

function serialize(node: Node): string {
  return new XMLSerializer().serializeToString(node)
}

/** Escapes for XML, and drops control characters that it can't contain. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

const replaced: ReadonlySet<string> = new Set('img svg canvas video input textarea select progress meter'.split(' '))
const undrawn: ReadonlySet<string> = new Set('head style link template script br wbr'.split(' '))
const controlAttributes = 'type value placeholder checked disabled min max low high optimum rows'.split(' ')
