import { Hono, type Context } from 'hono'

import { messages } from '#domain/messages.ts'
import { stepImageUrl, stepIndexOf, type ProblemPageInput } from '#protocol/player-page.ts'
import type { AppEnv, Services } from '#server/services.ts'

import { createSharedDemos, type SharedDemo } from './play-demo.ts'
import { encodingFor, toPlayDocument, type PlayDocument } from './play-document.ts'
import { createPlayDocuments } from './play-documents.ts'
import { documentImage } from './play-image.ts'
import { loadRenderer } from './play-renderer.ts'

/** The public player: its page, and the poster that stands for it elsewhere. Its scripts are static files. */
export function playRoutes(services: Services): Hono<AppEnv> {
  const { config, log } = services
  const app = new Hono<AppEnv>()
  const readDemo = createSharedDemos(services)
  const documents = createPlayDocuments(documentBytesMax)

  app.get('/demo/:id/play', async (context) => {
    let shared: SharedDemo | null
    try {
      shared = await readDemo(context.req.param('id'))
    } catch (cause) {
      log.error({ cause, requestId: context.get('requestId') }, 'The player could not read a demo')
      const retryUrl = new URL(context.req.url)
      return problem(context, 503, { sentence: messages.demoFailed, retryUrl: retryUrl.pathname + retryUrl.search })
    }
    if (shared === null) return problem(context, 404, { sentence: messages.demoNotFoundOrEmpty, retryUrl: null })
    return send(context, 200, await playerDocument(context, shared))
  })

  app.get('/demo/:id/poster', async (context) => {
    const shared = await readDemo(context.req.param('id')).catch(() => null)
    const step = shared?.demo.steps[0]
    if (step === undefined) return context.text(messages.demoNotFound, 404)
    context.header('cache-control', 'public, max-age=60')
    context.header('cross-origin-resource-policy', 'cross-origin')
    return context.redirect(stepImageUrl(step, desktopWidth), 302)
  })

  return app

  async function playerDocument(context: Context<AppEnv>, { demo, digest }: SharedDemo): Promise<PlayDocument> {
    const renderer = await loadRenderer()
    const index = stepIndexOf(context.req.query('step'), demo.steps.length)
    const step = demo.steps[index]
    if (step === undefined) throw new Error('A shared demo has at least one step')
    const format = (context.req.header('accept') ?? '').includes('image/avif') ? 'avif' : 'webp'
    const imageWidth = context.req.header('sec-ch-ua-mobile') === '?1' ? phoneWidth : desktopWidth
    const encoding = encodingFor(context.req.header('accept-encoding') ?? '')
    const key = [demo.id, digest, index, format, imageWidth, encoding, renderer.build].join(' ')
    return documents(key, async () => {
      const image = await documentImage(services, step, imageWidth, format)
      const page = renderer.renderPlayerPage({
        demo,
        index,
        imageWidth,
        image: image.url,
        scriptUrl: renderer.scriptUrl,
        pageUrl: `${config.publicUrl}/demo/${demo.id}/play`,
        posterUrl: `${config.publicUrl}/demo/${demo.id}/poster`,
      })
      return toPlayDocument(config, page, encoding, image.isProvisional)
    })
  }

  async function problem(context: Context<AppEnv>, status: 404 | 503, input: ProblemPageInput): Promise<Response> {
    const { renderProblemPage } = await loadRenderer()
    const encoding = encodingFor(context.req.header('accept-encoding') ?? '')
    const { body, headers } = await toPlayDocument(config, renderProblemPage(input), encoding)
    return new Response(body, {
      status,
      headers: { ...headers, 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': '5' }) },
    })
  }
}

const desktopWidth = 1440
const phoneWidth = 1080
const documentBytesMax = 64 * 1024 * 1024

function send(context: Context<AppEnv>, status: 200, document: PlayDocument): Response {
  const isKnown = context.req.header('if-none-match') === document.etag
  return new Response(isKnown ? null : document.body, { status: isKnown ? 304 : status, headers: document.headers })
}
