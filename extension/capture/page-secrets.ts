import { foundSecretsMax, type FoundSecret, type SecretKind, type SecretSearch } from '#domain/found-secret.ts'
import { hidesOn, ruleMatches, type CaptureRule } from '#domain/capture-rules.ts'
import { findSecrets } from '#domain/secret-text.ts'
import { insidePicture } from '#domain/step-look.ts'

import { toHotspot, type Point } from './click-place.ts'
import { isPrivateField } from './private-field.ts'
import { anyShadowRootOf } from './shadow-tree.ts'
import { rangeOver } from './shared-range.ts'

/* Finds private data in the visible part of the page, as areas of its picture. Keeps none of the text. */

/** The time limit while a click waits. */
const budgetMs = 20
/** Every pattern needs one of these characters. */
const worthReading =
  /[@\d]|%40|\(at\)|pass|secret|token|bearer|key|credential|authori|code|ssn|pin\b|[A-Za-z\d_+/=-]{16}/i
const framesDeep = 3
const paddingPx = 2

interface Scan {
  readonly found: FoundSecret[]
  readonly rules: readonly CaptureRule[]
  readonly isSliceOver: () => boolean
  nodesRead: number
}

/** Searches synchronously, within the time that a click may wait. */
export function findPageSecrets(rules: readonly CaptureRule[]): SecretSearch {
  const deadline = performance.now() + budgetMs
  const found: FoundSecret[] = []
  const { value } = findSecretsInSlices(rules, () => performance.now() > deadline, found).next()
  return value ?? { secrets: found.slice(0, foundSecretsMax), isWhole: false }
}

/** Adds to `found` in slices, between which the page runs. */
export function* findSecretsInSlices(
  rules: readonly CaptureRule[],
  isSliceOver: () => boolean,
  found: FoundSecret[],
): Generator<void, SecretSearch> {
  const own = rules.filter((rule) => hidesOn(rule, location.hostname))
  const scan: Scan = { found, rules: own, isSliceOver, nodesRead: 0 }
  // The workspace's rules first: what they match is hidden without asking the author.
  for (const rule of own) if (rule.kind === 'selector') hideMatches(document, rule.value, { x: 0, y: 0 }, scan)
  yield* readTree(document, { x: 0, y: 0 }, framesDeep, scan)
  return { secrets: found.slice(0, foundSecretsMax), isWhole: found.length < foundSecretsMax }
}

function hideMatches(root: Document | ShadowRoot, selector: string, origin: Point, scan: Scan): void {
  for (const element of select(root, selector).slice(0, foundSecretsMax)) {
    addArea('rule', element.getBoundingClientRect(), origin, scan)
  }
  for (const element of root.querySelectorAll('*')) {
    const inner = anyShadowRootOf(element)
    if (inner !== null) hideMatches(inner, selector, origin, scan)
    const frame = element.localName === 'iframe' ? documentOf(element as HTMLIFrameElement) : null
    if (frame !== null) hideMatches(frame, selector, frameOrigin(element as HTMLIFrameElement, origin), scan)
  }
}

function select(root: Document | ShadowRoot, selector: string): readonly Element[] {
  try {
    return [...root.querySelectorAll(selector)]
  } catch {
    return []
  }
}

function* readTree(root: Document | ShadowRoot, origin: Point, framesLeft: number, scan: Scan): Generator<void, void> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    scan.nodesRead += 1
    if (scan.found.length >= foundSecretsMax) return
    if (scan.nodesRead % 32 === 0 && scan.isSliceOver()) yield
    if (node.nodeType === Node.TEXT_NODE) readText(node as Text, origin, scan)
    else yield* readElement(node as Element, origin, framesLeft, scan)
  }
}

function* readElement(element: Element, origin: Point, framesLeft: number, scan: Scan): Generator<void, void> {
  const isField = element.localName === 'input' || element.localName === 'textarea'
  if (isField) readField(element as HTMLInputElement | HTMLTextAreaElement, origin, scan)
  const inner = anyShadowRootOf(element)
  if (inner !== null) yield* readTree(inner, origin, framesLeft, scan)
  if (element.localName !== 'iframe' || framesLeft === 0) return
  const frame = element as HTMLIFrameElement
  const content = documentOf(frame)
  if (content !== null) yield* readTree(content, frameOrigin(frame, origin), framesLeft - 1, scan)
}

/** Same-origin frames only. */
function documentOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument
  } catch {
    return null
  }
}

function frameOrigin(frame: HTMLIFrameElement, origin: Point): Point {
  const { left, top } = frame.getBoundingClientRect()
  return { x: origin.x + left + frame.clientLeft, y: origin.y + top + frame.clientTop }
}

function readField(field: HTMLInputElement | HTMLTextAreaElement, origin: Point, scan: Scan): void {
  const { value } = field
  if (value === '' || /^(?:password|hidden|checkbox|radio|submit|button|reset|file|image)$/.test(field.type)) return
  const isText = !/^(?:date|time|month|week|datetime-local|color|range)$/.test(field.type)
  const isSecret = isPrivateField(field, []) || (isText && findSecrets(value).length > 0)
  const kind = ruleIn(value, scan) !== null ? 'rule' : isSecret ? 'field' : null
  if (kind !== null) addArea(kind, field.getBoundingClientRect(), origin, scan)
}

function readText(node: Text, origin: Point, scan: Scan): void {
  const { data } = node
  if (
    data.length < 3 ||
    node.parentElement === null ||
    /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(node.parentElement.tagName)
  )
    return
  const places = [
    ...secretsIn(node),
    ...scan.rules.flatMap((rule) =>
      rule.kind === 'text' ? ruleMatches(rule, data).map((place) => ({ kind: 'rule' as const, ...place })) : [],
    ),
  ]
  if (places.length === 0 || !node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    return
  for (const { kind, start, end } of places) {
    for (const rect of rangeOver(node, start, end).getClientRects()) addArea(kind, rect, origin, scan)
  }
}

/** Most texts stay the same from step to step. */
const searched = new WeakMap<Text, { readonly data: string; readonly places: ReturnType<typeof findSecrets> }>()

function secretsIn(node: Text): ReturnType<typeof findSecrets> {
  const { data } = node
  if (!worthReading.test(data)) return []
  let known = searched.get(node)
  if (known?.data !== data) {
    known = { data, places: findSecrets(data) }
    searched.set(node, known)
  }
  return known.places
}

function ruleIn(value: string, { rules }: Scan): CaptureRule | null {
  return rules.find((rule) => rule.kind === 'text' && ruleMatches(rule, value).length > 0) ?? null
}

function addArea(kind: SecretKind, rect: DOMRect, origin: Point, scan: Scan): void {
  const view = { width: window.innerWidth, height: window.innerHeight }
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = window.visualViewport ?? {}
  const viewport = { ...view, offsetLeft, offsetTop, scale }
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
  const left = clamp(rect.left + origin.x - paddingPx, view.width)
  const top = clamp(rect.top + origin.y - paddingPx, view.height)
  const right = clamp(rect.right + origin.x + paddingPx, view.width)
  const bottom = clamp(rect.bottom + origin.y + paddingPx, view.height)
  if (right - left <= 2 * paddingPx || bottom - top <= 2 * paddingPx) return
  const from = toHotspot({ x: left, y: top }, viewport)
  const to = toHotspot({ x: right, y: bottom }, viewport)
  if (from === null || to === null) return
  const area = insidePicture({
    xPercent: from.xPercent,
    yPercent: from.yPercent,
    widthPercent: to.xPercent - from.xPercent,
    heightPercent: to.yPercent - from.yPercent,
  })
  scan.found.push({ kind, ...area })
}
