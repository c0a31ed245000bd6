import { getDocumentProxy } from 'unpdf'

import type { TextBlock } from './cut-passages.ts'
import { sourceLimits } from './source-limits.ts'
import { SourceProblem } from './source-problem.ts'

/** The paragraphs of a PDF, page by page. */
export async function readPdf(
  bytes: Uint8Array,
): Promise<{ readonly pages: number; readonly blocks: readonly TextBlock[] }> {
  const document = await open(bytes)
  if (document.numPages > sourceLimits.documentPages) {
    throw new SourceProblem(
      `This PDF has ${document.numPages} pages; at most ${sourceLimits.documentPages} can be read.`,
    )
  }
  const blocks: TextBlock[] = []
  let size = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    for (const text of toParagraphs(items)) {
      blocks.push({ place: `p. ${number}`, text })
      size += text.length
    }
    page.cleanup()
    // cutPassages refuses it with a sentence; reading on would waste time.
    if (size > sourceLimits.text) break
  }
  return { pages: document.numPages, blocks }
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, { stopAtErrors: false, verbosity: 0 })
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new SourceProblem(
      isLocked
        ? 'This PDF is protected by a password. Save a copy without it and upload that.'
        : 'This PDF is damaged or not a PDF. Save it again and upload the new file.',
      { cause: error },
    )
  }
}

type Item = Readonly<Record<string, unknown>>

/** Joins lines into paragraphs; a wider gap between lines starts a new one. */
function toParagraphs(items: readonly object[]): readonly string[] {
  const paragraphs: string[] = []
  let text = ''
  let lastY: number | null = null
  for (const each of items as readonly Item[]) {
    const { str, hasEOL, height, transform } = each
    if (typeof str !== 'string') continue
    const y = Array.isArray(transform) && typeof transform[5] === 'number' ? transform[5] : null
    const lineHeight = typeof height === 'number' && height > 0 ? height : null
    if (lastY !== null && y !== null && lineHeight !== null && Math.abs(lastY - y) > lineHeight * 1.7) {
      paragraphs.push(text)
      text = ''
    }
    if (y !== null && str.trim() !== '') lastY = y
    text += str
    if (hasEOL === true) text = /\p{L}-$/u.test(text) ? text.slice(0, -1) : `${text} `
  }
  return [...paragraphs, text].filter((paragraph) => paragraph.trim() !== '')
}
