import type { RawSheet } from './raw-snapshot.ts'

/*
 * Scripts set the states of custom elements, and style sheets select them by `:state()`. No API lists an element's
 * states, so their names come from the style sheets. An attribute replaces each state.
 */

const attribute = 'data-u-state'
const pseudoClass = /:state\(\s*([\w-]+)\s*\)/g

export function createCustomStates() {
  const names = new Set<string>()
  const read = new WeakSet<RawSheet>()

  return {
    readNames(sheet: RawSheet): void {
      if (!('text' in sheet) || read.has(sheet)) return
      read.add(sheet)
      for (const [, name = ''] of sheet.text.matchAll(pseudoClass)) names.add(name)
    },

    /** Attributes for the element's states. */
    of(element: Element): readonly (readonly [string, string])[] {
      if (!element.localName.includes('-')) return []
      const states = [...names].filter((name) => element.matches(`:state(${name})`))
      return states.length === 0 ? [] : [[attribute, states.join(' ')]]
    },
  }
}

/** Replaces `:state()` selectors with attribute selectors. */
export function selectAttributes(css: string): string {
  return css.replaceAll(pseudoClass, `[${attribute}~="$1"]`)
}
