import { findPlace, walkPlaces, type PagePath, type PagePlace, type PageTree } from '#domain/page-path.ts'

import { isElement, isText } from './flat-tree.ts'

/** A captured page's DOM as paths walk it. */
export const domTree: PageTree<Node> = {
  children: (node) => node.childNodes,
  isText,
  isElement,
  shadowRoot: (node) => (isElement(node) ? node.shadowRoot : null),
  frame: (node) =>
    isElement(node) && node.localName === 'iframe'
      ? ((node as HTMLIFrameElement).contentDocument?.documentElement ?? null)
      : null,
}

export function placeAt(page: Document, path: PagePath): PagePlace<Node> | null {
  return findPlace<Node>(page.documentElement, path, domTree)
}

export function elementAt(page: Document, path: PagePath): Element | null {
  const place = placeAt(page, path)
  return place?.type === 'element' && isElement(place.node) ? place.node : null
}

/** The paths of all elements and texts, read before anything is changed: a change shifts the paths of others. */
export function pathsOf(page: Document): ReadonlyMap<Node, PagePath> {
  const paths = new Map<Node, PagePath>()
  for (const { path, place } of walkPlaces<Node>(page.documentElement, domTree)) {
    if (place.type === 'element') paths.set(place.node, path)
    else for (const node of place.nodes) paths.set(node, path)
  }
  return paths
}
