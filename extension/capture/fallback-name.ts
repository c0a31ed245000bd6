import { parentAcrossShadow } from './shadow-tree.ts'

/* Names for unlabelled elements: tooltips, icon names, and the surrounding heading. */

const iconClass =
  /(?:^|\s)(?:fa[srlbd]?-|fa-(?:solid|regular|brands) fa-|bi-|mdi-|lucide-|icon-|ti-|ri-|tabler-icon-|octicon-|codicon-|pi-|glyphicon-|la-|feather-|ion-|heroicon-|i-[a-z]+[-:])([a-z][a-z\d-]{1,30})/i
const ligatureFonts = '.material-icons, .material-icons-outlined, .material-symbols-outlined, .material-symbols-rounded'
/** Parts of class names that describe only an icon's style. */
const looks = /(?:^|-)(?:fw|lg|sm|xs|xl|\d?x|spin|solid|regular|outline[d]?|fill(?:ed)?|line|icon|o|alt|\d+)(?=-|$)/g
const tooltips = [
  'data-tooltip',
  'data-original-title',
  'data-bs-original-title',
  'data-tooltip-content',
  'data-tip',
  'data-title',
  'mattooltip',
  'title',
  'data-label',
]
const levelsAbove = 8
const iconsLookedAt = 4
const parentsLookedAt = 3

const shortcut = /\s*[([](?:ctrl|control|alt|shift|cmd|command|meta|option|enter|esc|del|[⌘⌥⇧⌃]|f\d)[^)\]]*[)\]]\s*$/i
const instruction = /^(?:double-click|click|press|tap|drag)(?: here)? to (?=\S)/i

/** A tooltip as a name: "Open the menu" for "Click to open the menu (Ctrl+M)". */
export function nameInTooltip(tooltip: string): string {
  const text = withoutShortcut(tooltip.trim())
  const name = text.replace(instruction, '')
  return name === text ? text : name.charAt(0).toUpperCase() + name.slice(1)
}

/** "Send" for "Send (Ctrl+Enter)". */
export function withoutShortcut(text: string): string {
  return text.replace(shortcut, '')
}

/** The tooltip of the element, its icon, or the small elements around it. */
export function tooltipOf(element: Element): string {
  const candidates = [element, element.firstElementChild, ...smallParents(element)]
  for (const each of candidates) {
    for (const name of tooltips) {
      const text = each?.getAttribute(name) ?? ''
      if (text.trim() !== '') return text
    }
  }
  const described = element.getAttribute('aria-describedby')
  const tooltip = described === null ? null : element.ownerDocument.getElementById(described)
  return tooltip?.getAttribute('role') === 'tooltip' ? tooltip.textContent.slice(0, 100) : ''
}

/** Only wrappers without other content. */
function smallParents(element: Element): readonly Element[] {
  const parents: Element[] = []
  let parent = parentAcrossShadow(element)
  while (parent?.childElementCount === 1 && parent.localName !== 'body' && parents.length < parentsLookedAt) {
    parents.push(parent)
    parent = parentAcrossShadow(parent)
  }
  return parents
}

/** What people call a symbol that is a button's only text. */
const symbols: readonly (readonly [RegExp, string])[] = [
  [/^[×✕✖✗✘⨯╳]$/u, 'Close'],
  [/^[+＋➕]$/u, 'Plus'],
  [/^[-−–➖]$/u, 'Minus'],
  [/^[☰≡]$/u, 'Menu'],
  [/^[⋮⋯…]$/u, 'More'],
  [/^[♡♥❤]\ufe0f?$/u, 'Favorite'],
  [/^[☆★⭐]\ufe0f?$/u, 'Star'],
  [/^[⚙]\ufe0f?$/u, 'Settings'],
  [/^[🔍🔎]$/u, 'Search'],
]

/** "Trash" for an icon called `lucide-trash-2`, from its SVG, class or font. */
export function iconNameOf(element: Element): string {
  const text = element.textContent.trim()
  const symbol = symbols.find(([pattern]) => pattern.test(text))
  if (symbol !== undefined) return symbol[1]
  const icons = [element, ...[...element.querySelectorAll('svg, i, span, use, img')].slice(0, iconsLookedAt)]
  for (const icon of icons) {
    const title = icon.localName === 'svg' ? (icon.querySelector(':scope > title')?.textContent ?? '') : ''
    if (title.trim() !== '') return title
    const name = readIcon(icon)
    if (name !== '') return name
  }
  return ''
}

function readIcon(icon: Element): string {
  if (icon.matches(ligatureFonts)) return toWords(icon.textContent)
  const drawing = icon.localName === 'use' ? (icon.getAttribute('href') ?? icon.getAttribute('xlink:href') ?? '') : ''
  const named = /#(?:icon-?)?([a-z][\w-]{1,30})$/i.exec(drawing)?.[1] ?? icon.getAttribute('data-icon') ?? ''
  if (named !== '') return toWords(named)
  const className = icon.getAttribute('class') ?? ''
  return toWords(iconClass.exec(className)?.[1] ?? '')
}

function toWords(name: string): string {
  const words = name.trim().toLowerCase().replaceAll('_', '-').replace(looks, '').replace(/-+/g, ' ').trim()
  if (!/^[a-z][a-z ]{2,29}$/.test(words)) return ''
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The heading of the section around the element, or the section if it has a label; null without one. */
export function headingBefore(element: Element): Element | null {
  let at: Element | null = element
  for (let level = 0; at !== null && level < levelsAbove; level += 1, at = parentAcrossShadow(at)) {
    if (
      level > 0 &&
      at.matches(
        '[role=dialog], [role=region], [role=group], [role=radiogroup], [role=toolbar], section, nav, fieldset, aside',
      ) &&
      at.hasAttribute('aria-label')
    ) {
      return at
    }
    for (let before = at.previousElementSibling; before !== null; before = before.previousElementSibling) {
      const found = before.matches(headings) ? before : lastOf(before)
      if (found !== null) return found
    }
    // A floating element doesn't belong to the section that precedes it in the markup.
    if (getComputedStyle(at).position === 'fixed') return null
  }
  return null
}

const headings = 'h1, h2, h3, h4, h5, h6, [role=heading], legend'

function lastOf(element: Element): Element | null {
  return element.matches('header, div, section') ? ([...element.querySelectorAll(headings)].at(-1) ?? null) : null
}
