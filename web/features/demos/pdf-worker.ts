import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs'

import type { PdfNews, PdfOrder, PdfProblem } from './pdf-order.ts'

/* Renders a PDF's pages as pictures. A hostile file can only block this worker, which the page can terminate. */

const say = (news: PdfNews) => globalThis.postMessage(news, {})

globalThis.addEventListener(
  'message',
  ({ data }: MessageEvent<PdfOrder>) => {
    readPages(data).catch((error: unknown) => say({ type: 'failed', problem: problemOf(error) }))
  },
  { once: true },
)

async function readPages({ bytes, pagesMax, width, pixelsMax }: PdfOrder): Promise<void> {
  const pdf = await open(bytes)
  const count = Math.min(pdf.numPages, pagesMax)
  for (let number = 1; number <= count; number += 1) {
    const page = await pdf.getPage(number)
    const [picture, title] = [await draw(page, width, pixelsMax), await titleOf(page)]
    say({ type: 'page', picture, title, number, count, left: pdf.numPages - count })
    page.cleanup()
  }
  say({ type: 'done' })
}

/** The parts of `document` that the library needs; workers have fonts and canvases, but no document. */
const ownerDocument = {
  fonts: (globalThis as unknown as { readonly fonts: FontFaceSet }).fonts,
  createElement: (name: string) => (name === 'canvas' ? new OffscreenCanvas(1, 1) : null),
}

class CanvasFactory {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d') }
  }

  reset({ canvas }: { readonly canvas: OffscreenCanvas }, width: number, height: number): void {
    canvas.width = width
    canvas.height = height
  }

  destroy({ canvas }: { readonly canvas: OffscreenCanvas }): void {
    canvas.width = 0
    canvas.height = 0
  }
}

function open(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  return getDocument({
    data: bytes,
    ownerDocument: ownerDocument as unknown as HTMLDocument,
    CanvasFactory,
    useSystemFonts: true,
    enableXfa: false,
    verbosity: 0,
  }).promise
}

async function draw(page: PDFPageProxy, width: number, pixelsMax: number): Promise<Blob> {
  const whole = page.getViewport({ scale: 1 })
  const scale = Math.min(width / whole.width, Math.sqrt(pixelsMax / (whole.width * whole.height)))
  const viewport = page.getViewport({ scale })
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)))
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#fff' }).promise
  return canvas.convertToBlob({ type: 'image/png' })
}

/** The text in the largest font, which on most slides is the title. */
async function titleOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  let [title, most] = ['', 0]
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue
    if (item.height > most * 1.05) [title, most] = [item.str, item.height]
    else if (item.height > most * 0.95 && title.length < 60) title += ` ${item.str}`
  }
  return title.replaceAll(/\s+/g, ' ').trim().slice(0, 80)
}

function problemOf(error: unknown): PdfProblem {
  return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken'
}
