/*
 * Paths into a captured page. The server walks the markup and the editor the DOM; this one definition makes both find
 * the same place.
 */

/**
 * Steps from a document's `html` element, joined by dots: a child's index, `s` for the element's shadow root, `f` for
 * the `html` element of its frame. Only elements and texts count, adjacent texts as one. The empty path is
 * the `html` element.
 */
export type PagePath = string

export const pagePathMax = 2_000
/** Deeper than browsers nest elements. */
const pathStepsMax = 520
const pagePath = /^(?:(?:\d{1,5}|[sf])(?:\.(?:\d{1,5}|[sf]))*)?$/

/** A tree of elements and texts: the DOM, or a parser's. */
export interface PageTree<Node> {
  /** Its child nodes in order, without a shadow root's template. */
  readonly children: (node: Node) => Iterable<Node>
  readonly isText: (node: Node) => boolean
  readonly isElement: (node: Node) => boolean
  /** The parent node of the shadow root's children; null without a shadow root. */
  readonly shadowRoot: (node: Node) => Node | null
  /** The `html` element of the document in a frame; null for other elements. */
  readonly frame: (node: Node) => Node | null
}

/** An element, or adjacent texts that count as one. */
export type PagePlace<Node> =
  | { readonly type: 'element'; readonly node: Node }
  | { readonly type: 'text'; readonly nodes: readonly Node[] }

export function isPagePath(value: unknown): value is PagePath {
  return typeof value === 'string' && value.length <= pagePathMax && pagePath.test(value)
}

/** The children that paths count. */
export function placesIn<Node>(parent: Node, tree: PageTree<Node>): readonly PagePlace<Node>[] {
  const places: PagePlace<Node>[] = []
  let texts: Node[] | null = null
  for (const node of tree.children(parent)) {
    if (tree.isText(node)) {
      if (texts === null) places.push({ type: 'text', nodes: (texts = []) })
      texts.push(node)
    } else if (tree.isElement(node)) {
      texts = null
      places.push({ type: 'element', node })
    }
  }
  return places
}

/** The place at a path from an `html` element, or null. `placesOf` may cache `placesIn`. */
export function findPlace<Node>(
  root: Node,
  path: PagePath,
  tree: PageTree<Node>,
  placesOf: (parent: Node) => readonly PagePlace<Node>[] = (parent) => placesIn(parent, tree),
): PagePlace<Node> | null {
  let place: PagePlace<Node> = { type: 'element', node: root }
  if (path === '') return place
  const steps = path.split('.')
  if (steps.length > pathStepsMax) return null
  for (const step of steps) {
    if (place.type === 'text') return null
    const { node }: { node: Node } = place
    if (step === 's' || step === 'f') {
      const inner: Node | null = step === 's' ? tree.shadowRoot(node) : tree.frame(node)
      if (inner === null) return null
      place = { type: 'element', node: inner }
    } else {
      const found: PagePlace<Node> | undefined = placesOf(node)[Number(step)]
      if (found === undefined) return null
      place = found
    }
  }
  return place
}

/** Every element and text of an `html` element with its path, in markup order; shadow roots first. */
export function* walkPlaces<Node>(
  root: Node,
  tree: PageTree<Node>,
): Generator<{ readonly path: PagePath; readonly place: PagePlace<Node> }, void> {
  const waiting: { readonly path: PagePath; readonly place: PagePlace<Node> }[] = [
    { path: '', place: { type: 'element', node: root } },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, place } = next
    yield next
    if (place.type === 'text') continue
    const prefix = path === '' ? '' : `${path}.`
    const places = placesIn(place.node, tree)
    for (let at = places.length - 1; at >= 0; at -= 1) {
      const child = places[at]
      if (child !== undefined) waiting.push({ path: `${prefix}${at}`, place: child })
    }
    const frame = tree.frame(place.node)
    if (frame !== null) waiting.push({ path: `${prefix}f`, place: { type: 'element', node: frame } })
    const shadowRoot = tree.shadowRoot(place.node)
    if (shadowRoot !== null) waiting.push({ path: `${prefix}s`, place: { type: 'element', node: shadowRoot } })
  }
}
