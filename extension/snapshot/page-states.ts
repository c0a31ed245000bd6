import { knownEditors, typedFields } from '../capture/editing-surface.ts'
import { fieldStates } from './pseudo-states.ts'

/** The elements of a tree that are hovered, focused, open, modal, full-screen or addressed. */
export function statefulIn(root: Document | ShadowRoot): ReadonlySet<Element> {
  return new Set(root.querySelectorAll(':hover, :focus, :focus-within, :popover-open, :modal, :fullscreen, :target'))
}

/** Attributes for an element's states and chosen values. `hasState`: the element is one of `statefulIn`. */
export function statesOf(element: Element, hasState: boolean): readonly (readonly [string, string])[] {
  const states: (readonly [string, string])[] = []
  if (hasState) states.push(...pseudoStatesOf(element))
  if (/^(?:input|textarea|select|form|fieldset|progress)$/.test(element.localName)) {
    for (const [name, attribute] of fieldStates) if (element.matches(`:${name}`)) states.push([attribute, ''])
  }
  // By tag name, because elements in frames have other classes (`instanceof` fails).
  if (element.localName === 'input' && (element as HTMLInputElement).checked) states.push(['checked', ''])
  if (element.localName === 'option' && (element as HTMLOptionElement).selected) states.push(['selected', ''])
  return states
}

function pseudoStatesOf(element: Element): readonly (readonly [string, string])[] {
  const states: (readonly [string, string])[] = []
  const isFocused = element === (element.getRootNode() as Document | ShadowRoot).activeElement
  if (isFocused && element.localName !== 'body') {
    states.push(['data-u-focus', ''])
    if (element.matches(':focus-visible')) states.push(['data-u-ring', ''])
  }
  if (element.matches(':hover')) states.push(['data-u-hover', ''])
  if (element.matches(':focus-within')) states.push(['data-u-within', ''])
  if (element.matches(':popover-open')) states.push(['data-u-open', ''])
  if (element.matches(':modal')) states.push(['data-u-modal', ''])
  if (element.matches(':fullscreen')) states.push(['data-u-full', ''])
  if (element.matches(':target')) states.push(['data-u-target', ''])
  return states
}

/** Elements that draw their own pixels or hold typed text: shown as pieces of the picture, never read. */
export function isCutFromPicture(element: Element): boolean {
  switch (element.localName) {
    case 'canvas':
    case 'video':
    case 'object':
    case 'embed':
    case 'math':
      return true
    case 'iframe':
      return innerDocument(element as HTMLIFrameElement) === null
    case 'input':
      return isTyped(element as HTMLInputElement)
    case 'textarea':
      return (element as HTMLTextAreaElement).value !== ''
    case 'select':
      return true
    case 'svg':
      return [...element.querySelectorAll('use')].some(
        (use) => !(use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? '#').startsWith('#'),
      )
    default:
      return isEditor(element)
  }
}

/** Documents, plugins and formulas, which a captured page can't contain. */
export function isPlugged({ localName }: Element): boolean {
  return localName === 'object' || localName === 'embed' || localName === 'math'
}

const unwritten = /^(?:button|submit|reset|checkbox|radio|range|color|hidden)$/
function isTyped(input: HTMLInputElement): boolean {
  return !unwritten.test(input.type) && input.value !== ''
}

function isEditor(element: Element): boolean {
  if (element.matches(knownEditors)) return true
  return (element as HTMLElement).isContentEditable && element.matches(typedFields) && element.textContent.trim() !== ''
}

/** The document in a frame; null if it is cross-origin or has no body. */
export function innerDocument(frame: HTMLIFrameElement): Document | null {
  try {
    const inner = frame.contentDocument
    return (inner?.body ?? null) === null ? null : inner
  } catch {
    return null
  }
}

/**
 * The style of a marker at this element's scroll position, to which scroll snapping moves without script. Empty if the
 * element isn't scrolled.
 */
export function scrollMarker(element: Element, page: Document): string {
  const isRoot = element === page.body
  const scroller = isRoot ? page.scrollingElement : element
  if (scroller === null || (!isRoot && element === page.documentElement)) return ''
  const { scrollLeft, scrollTop } = scroller
  if (scrollLeft === 0 && scrollTop === 0) return ''
  const origin = isRoot && getComputedStyle(element).position !== 'static' ? element.getBoundingClientRect() : null
  // Snapping aligns the start of the text's direction.
  const across =
    getComputedStyle(scroller).direction === 'rtl'
      ? `right:${origin === null ? -scrollLeft : origin.right - scroller.clientWidth}px`
      : `left:${origin === null ? scrollLeft : -origin.left}px`
  const top = origin === null ? scrollTop : -origin.top
  return `position:absolute;${across};top:${top}px;width:1px;height:1px;scroll-snap-align:start;scroll-initial-target:nearest`
}

/** Markup for a modal dialog's backdrop; empty for other elements. */
export function backdropOf(element: Element): string {
  if (!element.matches(':modal')) return ''
  const { backgroundColor, opacity, backdropFilter } = getComputedStyle(element, '::backdrop')
  const look = `background:${backgroundColor};opacity:${opacity};backdrop-filter:${backdropFilter}`
  // A second dialog's backdrop covers the first one. The first stays below popovers.
  const isFirst = element.ownerDocument.querySelector(':modal') === element
  return `<div style="position:fixed;inset:0;z-index:${isFirst ? 2147483646 : 2147483647};${look}"></div>`
}

/** The focus ring, which browsers draw themselves; empty for other elements. */
export function ringStyle(element: Element): string {
  if (!element.matches(':focus-visible')) return ''
  const { outline, outlineOffset } = getComputedStyle(element)
  return `;outline:${outline}!important;outline-offset:${outlineOffset}!important`
}

/** Style that replaces the top layer, which needs script; empty for other elements. */
export function topLayerStyle(element: Element, box: DOMRect): string {
  if (!element.matches(':modal, :popover-open, :fullscreen')) return ''
  const { display, border, padding, backgroundColor, color, overflow } = getComputedStyle(element)
  return (
    `;position:fixed!important;z-index:2147483647!important;inset:${box.top}px auto auto ${box.left}px!important` +
    `;margin:0!important;box-sizing:border-box!important;width:${box.width}px!important;height:${box.height}px!important` +
    `;max-width:none!important;max-height:none!important;display:${display}!important;border:${border};padding:${padding}` +
    `;background-color:${backgroundColor};color:${color};overflow:${overflow}`
  )
}
