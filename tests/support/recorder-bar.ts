import type { Page } from '@playwright/test'

export interface PlaceOnPage {
  readonly x: number
  readonly y: number
}

/** The middle of a button on the recorder's bar, whose shadow root is closed to pages and page tools. */
export async function placeOfBarButton(page: Page, name: string): Promise<PlaceOnPage> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('DOM.enable')
    const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true })
    const bar = nodes.find(({ localName }) => localName === 'understudy-recorder')
    const button = nodes.find(
      ({ localName, attributes, children = [], nodeId }) =>
        localName === 'button' &&
        bar !== undefined &&
        (attributes?.includes(name) === true ||
          children.some(({ nodeValue }) => nodeValue === name) ||
          nodes.some((node) => node.parentId === nodeId && node.nodeValue === name)),
    )
    if (button === undefined) throw new Error(`The bar has no button ${name}.`)
    const { model } = await session.send('DOM.getBoxModel', { nodeId: button.nodeId })
    const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border
    return { x: (left + right) / 2, y: (top + bottom) / 2 }
  } finally {
    await session.detach()
  }
}

export async function clickBarButton(page: Page, name: string): Promise<void> {
  const { x, y } = await placeOfBarButton(page, name)
  await page.mouse.click(x, y)
}
