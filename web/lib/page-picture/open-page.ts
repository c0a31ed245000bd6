import type { PageEditing } from '#protocol/page-edits.ts'

export interface OpenPage {
  readonly page: Document
  readonly close: () => void
}

/** Lays out a captured page off-screen in its captured size; null if it doesn't load. Its scripts don't run. */
export async function openPage({ pageUrl, width, height }: PageEditing): Promise<OpenPage | null> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.style.cssText = `position:fixed;left:-20000px;top:0;width:${width}px;height:${height}px;border:0;pointer-events:none`
  const close = () => frame.remove()
  const loaded = new Promise<boolean>((resolve) => {
    frame.addEventListener('load', () => resolve(true))
    setTimeout(() => resolve(false), loadMs)
  })
  frame.src = pageUrl
  document.body.append(frame)
  const page = (await loaded) ? frame.contentDocument : null
  if (page === null || !isPage(page)) {
    close()
    return null
  }
  await page.fonts.ready
  return { page, close }
}

/** A refusal is a line of text. */
export function isPage(page: Document): boolean {
  return page.contentType === 'text/html' && page.URL !== 'about:blank'
}

const loadMs = 20_000
