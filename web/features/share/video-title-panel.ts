import { coverLength } from '#domain/player-texts.ts'
import { endingTitles } from '#player/ending-titles.ts'
import type { Rect } from '#player/callout-place.ts'

import { clipTo, fillRound, type Context2d } from './video-canvas.ts'
import type { VideoStage } from './video-stage.ts'
import { wrapDescription, wrapLine } from './wrap-text.ts'

/** Draws the panel of the cover or ending like player/title-panel.css: over the left part or all of the picture. */
export function drawTitlePanel(context: Context2d, stage: VideoStage, kind: 'cover' | 'ending', view: Rect): void {
  const { demo, size, font } = stage
  const [width, height] = [size.width / size.scale, size.height / size.scale]
  const panel = size.isStacked
    ? { left: 0, top: height * 0.42, right: width, bottom: height }
    : { ...view, right: view.left + (view.right - view.left) * 0.54 }
  const pad = size.isStacked ? 32 : (panel.right - panel.left) * 0.1
  const textWidth = panel.right - panel.left - 2 * pad
  const { cover, ending } = demo.look
  const words =
    kind === 'cover'
      ? {
          title: cover.title === '' ? demo.name : cover.title,
          text: cover.text === '' ? coverLength(demo.steps.length) : cover.text,
          button: cover.button,
        }
      : {
          title: ending.title === '' ? endingTitles[ending.kind] : ending.title,
          text: ending.text,
          button: ending.button,
        }

  context.save()
  // The right edge is inside the picture, and the window's bar has the upper corners.
  const corner = demo.look.frame === 'window' ? 0 : 12
  clipTo(context, panel, size.isStacked ? 0 : [corner, 0, 0, 12])
  context.fillStyle = 'oklch(0.175 0.055 292)'
  context.fillRect(panel.left, panel.top, panel.right - panel.left, panel.bottom - panel.top)
  const [x, y] = [panel.left + (panel.right - panel.left) * 0.2, panel.top - 0.2 * (panel.bottom - panel.top)]
  const light = context.createRadialGradient(x, y, 0, x, y, panel.right - panel.left)
  light.addColorStop(0, 'oklch(0.55 0.2 292)')
  light.addColorStop(1, 'transparent')
  context.fillStyle = light
  context.fillRect(panel.left, panel.top, panel.right - panel.left, panel.bottom - panel.top)

  const isLong = words.title.length > 48
  const titleSize = Math.max(22, Math.min(isLong ? 30 : 48, textWidth / (isLong ? 14 : 9)))
  const measureIn = (style: string) => (text: string) => {
    context.font = style
    return context.measureText(text).width
  }
  const titleFont = `600 ${titleSize}px ${font}`
  const textFont = `400 16px ${font}`
  const title = wrapLine(words.title, textWidth, measureIn(titleFont)).slice(0, 5)
  const text = wrapDescription(words.text, textWidth, 6, measureIn(textFont))
  const button = words.button.slice(0, 40)
  const titleHeight = titleSize * 1.08
  const whole =
    title.length * titleHeight + (text.length > 0 ? 16 + text.length * 24 : 0) + (button === '' ? 0 : 28 + 44)
  let top = panel.top + (panel.bottom - panel.top - whole) / 2
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillStyle = 'oklch(0.97 0.005 300)'
  context.font = titleFont
  for (const line of title) {
    context.fillText(line, panel.left + pad, top + titleHeight / 2)
    top += titleHeight
  }
  if (text.length > 0) top += 16
  context.fillStyle = 'oklch(0.87 0.02 300)'
  context.font = textFont
  for (const line of text) {
    context.fillText(line.indent === 'dot' ? `• ${line.text}` : line.text, panel.left + pad, top + 12)
    top += 24
  }
  if (button !== '') {
    context.font = `600 16px ${font}`
    const left = panel.left + pad
    const rect = { left, top: top + 28, right: left + context.measureText(button).width + 48, bottom: top + 28 + 44 }
    context.fillStyle = stage.accent
    fillRound(context, rect, 12)
    context.fillStyle = stage.onAccent
    context.fillText(button, left + 24, top + 28 + 22)
  }
  context.restore()
}
