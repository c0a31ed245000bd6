import { parentAcrossShadow } from './shadow-tree.ts'

/* Finds menus that scripts show on hover, anywhere in the document. */

/** The pointer entered this element. */
export interface PointerEntry {
  readonly element: Element
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly point: { readonly x: number; readonly y: number }
}

export interface ScriptedMenus {
  /** The menu around an element, and the element whose hover opened it; null if no hover did. */
  readonly menuAround: (element: Element) => { readonly menu: Element; readonly entry: PointerEntry } | null
}

/** Menus open after a short delay. */
const delayMs = 1_000
const recordsRead = 200

/** `lastEntry`: what the pointer entered since the last press or key. */
export function observeScriptedMenus(lastEntry: () => PointerEntry | null, signal: AbortSignal): ScriptedMenus {
  const shown = new WeakMap<Element, PointerEntry>()
  const observer = new MutationObserver((records) => {
    const entry = lastEntry()
    if (entry === null || Date.now() - entry.at > delayMs) return
    for (const { target, addedNodes, type } of records.slice(0, recordsRead)) {
      for (const node of type === 'attributes' ? [target] : addedNodes) {
        if (node instanceof Element && !node.contains(entry.element)) shown.set(node, entry)
      }
    }
  })
  const attributeFilter = ['class', 'style', 'hidden', 'data-state', 'open']
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter })
  signal.addEventListener('abort', () => observer.disconnect())

  return {
    menuAround(element) {
      for (let at: Element | null = element; at !== null; at = parentAcrossShadow(at)) {
        const entry = shown.get(at)
        if (entry !== undefined) return { menu: at, entry }
      }
      return null
    },
  }
}
