import type { Step } from '#domain/demo.ts'

import type { ExportedDemo } from './export-markdown.ts'
import type { StepPicture } from './fetch-pictures.ts'
import { pdfSize, toPdf, type PdfLine, type PdfPage } from './pdf-file.ts'
import { listIndent, wrapDescription, wrapLine } from './wrap-text.ts'

/** One landscape page per step: its title, text and picture, with the hotspot. */
export async function toPdfGuide(demo: ExportedDemo, pictures: readonly StepPicture[]): Promise<Blob> {
  const pages: PdfPage[] = []
  for (const picture of pictures) pages.push(await drawPage(demo, picture))
  return new Blob([toPdf(demo.name, pages)], { type: 'application/pdf' })
}

async function drawPage(demo: ExportedDemo, { step, content }: StepPicture): Promise<PdfPage> {
  const canvas = new OffscreenCanvas(pdfSize.width * scale, pdfSize.height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser can’t draw pictures')
  context.scale(scale, scale)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, pdfSize.width, pdfSize.height)
  const lines = drawText(context, step)
  const last = lines.at(-1)
  const image = await createImageBitmap(content)
  try {
    drawPicture(context, image, step, last === undefined ? margin : last.top + 16)
  } finally {
    image.close()
  }
  lines.push(...drawFooter(context, demo, step))
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  return {
    jpeg: new Uint8Array(await jpeg.arrayBuffer()),
    jpegWidth: canvas.width,
    jpegHeight: canvas.height,
    lines,
  }
}

type Context = OffscreenCanvasRenderingContext2D

function drawText(context: Context, step: Step): PdfLine[] {
  const width = pdfSize.width - 2 * margin
  const lines: PdfLine[] = []
  const write = (text: string, left: number, top: number, size: number) => {
    context.fillText(text, left, top)
    lines.push({ text, left, top, size })
  }
  const measure = (text: string) => context.measureText(text).width
  let top = margin - 6
  if (step.title !== null) {
    context.font = `600 20px ${fonts}`
    context.fillStyle = '#17131f'
    for (const text of wrapLine(step.title, width, measure).slice(0, 2)) {
      top += 22
      write(text, margin, top, 20)
    }
  }
  if (step.description !== null) {
    context.font = `400 12px ${fonts}`
    context.fillStyle = '#4a4458'
    top += 3
    for (const { text, indent, isAfterGap } of wrapDescription(step.description, width, 6, measure)) {
      top += isAfterGap ? 22 : 17
      if (indent === 'dot') context.fillText('•', margin + 4, top)
      write(text, indent === 'none' ? margin : margin + listIndent, top, 12)
    }
  }
  return lines
}

function drawPicture(context: Context, image: ImageBitmap, step: Step, top: number): void {
  const room = { width: pdfSize.width - 2 * margin, height: pdfSize.height - margin - 8 - top }
  const fit = Math.min(room.width / image.width, room.height / image.height)
  const [width, height] = [image.width * fit, image.height * fit]
  const left = (pdfSize.width - width) / 2
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, width, height)
  context.strokeStyle = '#d9d5e0'
  context.lineWidth = 1
  context.strokeRect(left, top, width, height)
  if (step.hotspot === null || step.look.marker === 'none') return
  const { xPercent, yPercent } = step.hotspot
  const [x, y] = [left + (width * xPercent) / 100, top + (height * yPercent) / 100]
  const box = step.look.marker === 'box' ? step.look.box : null
  for (const [color, weight] of [
    ['#fff', 5],
    ['#e11d2e', 2.5],
  ] as const) {
    context.beginPath()
    if (box === null) context.arc(x, y, 12, 0, 2 * Math.PI)
    else {
      context.roundRect(
        left + (width * box.xPercent) / 100 - 3,
        top + (height * box.yPercent) / 100 - 3,
        (width * box.widthPercent) / 100 + 6,
        (height * box.heightPercent) / 100 + 6,
        6,
      )
    }
    context.strokeStyle = color
    context.lineWidth = weight
    context.stroke()
  }
}

function drawFooter(context: Context, { name, steps }: ExportedDemo, { order }: Step): PdfLine[] {
  const top = pdfSize.height - 18
  context.font = `400 9px ${fonts}`
  context.fillStyle = '#6b6577'
  const page = `${order} of ${steps.length}`
  const right = pdfSize.width - margin - context.measureText(page).width
  const [title = ''] = wrapLine(name, right - margin - 20, (text) => context.measureText(text).width)
  context.fillText(title, margin, top)
  context.fillText(page, right, top)
  return [
    { text: title, left: margin, top, size: 9 },
    { text: page, left: right, top, size: 9 },
  ]
}

const margin = 40
/** Pixels per point: 144 dpi. */
const scale = 2
const fonts = `'Inter Variable', system-ui, sans-serif`
