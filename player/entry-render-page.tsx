import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { renderToString } from 'react-dom/server'

import { coverLength } from '#domain/player-texts.ts'
import type {
  MeetingPageInput,
  PageRenderer,
  PasswordPageInput,
  PlayerPageInput,
  ProblemPageInput,
  RenderedPage,
} from '#protocol/player-page.ts'

import { escapeHtml, escapeJson } from './escape.ts'
import meetingCss from './meeting-page.css?inline'
import timesCss from './meeting-times.css?inline'
import { MeetingPage } from './meeting-page.tsx'
import { followChoice } from './meeting-times.tsx'
import { PasswordPage } from './password-page.tsx'
import bubbleCss from './agent-bubble.css?inline'
import calloutCss from './callout.css?inline'
import cardCss from './card.css?inline'
import baseCss from './page-base.css?inline'
import plainCss from './plain-page.css?inline'
import layoutsCss from './player-layouts.css?inline'
import playerCss from './player.css?inline'
import { Ending } from './ending.tsx'
import { fillDemo } from '#protocol/fill-demo.ts'
import { brandRule, groundRule } from './page-rules.ts'
import { Player } from './player.tsx'
import { startWhenPainted } from './start-when-painted.ts'
import { howTo, markRules, TextPage } from './text-page.tsx'
import textCss from './text-page.css?inline'
import { NoMeetingPage, ProblemPage } from './problem-page.tsx'
import { stageRule } from './stage-vars.ts'
import stageCss from './step-stage.css?inline'
import titlePanelCss from './title-panel.css?inline'
import calloutLayoutCss from './callout-layout.css?inline'
import stepWordsCss from './step-words.css?inline'
import toolsCss from './player-tools.css?inline'
import sideLayoutCss from './side-layout.css?inline'
import autoplayCss from './autoplay.css?inline'
import smallWindowsCss from './small-windows.css?inline'
import phoneTitlePanelCss from './phone-title-panel.css?inline'
import { titlePanelCamera, zoomCamera } from './camera.ts'

/* dist/player-server/render-page.js: the public player as a document, for the server. */

/** For pages without script: the stand-in has the same metrics, so nothing moves when Inter arrives. */
const interRule = `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(${inter}) format('woff2')}`

/** In cascade order: layouts come last, and small windows after them. */
const playerPageCss = [
  stageCss,
  calloutCss,
  cardCss,
  baseCss,
  playerCss,
  titlePanelCss,
  bubbleCss,
  layoutsCss,
  calloutLayoutCss,
  stepWordsCss,
  toolsCss,
  sideLayoutCss,
  autoplayCss,
  smallWindowsCss,
  phoneTitlePanelCss,
].join('')

/** Styles of pages that are shown before or instead of a demo. */
const stageStyle = interRule + baseCss + plainCss

/** Renders the requested step, readable and playable without script. */
export const renderPlayerPage: PageRenderer['renderPlayerPage'] = (input) => {
  const { demo, link, index, place, variables, image, imageWidth } = input
  const hydration = { demo, link, index, place, variables, imageWidth }
  const filled = fillDemo(demo, { ...demo.variables, ...variables })
  const style = playerPageCss + firstStageRule(input) + groundRule(demo, input.backgroundUrl) + brandRule(demo)
  const html = documentOf({
    title: filled.name,
    style,
    head:
      previewTags({ ...input, demo: filled }) +
      `<link rel="alternate" type="text/html" title="Read as text" href="${escapeHtml(input.pageUrl)}?view=text">` +
      preloadTag(image),
    body:
      `<div id="player">${renderToString(<Player {...hydration} image={image} fill={fillDemo} ending={Ending} />)}</div>` +
      `<script type="application/json" id="player-data">${escapeJson(hydration)}</script>` +
      `<script data-entry="${escapeHtml(input.scriptUrl)}">${starter}</script>`,
  })
  return { html, style, script: starter }
}

const starter = `(${startWhenPainted.toString()})()`

/** The whole demo as text, for reading, printing and searching. */
export const renderTextPage: PageRenderer['renderTextPage'] = (input) => {
  const demo = fillDemo(input.demo, { ...input.demo.variables, ...input.variables })
  const style = interRule + baseCss + textCss + markRules(demo) + brandRule(demo)
  const head =
    previewTags({ ...input, demo }, input) + `<link rel="canonical" href="${escapeHtml(input.pageUrl)}?view=text">`
  const body =
    `<div id="player">${renderToString(<TextPage {...input} demo={demo} />)}</div>` +
    `<script type="application/ld+json">${escapeJson(howTo({ ...input, demo }))}</script>`
  return { html: documentOf({ title: demo.name, style, head, body }), style }
}

/** Shown in place of the player when there is nothing to play. */
export const renderProblemPage: PageRenderer['renderProblemPage'] = (input: ProblemPageInput) =>
  plainPage(input.sentence, stageStyle, renderToString(<ProblemPage {...input} />))

/** Shown before a password-protected demo. Reveals who shares it, but nothing about the demo. */
export const renderPasswordPage: PageRenderer['renderPasswordPage'] = (input: PasswordPageInput) => {
  const brand = input.owner === null ? '' : brandRule(input.owner)
  return plainPage('Password', stageStyle + brand, renderToString(<PasswordPage {...input} />))
}

/** A visitor's meeting, which can be moved or cancelled. */
export const renderMeetingPage: PageRenderer['renderMeetingPage'] = ({ meeting, ...input }: MeetingPageInput) => {
  if (meeting === null) return plainPage('Your meeting', stageStyle, renderToString(<NoMeetingPage />))
  const script = `(${followChoice.toString()})()`
  const style = interRule + baseCss + meetingCss + timesCss + brandRule(input)
  const content = `${renderToString(<MeetingPage {...input} meeting={meeting} />)}<script>${script}</script>`
  return { ...plainPage('Your meeting', style, content), script }
}

/** A page for anyone with its address, who may have no script. */
function plainPage(title: string, style: string, content: string): RenderedPage {
  const head = '<meta name="robots" content="noindex">'
  return { html: documentOf({ title, style, head, body: `<div id="player">${content}</div>` }), style }
}

/** Positions the first step before script runs. */
function firstStageRule({ demo, index, place }: PlayerPageInput): string {
  const step = demo.steps[index]
  if (step === undefined) return ''
  const { zoom, box } = step.look
  const camera = zoom === null ? null : zoomCamera(zoom, step)
  if (place === 'step') return stageRule({ ...step, box, zoom, camera })
  const beside = demo.look.layout === 'classic' ? camera : titlePanelCamera
  return stageRule({ ...step, zoom, hotspot: null, camera: beside })
}

interface DocumentParts {
  readonly title: string
  readonly style: string
  readonly head: string
  readonly body: string
}

function documentOf({ title, style, head, body }: DocumentParts): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">' +
    `<title>${escapeHtml(title)}</title><meta name="color-scheme" content="light dark">` +
    // Not the SVG: Chromium loads the icon at each new address, so at each step, and a slow phone draws an SVG for 20 ms.
    '<link rel="icon" href="/icon-32.png" type="image/png">' +
    `${head}<style>${style}</style></head><body>${body}</body></html>`
  )
}

/** Preloads a picture that is too large to inline. */
function preloadTag(image: string): string {
  return image.startsWith('data:')
    ? ''
    : `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(image)}">`
}

function previewTags(
  { demo, pageUrl, posterUrl }: Pick<PlayerPageInput, 'demo' | 'pageUrl' | 'posterUrl'>,
  options: { readonly isIndexed: boolean } = { isIndexed: false },
): string {
  const about = demo.description ?? coverLength(demo.steps.length)
  const tags: readonly (readonly ['name' | 'property', string, string])[] = [
    ['name', 'description', about],
    ...(options.isIndexed ? [] : [['name', 'robots', 'noindex'] as const]),
    ['property', 'og:type', 'website'],
    ['property', 'og:title', demo.name],
    ['property', 'og:description', about],
    ['property', 'og:url', pageUrl],
    ['property', 'og:image', posterUrl],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', demo.name],
    ['name', 'twitter:description', about],
    ['name', 'twitter:image', posterUrl],
  ]
  return tags.map(([kind, name, value]) => `<meta ${kind}="${name}" content="${escapeHtml(value)}">`).join('')
}
