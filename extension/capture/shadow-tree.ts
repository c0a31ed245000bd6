/** Open or closed: Chrome gives extensions both. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot !== null) return element.shadowRoot
  return element instanceof HTMLElement && element.localName.includes('-')
    ? (globalThis.chrome?.dom?.openOrClosedShadowRoot(element) ?? null)
    : null
}

/** The rendered parent: its slot, its parent, or the host of its shadow root. */
export function parentAcrossShadow(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot
  if (element.parentElement !== null) return element.parentElement
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}
