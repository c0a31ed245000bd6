/* Finds menus that style sheets show while their opener is hovered. */

interface HoverRule {
  /** Matches the menu while it is shown. */
  readonly shown: string
  readonly opener: string
}

export interface HoverRules {
  /** Reads the document's style sheets if they have changed. */
  readonly refresh: () => void
  /** The menu around an element, and what has to be hovered; null if no rule shows one. */
  readonly menuAround: (element: Element) => { readonly menu: Element; readonly opener: Element } | null
}

const rulesMax = 20_000

export function createHoverRules(): HoverRules {
  /** Pages add rules all the time, mostly to the same sheet. */
  const read = new WeakMap<CSSStyleSheet, { readonly size: number; readonly rules: readonly HoverRule[] }>()
  let known: readonly HoverRule[] = []
  /** Matches the menus of all rules at once. A press waits for this, and matching thousands one by one takes 10 ms. */
  let anyShown = ':is()'

  function readSheet(sheet: CSSStyleSheet): readonly HoverRule[] {
    const rules = rulesIn(sheet)
    const size = rules?.length ?? 0
    let last = read.get(sheet)
    if (last?.size !== size) {
      const isShort = rules !== null && size <= rulesMax
      last = { size, rules: isShort ? [...rules].flatMap((rule) => hoverRulesIn(rule, '')) : [] }
      read.set(sheet, last)
    }
    return last.rules
  }

  return {
    refresh() {
      known = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(readSheet)
      // Unlike a list, `:is` ignores selectors that the browser can't read here.
      anyShown = `:is(${known.map(({ shown }) => shown).join(', ')})`
    },

    menuAround(element) {
      if (closest(element, anyShown) === null) return null
      for (const { shown, opener } of known) {
        const menu = closest(element, shown)
        const hovered = menu === null ? null : (closest(menu.parentElement, opener) ?? siblingBefore(menu, opener))
        if (menu !== null && hovered !== null) return { menu, opener: hovered }
      }
      return null
    },
  }
}

/** Null for a sheet of another origin. */
function rulesIn(sheet: CSSStyleSheet): CSSRuleList | null {
  try {
    return sheet.cssRules
  } catch {
    return null
  }
}

/** `around`: the selector of the rule that this one is nested in. */
function hoverRulesIn(rule: CSSRule, around: string): readonly HoverRule[] {
  const { selectorText, style, cssRules } = rule as Partial<CSSStyleRule>
  const selector = selectorText?.replaceAll('&', `:is(${around})`) ?? around
  const own = selector.includes(':hover') && style !== undefined && reveals(style) ? splitList(selector) : []
  return [
    ...own.flatMap((each) => hoverRuleOf(each) ?? []),
    ...[...(cssRules ?? [])].flatMap((inner) => hoverRulesIn(inner, selector)),
  ]
}

function reveals({ display, visibility, opacity, maxHeight }: CSSStyleDeclaration): boolean {
  const isFaded = opacity === '' || opacity === '0'
  return (display !== '' && display !== 'none') || visibility === 'visible' || !isFaded || maxHeight !== ''
}

/** Splits a selector list at its outer commas. */
function splitList(selector: string): readonly string[] {
  return selector.match(/(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^,(])+/g) ?? []
}

/** Null if the hovered element is the one that changes. */
function hoverRuleOf(selector: string): HoverRule | null {
  const at = selector.lastIndexOf(':hover')
  if (at === -1 || !/^[^\s>+~]*[\s>+~]/.test(selector.slice(at + ':hover'.length))) return null
  const opener = /(?:[^\s>+~,()]|\([^()]*\))*$/.exec(selector.slice(0, at))?.[0] ?? ''
  return { shown: selector, opener: opener === '' ? '*' : opener }
}

/** Null for a selector that the browser can't read here. */
function closest(element: Element | null, selector: string): Element | null {
  try {
    return element?.closest(selector) ?? null
  } catch {
    return null
  }
}

function siblingBefore(menu: Element, selector: string): Element | null {
  for (let at = menu.previousElementSibling; at !== null; at = at.previousElementSibling) {
    if (closest(at, selector) === at) return at
  }
  return null
}
