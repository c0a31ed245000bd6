import type { Step } from '#domain/demo.ts'

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
  page.head.append(
    element(page, 'meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element(page, 'style', {}, style),
  )
  page.body.append(element(page, 'h1', {}, demo.name))
  if (demo.description !== null) page.body.append(element(page, 'p', { class: 'about' }, demo.description))
  for (const { step, content } of pictures)
    page.body.append(toSection(page, step, demo.steps, await toDataUrl(content)))
  return new Blob(['<!doctype html>\n', page.documentElement.outerHTML], { type: 'text/html' })
}

function toSection(page: Document, step: Step, steps: readonly Step[], picture: string): HTMLElement {
  const { order, hotspot, title } = step
  const isLast = order >= steps.length
  const section = element(page, 'section', { id: `step-${order}` })
  const stage = element(page, 'div', { class: 'stage' })
  stage.append(element(page, 'img', { src: picture, alt: step.alt ?? title ?? `Step ${order}` }))
  const goal = steps.find(({ id }) => id === step.targetStepId)?.order ?? order + 1
  if (hotspot !== null && (!isLast || step.targetStepId !== null)) {
    const spot = element(page, 'a', { class: 'spot', href: `#step-${goal}`, 'aria-label': title ?? 'Continue' })
    spot.style.left = `${hotspot.xPercent}%`
    spot.style.top = `${hotspot.yPercent}%`
    stage.append(spot)
  }
  section.append(stage)
  if (title !== null) section.append(element(page, 'h2', {}, title))
  if (step.description !== null) section.append(element(page, 'p', { class: 'text' }, step.description))
  const bar = element(page, 'nav', { 'aria-label': 'Steps' })
  bar.append(
    element(page, 'a', order === 1 ? { 'aria-disabled': 'true' } : { href: `#step-${order - 1}` }, 'Previous'),
    element(page, 'span', {}, `Step ${order} of ${steps.length}`),
    isLast
      ? element(page, 'a', { href: '#step-1' }, 'Start again')
      : element(page, 'a', { class: 'next', href: `#step-${goal}` }, 'Next'),
  )
  section.append(bar)
  return section
}

function element<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: K,
  attributes: Readonly<Record<string, string>>,
  text?: string,
): HTMLElementTagNameMap[K] {
  const made = page.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  if (text !== undefined) made.textContent = text
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
body { margin: 0 auto; padding: 24px 16px 48px; max-width: 1120px; font: 16px/1.5 system-ui, sans-serif;
  background: light-dark(#f7f6f9, #16121c); color: light-dark(#221d2b, #f0edf5); }
h1 { margin: 0; font-size: 22px; }
h2 { margin: 16px 0 0; font-size: 18px; }
.about { margin: 4px 0 0; color: light-dark(#5f5868, #b3abbe); }
.text { white-space: pre-line; margin: 4px 0 0; }
section { display: none; padding-top: 16px; }
section:target, body:not(:has(section:target)) section:first-of-type { display: block; }
.stage { position: relative; overflow: hidden; border-radius: 10px; box-shadow: 0 0 0 1px #8884; }
img { display: block; width: 100%; height: auto; }
.spot { position: absolute; width: 32px; height: 32px; margin: -16px; border-radius: 99px; box-sizing: border-box;
  border: 3px solid #e5352b; box-shadow: 0 0 0 2px #fff, 0 0 0 8px #e5352b33; }
nav { display: flex; align-items: center; gap: 16px; margin-top: 16px; }
nav span { margin: 0 auto; }
nav a { min-width: 96px; padding: 8px 16px; border-radius: 8px; text-align: center; text-decoration: none; color: inherit;
  box-shadow: inset 0 0 0 1px #8886; }
nav a.next { background: #6b3fd4; color: #fff; box-shadow: none; }
nav a[aria-disabled] { opacity: .5; }
`
