import type { Hotspot, Step } from '#domain/demo.ts'
import type { StepLook } from '#domain/step-look.ts'

import type { ExportedDemo } from './export-markdown.ts'
import type { StepPicture } from './fetch-pictures.ts'

/**
 * The demo as one page that plays without a network or script: each step is a section, and links show the next one.
 * Built from elements, so no text can become markup.
 */
export async function toHtml(demo: ExportedDemo, pictures: readonly StepPicture[]): Promise<Blob> {
  const page = document.implementation.createHTMLDocument(demo.name)
  page.documentElement.lang = 'en'
  page.head.prepend(element(page, 'meta', { charset: 'utf-8' }))
  page.head.append(element(page, 'meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }))
  const header = element(page, 'header', {})
  header.append(element(page, 'h1', {}, demo.name))
  if (demo.description !== null) header.append(element(page, 'p', {}, demo.description))
  page.body.append(header)
  for (const { step, content } of pictures)
    page.body.append(toSection(page, step, demo.steps, await toDataUrl(content)))
  // As text: the application's policy forbids style elements.
  const html = page.documentElement.outerHTML.replace('</head>', () => `<style>${style}</style></head>`)
  return new Blob(['<!doctype html>\n', html], { type: 'text/html' })
}

function toSection(page: Document, step: Step, steps: readonly Step[], picture: string): HTMLElement {
  const { order, hotspot, title } = step
  const isLast = order >= steps.length
  const section = element(page, 'section', { id: `step-${order}` })
  const progress = element(page, 'nav', { class: 'progress', 'aria-label': 'Steps' })
  for (const other of steps) {
    const name = other.title === null ? `Step ${other.order}` : `Step ${other.order}: ${other.title}`
    const segment = element(page, 'a', { href: `#step-${other.order}`, 'aria-label': name })
    if (other.order <= order) segment.className = 'done'
    progress.append(segment)
  }
  const stage = element(page, 'div', { class: 'stage' })
  stage.append(element(page, 'img', { src: picture, alt: step.alt ?? title ?? `Step ${order}` }))
  const goal = steps.find(({ id }) => id === step.targetStepId)?.order ?? order + 1
  if (hotspot !== null && (!isLast || step.targetStepId !== null)) {
    const spot = element(page, 'a', { href: `#step-${goal}`, 'aria-label': title ?? 'Continue' })
    placeSpot(spot, hotspot, step.look)
    stage.append(spot)
  }
  const room = element(page, 'div', { class: 'room' })
  room.append(stage)
  const card = element(page, 'div', { class: 'card' })
  const words = element(page, 'div', { class: 'words' })
  if (title !== null) words.append(element(page, 'h2', {}, title))
  if (step.description !== null) words.append(element(page, 'p', {}, step.description))
  const moves = element(page, 'nav', { class: 'moves', 'aria-label': 'Navigation' })
  moves.append(
    element(page, 'span', {}, `Step ${order} of ${steps.length}`),
    element(page, 'a', order === 1 ? { 'aria-disabled': 'true' } : { href: `#step-${order - 1}` }, 'Previous'),
    isLast
      ? element(page, 'a', { href: '#step-1' }, 'Start again')
      : element(page, 'a', { class: 'next', href: `#step-${goal}` }, 'Next'),
  )
  card.append(words, moves)
  section.append(progress, room, card)
  return section
}

function placeSpot(spot: HTMLElement, { xPercent, yPercent }: Hotspot, { marker, box }: StepLook): void {
  const isBox = marker === 'box' && box !== null
  spot.className = isBox ? 'spot box' : marker === 'none' ? 'spot none' : 'spot'
  spot.style.left = `${isBox ? box.xPercent : xPercent}%`
  spot.style.top = `${isBox ? box.yPercent : yPercent}%`
  if (!isBox) return
  spot.style.width = `${box.widthPercent}%`
  spot.style.height = `${box.heightPercent}%`
}

function element<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: K,
  attributes: Readonly<Record<string, string>>,
  text?: string,
): HTMLElementTagNameMap[K] {
  const made = page.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  if (text !== undefined) {
    made.textContent = text
    made.dir = 'auto'
  }
  return made
}

async function toDataUrl(content: Blob): Promise<string> {
  const reader = new FileReader()
  await new Promise((resolve, reject) => {
    reader.addEventListener('load', resolve)
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read')))
    reader.readAsDataURL(content)
  })
  return String(reader.result)
}

const style = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; margin: 0; }
body { display: flex; flex-direction: column; gap: 12px; height: 100vh; height: 100dvh; padding: 14px 24px 20px;
  font: 15px/1.5 Inter, system-ui, sans-serif; color: light-dark(#221d2b, #f0edf5);
  background: radial-gradient(70% 50% at 50% 0, light-dark(#e4dcff, #2c1f4d), transparent) light-dark(#f5f4f8, #100d16); }
header { display: flex; gap: 10px; font-size: 13px; white-space: nowrap; }
header > * { overflow: hidden; text-overflow: ellipsis; }
h1 { flex: none; max-width: 100%; font-size: inherit; font-weight: 600; }
header p { color: light-dark(#5f5868, #b3abbe); }
section { display: none; flex: 1; flex-direction: column; gap: 16px; min-height: 0; }
section:target, body:not(:has(section:target)) section:first-of-type { display: flex; }
.progress { display: flex; gap: 4px; }
.progress a { flex: 1; padding: 6px 0; }
.progress a::before { content: ""; display: block; height: 4px; background: light-dark(#221d2b26, #ffffff2e); }
.progress a.done::before { background: light-dark(#6b3fd4, #a48bff); }
.room { flex: 1; min-height: 160px; display: grid; place-items: center; container-type: size; }
.stage { position: relative; border-radius: 12px;
  box-shadow: 0 0 0 1px light-dark(#2a1c4d1f, #ffffff1a), 0 32px 64px -24px light-dark(#2a1c4d66, #000c); }
img { display: block; max-width: 100cqw; max-height: 100cqh; border-radius: inherit; }
.spot { position: absolute; width: 44px; height: 44px; translate: -50% -50%; border: 3px solid #e5352b; border-radius: 99px;
  box-shadow: 0 0 0 1.5px #fff, inset 0 0 0 1px #fff; }
.spot.box { translate: none; border: 0; border-radius: 8px; outline: 3px solid #e5352b; outline-offset: 2px;
  box-shadow: 0 0 0 2px #fff, 0 0 0 6.5px #fff; }
.spot.none { border-color: #0000; box-shadow: none; }
.card { display: flex; align-items: end; gap: 12px 32px; width: min(100%, 880px); max-height: 40%; margin: 0 auto;
  padding: 16px 16px 16px 22px; border-radius: 16px; background: #171221; color: #f6f4fa; color-scheme: dark;
  box-shadow: inset 0 0 0 1px #ffffff1a; }
.words { flex: 1; align-self: stretch; min-width: 0; overflow-y: auto; overflow-wrap: anywhere; }
h2 { font-size: 18px; line-height: 24px; font-weight: 600; letter-spacing: -.015em; }
.words p { margin-top: 4px; white-space: pre-line; color: #d8d3e0; }
.moves { display: flex; flex: none; align-items: center; gap: 6px; font-size: 13px; font-weight: 500; white-space: nowrap; }
.moves span { margin-inline-end: 10px; font-weight: 400; color: #b8b1c4; }
.moves a { padding: 9px 14px; border-radius: 8px; color: inherit; text-decoration: none; }
.moves a[href]:hover { background: #ffffff1a; }
.moves a.next { background: #b9a3ff; color: #1c1038; }
.moves a.next:hover { background: #c9b8ff; }
.moves a[aria-disabled] { color: #8d8699; }
a:focus-visible { outline: 3px solid #8b66ff; outline-offset: 3px; }
@media (max-width: 640px) {
  body { padding: 12px 0 0; }
  header, .progress { padding-inline: 16px; }
  .stage { border-radius: 0; }
  .card { flex-direction: column; align-items: stretch; max-height: 55%; padding: 22px 20px 16px; border-radius: 20px 20px 0 0; }
  .words { flex: 0 1 auto; }
  .moves { font-size: 15px; }
  .moves span { margin-inline-end: auto; }
  .moves a { padding: 12px 18px; border-radius: 12px; }
}
@media print {
  body { display: block; height: auto; background: none; }
  section { display: block; break-after: page; }
  .progress, .moves { display: none; }
  .room { container-type: normal; margin-block: 12px; }
  img { max-width: 100%; max-height: 70vh; }
}
`
