/** Open or closed; browsers give extensions access to both. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot !== null) return element.shadowRoot
  if (!(element instanceof HTMLElement) || !element.localName.includes('-')) return null
  return globalThis.chrome?.dom?.openOrClosedShadowRoot(element) ?? inFirefox(element)
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
