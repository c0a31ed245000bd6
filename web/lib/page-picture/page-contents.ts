import { contentKey, type PageContent, type PageContents } from '#domain/carry-page-edits.ts'
import { coverText, textAttributes, type PageEdits } from '#domain/page-edits.ts'
import { walkPlaces } from '#domain/page-path.ts'

import { isElement } from './flat-tree.ts'
import { domTree } from './page-tree.ts'
import { fileOf, imageElements } from './page-view.ts'

/** The contents of a captured page that these edits could apply to. */
export function contentsOf(page: Document, edits: PageEdits): PageContents {
  const wanted = new Set(edits.map(contentKey))
  const contents: PageContent[] = []
  const add = (content: PageContent): void => {
    if (wanted.has(content.key)) contents.push(content)
  }
  for (const { path, place } of walkPlaces<Node>(page.documentElement, domTree)) {
    if (place.type === 'text') {
      const was = place.nodes.map((node) => (node as Text).data).join('')
      add({ path, key: contentKey({ kind: 'text', path, was, to: '' }) })
    } else if (isElement(place.node)) {
      const element = place.node
      for (const attribute of textAttributes) {
        const was = element.getAttribute(attribute)
        if (was !== null) add({ path, key: contentKey({ kind: 'text', path, attribute, was, to: '' }) })
      }
      const image = { kind: 'image', path, was: fileOf(element), to: { file: '' }, width: 1, height: 1 } as const
      if (image.was !== '' || imageElements.has(element.localName)) add({ path, key: contentKey(image) })
      add({ path, key: contentKey({ kind: 'hide', path, was: coverText(element.textContent) }) })
    }
  }
  return contents
}
