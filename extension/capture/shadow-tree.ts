import { isShadowHost } from '#domain/snapshot-markup.ts'

const htmlSpace = 'http://www.w3.org/1999/xhtml'

/** Open or closed; browsers give extensions access to both. Widgets put closed ones into empty elements. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const isLikely = element.localName.includes('-') || element.firstChild === null
  return isLikely ? anyShadowRootOf(element) : element.shadowRoot
}

/** Also a closed one of a plain element with content, which takes longer: asking is as slow as measuring a box. */
export function anyShadowRootOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot !== null) return element.shadowRoot
  // Not `instanceof`, because elements in frames have other classes.
  if (element.namespaceURI !== htmlSpace || !isShadowHost(element.localName)) return null
  return globalThis.chrome?.dom?.openOrClosedShadowRoot(element as HTMLElement) ?? inFirefox(element)
}

function inFirefox(element: Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null }): ShadowRoot | null {
  return element.openOrClosedShadowRoot ?? null
}

/** The rendered parent: its slot, its parent, or the host of its shadow root. */
export function parentAcrossShadow(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot
  if (element.parentElement !== null) return element.parentElement
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}
