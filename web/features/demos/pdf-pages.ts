import { limits } from '#domain/limits.ts'

import { SourceProblem, type FoundPicture } from './found-picture.ts'
import type { PdfNews, PdfOrder } from './pdf-order.ts'

const bytesMax = 100 * 1024 * 1024
/** A page that takes longer is hostile. */
const pageMs = 30_000
const pictureWidth = 1_920
const pagePixelsMax = 12_000_000

/** One picture for each page of a PDF. */
export async function* readPdfPages(file: File, signal: AbortSignal): AsyncGenerator<FoundPicture> {
  if (file.size > bytesMax) throw new SourceProblem('This PDF is larger than 100 MB. Split it or export it smaller.')
  const bytes = await file.arrayBuffer()
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), { type: 'module' })
  const inbox: PdfNews[] = []
  let wake: () => void = () => undefined
  worker.addEventListener('message', ({ data }: MessageEvent<PdfNews | { readonly type?: undefined }>) => {
    // PDF.js mistakes our worker for its own and logs a warning.
    if (data.type === undefined) return
    inbox.push(data)
    wake()
  })
  worker.addEventListener('error', () => {
    inbox.push({ type: 'failed', problem: 'broken' })
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  const order: PdfOrder = {
    bytes,
    pagesMax: limits.importImagesMax,
    width: pictureWidth,
    pixelsMax: pagePixelsMax,
  }
  try {
    worker.postMessage(order, { transfer: [bytes] })
    for (;;) {
      const news = inbox.shift() ?? (await next())
      if (news === null) continue
      if (news.type === 'done') return
      if (news.type === 'failed') throw new SourceProblem(problemTexts[news.problem])
      const { number, count, left, title, picture } = news
      yield {
        file: new File([picture], `${title === '' ? `page ${number}` : title.replaceAll(/[/\\.]/g, ' ')}.png`, {
          type: 'image/png',
        }),
        label: `Page ${number}`,
        share: number / count,
        ...(left > 0 &&
          number === 1 && {
            note: `A demo has at most ${limits.importImagesMax} steps, so the last ${left} pages are left out.`,
          }),
      }
    }
  } finally {
    worker.terminate()
  }

  /** Null: check the queue again. */
  async function next(): Promise<PdfNews | null> {
    signal.throwIfAborted()
    const timer = setTimeout(() => wake(), pageMs)
    const isLate = await new Promise<boolean>((resolve) => {
      wake = () => resolve(inbox.length === 0 && !signal.aborted)
    })
    clearTimeout(timer)
    signal.throwIfAborted()
    if (isLate) throw new SourceProblem('A page of this PDF takes too long to draw. Export it as images and add those.')
    return inbox.shift() ?? null
  }
}

const problemTexts = {
  locked: 'This PDF is protected by a password. Save a copy without it and choose that.',
  broken: 'This PDF is damaged or not a PDF. Save it again and choose the new file.',
} as const
