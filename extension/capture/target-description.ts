import type { ClickTarget } from '#domain/capture.ts'
import { computeAccessibleName, getRole } from 'dom-accessibility-api'

/*
 * What was clicked, as assistive technology would name it. No function here reads what somebody typed: a field is named
 * by its label only, and names of other elements are put together without the content of fields inside them.
 */

const typedFields =
  'input:not([type=button], [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox], [role=spinbutton], [role=slider], [role=listbox]'

const interactiveTags =
  'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, label, option, [contenteditable]:not([contenteditable=false])'

const interactiveRoles =
  'button link tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch combobox textbox searchbox slider spinbutton treeitem gridcell'

const interactive = `${interactiveTags}, ${interactiveRoles
  .split(' ')
  .map((role) => `[role=${role}]`)
  .join(', ')}`

const nameLimit = 200

/** Describes the nearest interactive ancestor of what was hit, across shadow roots; else the hit element itself. */
export function describeTarget(hit: Element): ClickTarget {
  const element = activationTarget(hit)
  return { role: roleOf(element), name: nameOf(element) }
}

/** The control a click on `hit` works on: its nearest interactive ancestor, a label's field, else `hit`. */
export function activationTarget(hit: Element): Element {
  for (let element: Element | null = hit; element !== null; element = parentAcrossShadow(element)) {
    if (element.matches(interactive)) return labelledField(element) ?? element
  }
  return hit
}

/** Whether text is typed into it, so that its content is private. */
export function isTypedField(element: Element): boolean {
  return element.matches(typedFields)
}

function roleOf(element: Element): string {
  const role = getRole(element)
  if (role !== null && role !== 'presentation' && role !== 'none') return role
  if (element.matches('input[type=file], input[type=color]')) return 'button'
  return isTypedField(element) ? 'textbox' : ''
}

function nameOf(element: Element): string {
  return tidy(isTypedField(element) || refersToField(element) ? nameWithoutValues(element) : computedName(element))
}

/** The library's name, or our own reading where it gives up, as it does for plain text with a click handler. */
function computedName(element: Element): string {
  const name = computeAccessibleName(element)
  if (name !== '' || element.childElementCount > 20) return name
  const text = tidy(textWithoutFields(element))
  return text.length <= nameLimit / 2 ? text : ''
}

/** accname would read a field's content into the name of whatever contains or refers to it. */
function refersToField(element: Element): boolean {
  return [element, ...referenced(element), ...labelsOf(element)].some(
    (part) => part.querySelector(typedFields) !== null,
  )
}

function nameWithoutValues(element: Element): string {
  const texts = [
    referenced(element).map(textWithoutFields).join(' '),
    element.getAttribute('aria-label') ?? '',
    labelsOf(element).map(textWithoutFields).join(' '),
    isTypedField(element) ? '' : textWithoutFields(element),
    element.getAttribute('title') ?? '',
    element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder') ?? '',
    precedingLabelText(element),
  ]
  return texts.map(tidy).find((text) => text !== '') ?? ''
}

/** Forms often put a lone label beside a field without connecting the two. */
function precedingLabelText(element: Element): string {
  if (!isTypedField(element)) return ''
  const label = element.parentElement?.parentElement?.querySelector(':scope > label')
  return label instanceof HTMLLabelElement && label.control === null ? textWithoutFields(label) : ''
}

function referenced(element: Element): readonly Element[] {
  const root = element.getRootNode()
  if (!(root instanceof Document || root instanceof ShadowRoot)) return []
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  return ids.map((id) => root.getElementById(id)).filter((part) => part !== null && part !== element) as Element[]
}

function labelsOf(element: Element): readonly Element[] {
  return 'labels' in element && element.labels instanceof NodeList ? [...(element.labels as NodeListOf<Element>)] : []
}

function labelledField(element: Element): Element | null {
  return element instanceof HTMLLabelElement ? element.control : null
}

function textWithoutFields(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return ''
  if (node.matches(typedFields) || node.matches('script, style, noscript, template, [hidden], [aria-hidden=true]')) {
    return ''
  }
  if (node instanceof HTMLImageElement) return node.alt
  return [...node.childNodes].map(textWithoutFields).join(' ')
}

function parentAcrossShadow(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot
  if (element.parentElement !== null) return element.parentElement
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

function tidy(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > nameLimit ? `${plain.slice(0, nameLimit - 1).trimEnd()}…` : plain
}
