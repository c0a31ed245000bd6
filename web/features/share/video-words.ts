import type { Rect } from '#player/callout-place.ts'

import { clipTo, fillRound, type Context2d } from './video-canvas.ts'
import type { VideoStage } from './video-stage.ts'
import { caption, lineHeights, type Point, type WordsBox } from './video-layout.ts'
import { listIndent, type WrappedLine } from './wrap-text.ts'

const ink = 'oklch(0.19 0.03 295)'
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Draws a step's title and text in its callout, like player/callout.css, or in the sheet below the picture. */
export function drawWords(
  context: Context2d,
  stage: VideoStage,
  words: WordsBox,
  rect: Rect,
  spot: Point | null,
): void {
  const { isStacked } = stage.size
  context.save()
  context.shadowColor = 'oklch(0.15 0.06 295 / 0.5)'
  context.shadowBlur = isStacked ? 24 : 56
  context.shadowOffsetY = isStacked ? -4 : 20
  context.fillStyle = ink
  fillRound(context, isStacked ? { ...rect, bottom: rect.bottom + 20 } : rect, isStacked ? 20 : 14)
  context.restore()
  if (words.side !== null && spot !== null) drawTail(context, words.side, rect, spot)
  context.save()
  clipTo(context, rect, 0)
  drawLines(context, stage, words, rect)
  context.restore()
}

function drawLines(context: Context2d, stage: VideoStage, words: WordsBox, rect: Rect): void {
  const { isStacked } = stage.size
  const isCaption = words.side === null && !isStacked
  const { padX, padTop } = isStacked ? { padX: 24, padTop: 26 } : isCaption ? caption : { padX: 20, padTop: 18 }
  const edges = { left: rect.left + padX, right: rect.right - padX }
  let y = rect.top + padTop
  context.textBaseline = 'middle'
  context.font = `600 18px ${stage.font}`
  context.fillStyle = 'oklch(0.97 0.005 300)'
  for (const line of words.title) {
    drawLine(context, line, edges, y + lineHeights.title / 2)
    y += lineHeights.title
  }
  if (words.title.length > 0) y += lineHeights.titleGap
  context.font = `400 15px ${stage.font}`
  context.fillStyle = 'oklch(0.86 0.015 300)'
  for (const line of words.text) {
    if (line.isAfterGap) y += lineHeights.blockGap
    drawTextLine(context, line, edges, y + lineHeights.text / 2)
    y += lineHeights.text
  }
  context.font = `400 13px ${stage.font}`
  context.fillStyle = 'oklch(0.78 0.02 300)'
  if (!isCaption) return drawLine(context, words.count, edges, rect.bottom - 16 - 9)
  context.direction = 'ltr'
  context.textAlign = 'right'
  context.fillText(words.count, edges.right, rect.bottom - caption.padTop - lineHeights.text / 2)
}

interface Edges {
  readonly left: number
  readonly right: number
}

function drawTextLine(context: Context2d, { text, indent }: WrappedLine, edges: Edges, y: number): void {
  const isRight = rightToLeft.test(text)
  if (indent === 'dot') drawLine(context, '•', edges, y, isRight)
  const by = indent === 'none' ? 0 : listIndent
  const inner = isRight ? { ...edges, right: edges.right - by } : { ...edges, left: edges.left + by }
  drawLine(context, text, inner, y, isRight)
}

function drawLine(context: Context2d, text: string, edges: Edges, y: number, isRight = rightToLeft.test(text)): void {
  context.direction = isRight ? 'rtl' : 'ltr'
  context.textAlign = 'start'
  context.fillText(text, isRight ? edges.right : edges.left, y)
}

/** The callout's tail: a rotated square, half hidden. */
function drawTail(context: Context2d, side: NonNullable<WordsBox['side']>, rect: Rect, spot: Point): void {
  const along = (wanted: number, from: number, to: number) => Math.max(from + 22, Math.min(wanted, to - 22))
  const isBeside = side === 'right' || side === 'left'
  const x = isBeside ? (side === 'right' ? rect.left + 2 : rect.right - 2) : along(spot.x, rect.left, rect.right)
  const y = isBeside ? along(spot.y, rect.top, rect.bottom) : side === 'below' ? rect.top + 2 : rect.bottom - 2
  context.save()
  context.translate(x, y)
  context.rotate(Math.PI / 4)
  context.fillStyle = ink
  fillRound(context, { left: -8, top: -8, right: 8, bottom: 8 }, 3)
  context.restore()
}
