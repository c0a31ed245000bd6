import { parentAcrossShadow, shadowRootOf } from './shadow-tree.ts'

/*
 * Detects text editors. Many draw typed text in plain elements or a canvas and read keys from a hidden field, so an
 * element counts as part of an editor by its surroundings.
 */

/** Fields whose content was typed or chosen, and is private. */
export const typedFields =
  'input:not([type=button], [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox], [role=spinbutton], [role=slider], [role=listbox]'

/** Known editors by their class names, including the lists and hints they open outside their box. */
export const knownEditors =
  '.monaco-editor, .monaco-hover, .overflowingContentWidgets, .suggest-widget, .ace_editor, .CodeMirror, .CodeMirror-hints, .cm-editor, .cm-tooltip, .ProseMirror, .ql-container, .DraftEditor-root, .ck-content, .tox-edit-area, .xterm, .kix-appview-editor, .docs-texteventtarget-iframe, [data-lexical-editor], [data-slate-editor], trix-editor'

const keySinks = `textarea, iframe, ${typedFields}`
const singleLine = 'input, select, [role=combobox], [role=searchbox], [role=spinbutton], [role=slider], [role=listbox]'

/** If a page has more such fields than this, they are rows of a table, not part of an editor. */
const sinksLookedAt = 200
const levelsAbove = 6
/** Largest size of a one-pixel input including padding and border. */
const tinyPx = 8

export interface EditingSurface {
  /** The field that receives the keys; its label names the editor. */
  readonly field: Element
  /** Any text inside may have been typed. */
  readonly root: Element
  /** A combobox rather than a text editor: the controls beside its field have their own names. */
  readonly isSingleLine: boolean
}

/** The editor that contains the element, across open shadow roots and same-origin frames; null if there is none. */
export function editingSurfaceAround(element: Element): EditingSurface | null {
  const scopes = new Set<Node>()
  for (let at: Element | null = element; at !== null; at = parentAcrossShadow(at) ?? frameAround(at)) {
    if (isEditable(at) || at.matches(knownEditors)) {
      const inner: Element | null = at.matches(typedFields) ? at : at.querySelector(typedFields)
      return { field: inner ?? at, root: at, isSingleLine: false }
    }
    scopes.add(at.getRootNode())
    // Some editors keep the hidden input in a custom element.
    for (const child of [...at.children].slice(0, levelsAbove)) {
      const inner = shadowRootOf(child)
      if (inner !== null) scopes.add(inner)
    }
  }
  for (const scope of scopes) {
    for (const { field, root } of drawnIn(scope)) {
      if (isWithin(element, root)) return { field, root, isSingleLine: field.matches(singleLine) }
    }
  }
  return null
}

interface DrawnEditor {
  readonly field: Element
  readonly root: Element
}

/** Editors by scope. Kept until the current task is done, because one action is described by several parts. */
let drawn = new Map<Node, readonly DrawnEditor[]>()

/** The editors of a document or shadow root that draw what a hidden field receives. */
function drawnIn(scope: Node): readonly DrawnEditor[] {
  const known = drawn.get(scope)
  if (known !== undefined) return known
  const fields = [...((scope as ParentNode).querySelectorAll?.(keySinks) ?? [])].slice(0, sinksLookedAt)
  const found = fields.filter(isHiddenSink).flatMap((field) => {
    const root = whatItDraws(field)
    return root === null ? [] : [{ field, root }]
  })
  if (drawn.size === 0) queueMicrotask(() => (drawn = new Map()))
  drawn.set(scope, found)
  return found
}

/** Whether it contains a hidden input: its text may then have been typed. */
export function containsHiddenSink(element: Element): boolean {
  return [...element.querySelectorAll(keySinks)].slice(0, sinksLookedAt).some(isHiddenSink)
}

/** Not an attribute selector: descendants of editable elements and documents in design mode are editable too. */
function isEditable(element: Element): boolean {
  return 'isContentEditable' in element && element.isContentEditable === true
}

/** Component libraries keep such fields beside their own controls for forms; nobody types into them. */
const formValues = 'select, input[type=range], [role=slider], input[aria-hidden=true][tabindex="-1"]'

/** Focusable, but doesn't show the typed text. */
export function isHiddenSink(field: Element): boolean {
  if (field.matches(formValues)) return false
  if (field.localName === 'iframe' && !isEditedFrame(field as HTMLIFrameElement)) return false
  if (field.getClientRects().length === 0) return false
  const style = getComputedStyle(field)
  if (style.visibility !== 'visible') return false
  const box = field.getBoundingClientRect()
  return (
    isTiny(box) ||
    box.right + window.scrollX < 0 ||
    box.bottom + window.scrollY < 0 ||
    isTransparent(style.color) ||
    isTransparent(style.getPropertyValue('-webkit-text-fill-color')) ||
    (style.position !== 'static' && Number.parseInt(style.zIndex, 10) < 0) ||
    (style.clipPath !== 'none' && style.clipPath !== '') ||
    isInvisibleFrom(field)
  )
}

function isInvisibleFrom(field: Element): boolean {
  let at: Element | null = field
  for (let level = 0; at !== null && level < levelsAbove; level += 1, at = parentAcrossShadow(at)) {
    const style = getComputedStyle(at)
    if (Number(style.opacity) < 0.1) return true
    if (style.overflow !== 'visible' && isTiny(at.getBoundingClientRect())) return true
  }
  return false
}

function isEditedFrame(frame: HTMLIFrameElement): boolean {
  try {
    const inner = frame.contentDocument
    return inner !== null && (inner.designMode === 'on' || inner.querySelector('[contenteditable], textarea') !== null)
  } catch {
    return false
  }
}

/** The nearest ancestor of the field that shows other content. */
function whatItDraws(field: Element): Element | null {
  let below = field
  let at = parentAcrossShadow(field)
  for (let level = 0; at !== null && level < levelsAbove; level += 1) {
    if (at.localName === 'body' || at.localName === 'html') return null
    const siblings = [...at.children, ...(shadowRootOf(at)?.children ?? [])]
    if (siblings.some((sibling) => !sibling.contains(below) && drawsText(sibling))) return at
    below = at
    at = parentAcrossShadow(at)
  }
  return null
}

function drawsText(element: Element): boolean {
  if (element.matches(`style, script, label, ${typedFields}`)) return false
  if (element.matches('canvas') || element.querySelector('canvas') !== null) return true
  return element.textContent.trim() !== '' || (shadowRootOf(element)?.textContent.trim() ?? '') !== ''
}

function isWithin(element: Element, root: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentAcrossShadow(at) ?? frameAround(at)) {
    if (at === root) return true
  }
  return false
}

/** The frame that contains the element's document, if same-origin. */
function frameAround(element: Element): Element | null {
  if (element.parentNode !== element.ownerDocument) return null
  try {
    return element.ownerDocument.defaultView?.frameElement ?? null
  } catch {
    return null
  }
}

function isTiny({ width, height }: DOMRect): boolean {
  return width <= tinyPx || height <= tinyPx
}

function isTransparent(color: string): boolean {
  return color === 'transparent' || /(?:^rgba.*,|\/)\s*0(?:\.0+)?\s*\)$/.test(color)
}
