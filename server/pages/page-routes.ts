import { dirname, join } from 'node:path'

import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

import { clientConfig } from './client-config.ts'
import { devOutbox } from './dev-outbox.ts'
import { extensionDownload } from './extension-download.ts'
import { health } from './health.ts'
import { legalText } from './legal-text.ts'
import { landingPage, notBuilt } from './landing-page.ts'
import { previewPage } from './preview-page.ts'
import { createStaticFolder } from './static-folder.ts'

/** Everything browsers load that isn't data. Mounted last: any unclaimed path is a page of the application. */
export function pageRoutes(services: Services, distFolder = defaultDistFolder): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const webFolder = join(distFolder, 'web')
  const web = createStaticFolder(webFolder)
  const player = createStaticFolder(join(distFolder, 'player'))
  const scripts = createStaticFolder(join(distFolder, 'js'))
  const preview = createStaticFolder(join(distFolder, 'preview'))

  app.get('/healthz', health(services))
  app.get('/config.json', clientConfig(services))
  app.get('/dev/outbox', devOutbox(services))
  app.get('/texts/:name', legalText(services))
  // Embedded by name on other sites, so it is revalidated and loadable from any origin.
  app.get('/js/:file', (context) =>
    scripts.serve(context, context.req.param('file'), { cacheControl: 'public, max-age=3600', isForOtherSites: true }),
  )
  app.get('/player/*', (context) => player.serve(context, pathAfter(context.req.path, '/player/')))
  app.get('/demo/preview/', previewPage(services, preview))
  app.get('/demo/preview/:file', (context) => preview.serve(context, context.req.param('file')))
  app.get('/understudy-extension.zip', extensionDownload(createStaticFolder(distFolder)))
  app.get('/assets/*', (context) => web.serve(context, pathAfter(context.req.path, '/')))
  app.get('/', landingPage(services, webFolder, web))
  app.get('*', async (context) => {
    const path = pathAfter(context.req.path, '/')
    const isFile = path.slice(path.lastIndexOf('/') + 1).includes('.')
    if (isFile) return web.serve(context, path)
    if (!(await web.has('index.html'))) return context.text(notBuilt, 503)
    return web.serve(context, 'index.html')
  })
  app.all('*', (context) => context.text('Not found', 404))
  return app
}

const defaultDistFolder = join(dirname(dirname(import.meta.dirname)), 'dist')

function pathAfter(path: string, prefix: string): string {
  return path.slice(prefix.length)
}
