import type { RawSheet } from './raw-snapshot.ts'

/** How many rules a style element's own text has. A different count means that a script added or removed rules. */
const ownRules = new WeakMap<CSSStyleSheet, { readonly text: string; readonly count: number }>()

/** The style sheet of an element; null when it doesn't apply. */
export function sheetOf(element: HTMLStyleElement | HTMLLinkElement | SVGStyleElement): RawSheet | null {
  const { sheet } = element
  if (sheet === null || sheet.disabled || !isOfChosenSet(sheet)) return null
  const base = element.baseURI
  if (element.localName === 'link') {
    const { href } = element as HTMLLinkElement
    // A page's own blob can't be fetched from outside, but its rules can be read.
    return /^https?:/.test(href) ? { href } : { text: rulesOf(sheet), base }
  }
  const text = element.textContent
  return { text: text.trim() !== '' && hasOnlyItsOwnRules(sheet, text) ? text : rulesOf(sheet), base }
}

/**
 * Browsers apply only one set of titled sheets, and offer no way to ask which. If a page switches sets, the sheets of the
 * others are marked as disabled.
 */
function isOfChosenSet({ title, ownerNode }: CSSStyleSheet): boolean {
  if ((title ?? '') === '' || !(ownerNode?.getRootNode() instanceof Document)) return true
  const titled = [...(ownerNode.ownerDocument ?? document).styleSheets].filter((each) => (each.title ?? '') !== '')
  if (titled.some(({ disabled }) => disabled)) return true
  return titled.find((each) => !isAlternate(each.ownerNode))?.title === title
}

function isAlternate(owner: CSSStyleSheet['ownerNode']): boolean {
  return owner instanceof HTMLLinkElement && owner.relList.contains('alternate')
}

/** `known` holds sheets that were read before: hundreds of shadow roots can share a few. */
export function adoptedSheets(root: Document | ShadowRoot, known: Map<CSSStyleSheet, RawSheet>): readonly RawSheet[] {
  const base = (root.ownerDocument ?? root).baseURI
  return [...root.adoptedStyleSheets]
    .filter((sheet) => !sheet.disabled)
    .map((sheet) => {
      const read = known.get(sheet) ?? { text: inMedia(rulesOf(sheet), sheet.media.mediaText), base }
      known.set(sheet, read)
      return read
    })
}

function inMedia(text: string, media: string): string {
  return media === '' ? text : `@media ${media} {${text}}`
}

function hasOnlyItsOwnRules(sheet: CSSStyleSheet, text: string): boolean {
  let own = ownRules.get(sheet)
  if (own?.text !== text) {
    const parsed = new CSSStyleSheet()
    parsed.replaceSync(text)
    own = { text, count: parsed.cssRules.length }
    ownRules.set(sheet, own)
  }
  // Constructed sheets ignore imports.
  const imports = [...sheet.cssRules].filter((rule) => rule instanceof CSSImportRule).length
  return sheet.cssRules.length - imports === own.count
}

function rulesOf(sheet: CSSStyleSheet): string {
  try {
    return [...sheet.cssRules].map((rule) => rule.cssText).join('\n')
  } catch {
    // A sheet of another origin without CORS.
    return ''
  }
}
