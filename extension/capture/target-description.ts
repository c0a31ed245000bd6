import type { ClickTarget } from '#domain/capture.ts'
import { hiddenText, hideSecrets } from '#domain/secret-text.ts'
import { getRole } from 'dom-accessibility-api'

import { columnHeaderOf } from './column-header.ts'
import { containsHiddenSink, editingSurfaceAround, typedFields } from './editing-surface.ts'
import { headingBefore, iconNameOf, nameInTooltip, tooltipOf, withoutShortcut } from './fallback-name.ts'
import { parentAcrossShadow } from './shadow-tree.ts'

/*
 * Describes a click target like assistive technology: a label or a control's short text, never typed text, table cells
 * or anything that looks like a secret. Bounded, because a click waits for it.
 */

const interactiveTags =
  'a, area[href], button, input:not([type=hidden]), select, textarea, summary, label, option, thead th, [draggable=true], [contenteditable]:not([contenteditable=false])'

const interactiveRoles =
  'button link tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch combobox textbox searchbox slider spinbutton treeitem gridcell columnheader'

const interactive = `${interactiveTags}, ${interactiveRoles
  .split(' ')
  .map((role) => `[role=${role}]`)
  .join(', ')}`

/** These contain data, so only a label can name them. */
const cells = 'td, th, tr, table, [role=cell], [role=gridcell], [role=row], [role=rowheader], [role=grid], [role=table]'

/** Labels of data. */
const columnHeaders = 'thead th, [role=columnheader]'

const notNamed =
  'script, style, noscript, template, [hidden], [aria-hidden=true], [role=group], [role=tree], ul, ol, table, iframe, canvas'

/** Controls that were on before the press. */
const ticked =
  'input[type=checkbox]:checked, [role=checkbox][aria-checked=true], [role=switch][aria-checked=true], [role=switch]:checked'

/** Longer text in a control is content, not its name. */
const textMax = 80
/** Shorter text may be only a symbol. */
const symbolMax = 2
const nameMax = 200
/** How much of a control is read for its name. */
const nodesRead = 150

/** Describes the nearest interactive ancestor across shadow roots, or else the hit element. */
export function describeTarget(hit: Element): ClickTarget {
  const element = activationTarget(hit)
  const surface = isTypedField(element) ? null : editingSurfaceAround(hit)
  if (surface !== null && !(surface.isSingleLine && element !== hit && isControl(element))) {
    const column = toName(columnOf(hit))
    // A spreadsheet cell is selected before it is filled in.
    if (column !== '') return { role: '', name: '', near: column }
    return { role: 'textbox', name: toName(labelOf(surface.field)) }
  }
  const target = { role: roleOf(element), name: nameOf(element), ...(element.matches(ticked) && { isOn: true }) }
  const near = target.name === '' ? toName(placeNameOf(element)) : ''
  return near === '' ? target : { ...target, near }
}

/** The control a click on `hit` works on: its nearest interactive ancestor, a label's field, an option's list, else `hit`. */
export function activationTarget(hit: Element): Element {
  for (let element: Element | null = hit; element !== null; element = parentAcrossShadow(element)) {
    if (element.matches(interactive)) {
      return labelledField(element) ?? listOf(element) ?? partOf(element, hit) ?? element
    }
  }
  return hit
}

/** Whether its markup says that it can be clicked. */
export function isClickable(hit: Element): boolean {
  const element = activationTarget(hit)
  return isControl(element) || looksClickable(element)
}

/** Whether text is typed into it, so that its content is private. */
export function isTypedField(element: Element): boolean {
  return element.matches(typedFields)
}

function roleOf(element: Element): string {
  const role = getRole(element)
  // Nobody fills it in; it opens a calendar or a list.
  if (role === 'textbox' && element.matches('[readonly]')) return ''
  if (role !== null && role !== 'presentation' && role !== 'none') return role
  if (element.matches('input[type=file], input[type=color]')) return 'button'
  return isTypedField(element) ? 'textbox' : ''
}

function nameOf(element: Element): string {
  const texts = [labelOf, nativeName, contentName, titleOf, (at: Element) => nameInTooltip(tooltipOf(at)), iconName]
  for (const read of texts) {
    const name = toName(read(element))
    if (name !== '') return name
  }
  return ''
}

/** A field's icon only opens its list. */
function iconName(element: Element): string {
  return isTypedField(element) ? '' : iconNameOf(element)
}

function columnOf(element: Element): string {
  const header = columnHeaderOf(element)
  return header === null ? '' : textWithoutFields(header).slice(0, textMax)
}

/** The heading or group around it. */
function placeNameOf(element: Element): string {
  const heading = headingBefore(element)
  if (heading === null || editingSurfaceAround(heading) !== null || heading.closest(cells) !== null) return ''
  const text = labelIn(heading) || textWithoutFields(heading)
  return text.length <= textMax ? text : ''
}

function labelIn(element: Element): string {
  return isHeading(element) ? '' : (element.getAttribute('aria-label') ?? '')
}

function isHeading(element: Element): boolean {
  return element.matches('h1, h2, h3, h4, h5, h6, [role=heading], legend')
}

/** Explicit labels. */
function labelOf(element: Element): string {
  const texts = [
    referenced(element).map(textWithoutFields).join(' '),
    isNameable(element) ? (element.getAttribute('aria-label') ?? '') : '',
    labelsOf(element).map(textWithoutFields).join(' '),
    labelInTable(element),
    isTypedField(element) ? titleOf(element) || titleAround(element) : '',
    isTypedField(element)
      ? (element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder') ?? '')
      : '',
    precedingLabelText(element),
    isTypedField(element) ? columnOf(element) : '',
  ]
  return texts.find((text) => text.trim() !== '') ?? ''
}

/** Canvas-based documents put their text into labels of shapes without a role. */
function isNameable(element: Element): boolean {
  return isControl(element) || isTypedField(element) || element.localName === 'canvas' || getRole(element) !== null
}

function nativeName(element: Element): string {
  if (element.matches('input[type=button], input[type=submit], input[type=reset]')) {
    const { value, type } = element as HTMLInputElement
    return value !== '' ? value : type === 'submit' ? 'Submit' : type === 'reset' ? 'Reset' : ''
  }
  return element.matches('img, area, input[type=image]') ? (element.getAttribute('alt') ?? '') : ''
}

/** The short text of a control, or of clickable plain text. */
function contentName(element: Element): string {
  if (isTypedField(element) || (element.matches(cells) && !element.matches(columnHeaders))) return ''
  if (!isControl(element) && !looksClickable(element)) return ''
  if (containsHiddenSink(element)) return ''
  // A card's heading names it; the rest is content.
  const heading = headingIn(element)
  if (heading !== '') return heading
  if (isRow(element)) return ''
  const text = toName(withoutShortcut(textWithoutFields(element).replace(/\s+/g, ' ').replace(marks, '').trim()))
  // "Bold" says more than "B".
  const tooltip = text.length <= symbolMax ? toName(nameInTooltip(tooltipOf(element))) : ''
  if (tooltip !== '') return tooltip
  return text.length <= textMax ? text : ''
}

/** A list row with its own controls: the rest of its text is content. */
function isRow(element: Element): boolean {
  if (!element.matches('[draggable=true]') && isControl(element)) return false
  return (
    element.querySelector('input, button, a[href], [role=button], [title], [data-tooltip]') !== null &&
    element.childElementCount > 2
  )
}

function headingIn(element: Element): string {
  const heading = element.querySelector('h1, h2, h3, h4, h5, h6, [role=heading]')
  const text = heading === null ? '' : toName(textWithoutFields(heading))
  return text.length <= textMax ? text : ''
}

function titleOf(element: Element): string {
  return nameInTooltip(element.getAttribute('title') ?? '')
}

/** The tooltip of the frame around a single field, which browsers show for the field as well. */
function titleAround(field: Element): string {
  const frame = field.parentElement?.closest('[title]') ?? null
  return frame !== null && frame.querySelectorAll(typedFields).length === 1 ? titleOf(frame) : ''
}

/** The cell before the field's, in a table that only arranges a form: a label, or text with a colon or asterisk. */
function labelInTable(field: Element): string {
  if (!isTypedField(field)) return ''
  const cell = field.closest('td')?.previousElementSibling
  const text = cell?.textContent.trim() ?? ''
  const isLabel = /[:*]$/.test(text) || (cell?.querySelector(':scope > label') ?? null) !== null
  return text.length <= textMax && isLabel ? text.replace(/[:\s*]+$/, '') : ''
}

function isControl(element: Element): boolean {
  return element.matches(interactive)
}

/** Click listeners can't be detected, so the cursor's shape decides. */
function looksClickable(element: Element): boolean {
  if (element.closest(cells) !== null || element.childElementCount > 10) return false
  return element.hasAttribute('onclick') || getComputedStyle(element).cursor === 'pointer' || isMenuEntry(element)
}

/** An entry of a floating menu without roles: one of several equal lines across a small box with a shadow. */
function isMenuEntry(element: Element): boolean {
  const menu = element.parentElement
  if (menu === null || menu.childElementCount < 2 || element.textContent.length > entryMax) return false
  const { position, boxShadow } = getComputedStyle(menu)
  if ((position !== 'absolute' && position !== 'fixed') || boxShadow === 'none') return false
  const { width, height } = menu.getBoundingClientRect()
  if (width * height > window.innerWidth * window.innerHeight * menuShareMax) return false
  const own = element.getBoundingClientRect()
  return [...menu.children].slice(0, entriesRead).every((entry) => {
    const box = entry.getBoundingClientRect()
    // A line between groups.
    if (entry.textContent.trim() === '') return box.height < own.height
    return entry.textContent.length <= entryMax && Math.abs(box.height - own.height) < 2 && box.width > width * 0.8
  })
}

const entryMax = 40
const entriesRead = 30
const menuShareMax = 0.25

/** Forms often put a single label beside a field without associating the two. */
function precedingLabelText(element: Element): string {
  if (!isTypedField(element)) return ''
  const label = element.parentElement?.parentElement?.querySelector(':scope > label')
  return label instanceof HTMLLabelElement && label.control === null ? textWithoutFields(label) : ''
}

function referenced(element: Element): readonly Element[] {
  const root = element.getRootNode()
  if (!(root instanceof Document || root instanceof ShadowRoot)) return []
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  return ids
    .slice(0, 10)
    .map((id) => root.getElementById(id))
    .filter((part) => part !== null && part !== element && editingSurfaceAround(part) === null) as Element[]
}

function labelsOf(element: Element): readonly Element[] {
  return 'labels' in element && element.labels instanceof NodeList ? [...(element.labels as NodeListOf<Element>)] : []
}

function listOf(element: Element): Element | null {
  return element.localName === 'option' ? element.closest('select') : null
}

/** The clicked icon, if it has its own tooltip and is in a draggable row. */
function partOf(element: Element, hit: Element): Element | null {
  if (!element.matches('[draggable=true]')) return null
  const part = hit.closest('[title], [data-tooltip], [aria-label]')
  return part !== null && part !== element && element.contains(part) ? part : null
}

function labelledField(element: Element): Element | null {
  return element instanceof HTMLLabelElement ? element.control : null
}

/** Its visible text, without fields and parts that have their own names. */
function textWithoutFields(element: Element): string {
  let left = nodesRead
  const read = (node: Node): string => {
    left -= 1
    if (left < 0) return ''
    if (node instanceof Text) return node.data.slice(0, nameMax)
    if (!(node instanceof Element)) return ''
    if (node !== element && node.matches(`${typedFields}, ${notNamed}`)) return ''
    if (!(node instanceof HTMLSlotElement) && !node.checkVisibility({ visibilityProperty: true })) return ''
    if (node instanceof HTMLImageElement) return node.alt
    const label = node === element ? '' : (node.getAttribute('aria-label') ?? '')
    if (label !== '' && isNameable(node)) return label
    const children = node instanceof HTMLSlotElement ? node.assignedNodes({ flatten: true }) : []
    let text = ''
    for (let child = node.firstChild; child !== null; child = left > 0 ? child.nextSibling : null)
      text += ` ${read(child)}`
    return text + children.map(read).join(' ')
  }
  return read(element)
}

/** Menu and sort arrows at either end. */
const arrows = /^[\s\u2190-\u21ff\u25a0-\u25ff\u2b00-\u2bff]+|[\s\u2190-\u21ff\u25a0-\u25ff\u2b00-\u2bff]+$/g

/** Direction marks, and the signs for required fields and for adding, which aren't part of a name. */
const marks = /[\u202a-\u202e\u2066-\u2069]|(?:^\+\s)|(?:\s[*+]\s*$)/gu

function toName(text: string): string {
  const plain = hideSecrets(text.replace(/\s+/g, ' ').replace(marks, '').replace(arrows, ''))
  if (!/[\p{L}\p{N}]/u.test(plain.replaceAll(hiddenText, ''))) return ''
  return plain.length > nameMax ? `${plain.slice(0, nameMax - 1).trimEnd()}…` : plain
}
