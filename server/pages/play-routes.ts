import { Hono, type Context } from 'hono'

import { messages } from '#domain/messages.ts'
import { readVariableValues, type VariableValues } from '#domain/variables.ts'
import { stepImageUrl, stepIndexOf, type PlayerDemo, type HydrationData } from '#protocol/player-page.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import { logFailure } from '#backend/http/log-failure.ts'
import { networkOf } from '#backend/http/network-of.ts'
import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'
import { ThreadProblem } from '#backend/threads/bounded-threads.ts'
import { isShareToken, shareAccessOf } from '#server/share/share-access.ts'

import { createViewCounter } from './link-views.ts'
import { createSharedDemos, type FoundDemo, type SharedDemo } from './play-demo.ts'
import { encodingFor, toPlayDocument, type Encoding, type PlayDocument } from './play-document.ts'
import { createPlayDocuments, type PlayDocuments } from './play-documents.ts'
import { documentImage } from './play-image.ts'
import { createPlayPages } from './play-pages.ts'
import { loadRenderer, type LoadedRenderer } from './play-renderer.ts'
import { playUnlock } from './play-unlock.ts'
import { renderDemoPage } from './render-thread.ts'
import { readLinkOwner } from './workspace-brand.ts'

/** The public player: its page and its poster. Its scripts are static files. */
export function playRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const findDemo = createSharedDemos(services)
  const addressOf = createClientAddress(services.config.trustedProxies)
  const countView = createViewCounter(services)
  const documents = createPlayDocuments(documentBytesMax, services.now)
  const renderPlayer = createRenderer(services, documents, playerInputs, renderPlayerPage)
  const renderText = createRenderer(services, documents, () => ({ view: 'text' }), renderTextPage)
  const { missing, problem, passwordForm } = createPlayPages(services.config)

  const failed = (context: Context<AppEnv>): Promise<Response> => {
    const { pathname, search } = new URL(context.req.url)
    return problem(context, 503, { sentence: messages.demoFailed, reason: null, retryUrl: pathname + search })
  }

  for (const path of ['/demo/play', '/demo//play']) app.get(path, (context) => missing(context, messages.noDemoId))

  app.get('/demo/:id/play', async (context) => {
    if (context.req.param('id').trim() === '') return missing(context, messages.noDemoId)
    const access = shareAccessOf(context, context.req.param('id'), null)
    let shared: FoundDemo
    try {
      shared = access === null ? null : await findDemo(access, addressOf(context) ?? '')
    } catch (error) {
      logFailure(services.log, error, context.get('requestId'), 'The player could not read a demo')
      return failed(context)
    }
    if (access === null || shared === null) return missing(context, messages.demoNotFound)
    if (shared === 'noSteps') return missing(context, messages.noSteps)
    if (shared === 'tooLarge') {
      return problem(context, 503, { sentence: messages.demoFailed, reason: messages.demoTooLarge, retryUrl: null })
    }
    if (shared === 'password') {
      // The password was right, but the browser did not keep the cookie.
      const isCookieLost = context.req.query('unlocked') !== undefined
      return passwordForm(context, 403, {
        problem: isCookieLost ? messages.linkCookieBlocked : null,
        openUrl: isCookieLost ? context.req.path : null,
        owner: await readLinkOwner(services, access.link),
      })
    }
    const render = context.req.query('view') === 'text' ? renderText : renderPlayer
    const document = await render(context, access.link, shared).catch((error: unknown) => {
      if (error instanceof ThreadProblem)
        services.log.warn({ err: error, demoId: shared.demo.id }, 'A demo took too long to render')
      else if (!(error instanceof QueueFull)) throw error
      return null
    })
    if (document === null) return failed(context)
    if (!isShareToken(access.link)) return send(context, document, document.headers)
    countView(context, access.link)
    // Caches must revalidate: the link may have ended or need its password again.
    return send(context, document, {
      ...document.headers,
      'cache-control': access.pass === null ? 'private, no-cache' : 'no-store',
    })
  })

  app.post('/demo/:id/play', playUnlock(services, passwordForm))

  app.get('/demo/:id/poster', async (context) => {
    const access = shareAccessOf(context, context.req.param('id'), null)
    const shared = access === null ? null : await findDemo(access, addressOf(context) ?? '').catch(() => null)
    // Only to our own site, so that it is no open redirect.
    const step = typeof shared === 'string' ? undefined : shared?.demo.steps.find(({ renderUrl }) => renderUrl !== null)
    if (access === null || step === undefined) return context.text(messages.demoNotFound, 404)
    // A demo that is switched off has no poster.
    context.header('cache-control', isShareToken(access.link) ? 'private, no-cache' : 'public, no-cache')
    context.header('cross-origin-resource-policy', 'cross-origin')
    return context.redirect(stepImageUrl(step, desktopWidth), 302)
  })

  return app
}

type Render = (context: Context<AppEnv>, link: string, shared: SharedDemo) => Promise<PlayDocument>

/** What a page is rendered from besides the demo, and so what it is cached by. */
interface PageInputs {
  readonly link: string
  readonly variables: VariableValues
  readonly origin: string
  readonly encoding: Encoding
}

interface RenderJob<Inputs> {
  readonly services: Services
  readonly renderer: LoadedRenderer
  readonly shared: SharedDemo
  readonly inputs: Inputs & PageInputs
  /** The visitor's address; networks take turns in rendering. */
  readonly address: string
}

/** Renders through the cache. `render` must read the request only through `inputs`. */
function createRenderer<Inputs extends object>(
  services: Services,
  documents: PlayDocuments,
  readInputs: (context: Context<AppEnv>, demo: PlayerDemo) => Inputs,
  render: (job: RenderJob<Inputs>) => Promise<PlayDocument>,
): Render {
  const { config } = services
  const addressOf = createClientAddress(config.trustedProxies)
  return async (context, link, shared) => {
    const renderer = await loadRenderer()
    const inputs = {
      ...readInputs(context, shared.demo),
      link,
      variables: variablesOf(context, shared.variableNames),
      origin: ownOrigin(config, context.req.header('host')),
      encoding: encodingFor(context.req.header('accept-encoding') ?? ''),
    }
    const key = isForOne(inputs.variables) ? null : JSON.stringify([shared.digest, renderer.build, inputs])
    const address = addressOf(context) ?? ''
    return documents.find(key, { address, demoSize: shared.content.length }, () =>
      render({ services, renderer, shared, inputs, address }),
    )
  }
}

function playerInputs(context: Context<AppEnv>, demo: PlayerDemo) {
  const isPhone = context.req.header('sec-ch-ua-mobile') === '?1'
  return {
    ...shownPlace(context.req.query('step'), demo),
    format: (context.req.header('accept') ?? '').includes('image/avif') ? ('avif' as const) : ('webp' as const),
    imageWidth: isPhone ? phoneWidth : desktopWidth,
  }
}

/** The player page of one step. */
async function renderPlayerPage(job: RenderJob<ReturnType<typeof playerInputs>>): Promise<PlayDocument> {
  const { services, renderer, shared, inputs, address } = job
  const { format, imageWidth, encoding, origin, ...place } = inputs
  const step = shared.demo.steps[place.index]
  if (step === undefined) throw new Error('A shared demo has at least one step')
  const image = await documentImage(services, step, { width: imageWidth, format, network: networkOf(address) })
  const input = {
    ...place,
    imageWidth,
    image: image.url,
    backgroundUrl: shared.backgroundUrl,
    scriptUrl: renderer.scriptUrl,
    ...addressesOf(inputs),
  }
  const page = await renderDemoPage(renderer, shared, { view: 'player', input })
  return toPlayDocument(services.config, page, { origin, encoding, isProvisional: image.isProvisional })
}

/** The demo as text. */
async function renderTextPage({ services, renderer, shared, inputs }: RenderJob<object>): Promise<PlayDocument> {
  const { link, variables } = inputs
  const isIndexed = shared.isSearchable && !isShareToken(link)
  const input = { link, variables, isIndexed, ...addressesOf(inputs) }
  const page = await renderDemoPage(renderer, shared, { view: 'text', input })
  return toPlayDocument(services.config, page, inputs)
}

/** Documents with a visitor's own values are used once, so caching them would only fill the cache. */
function isForOne(variables: VariableValues): boolean {
  return Object.keys(variables).length > 0
}

function addressesOf({ origin, link }: PageInputs) {
  return { pageUrl: `${origin}/demo/${link}/play`, posterUrl: `${origin}/demo/${link}/poster` }
}

/** The cover if the address names no step, and the ending after the last step, if the demo has them. */
function shownPlace(query: string | undefined, { steps, look }: PlayerDemo): Pick<HydrationData, 'index' | 'place'> {
  const index = stepIndexOf(query, steps.length)
  if (query === undefined && look.cover.isOn) return { index, place: 'cover' }
  const isOver = look.ending.kind !== 'none' && /^\d{1,6}$/.test(query ?? '') && Number(query) > steps.length
  return { index, place: isOver ? 'ending' : 'step' }
}

/** The address's values for variables that the demo knows; other parameters are ignored. */
function variablesOf(context: Context<AppEnv>, names: ReadonlySet<string>): VariableValues {
  if (names.size === 0) return {}
  const entries = [...new URL(context.req.url).searchParams].filter(([name]) => names.has(name.toLowerCase()))
  return readVariableValues(entries)
}

const desktopWidth = 1440
const phoneWidth = 1080
const documentBytesMax = 64 * 1024 * 1024

function send(context: Context<AppEnv>, document: PlayDocument, headers: Readonly<Record<string, string>>): Response {
  const isKnown = context.req.header('if-none-match') === document.etag
  return new Response(isKnown ? null : document.body, { status: isKnown ? 304 : 200, headers })
}
