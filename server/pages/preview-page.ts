import type { Handler } from 'hono'

import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

import { notBuilt } from './landing-page.ts'
import { playerPolicy } from './play-document.ts'
import type { StaticFolder } from './static-folder.ts'

/** The page in which the editor plays unsaved changes. It contains no data, and only our own pages may frame it. */
export function previewPage({ config }: Services, folder: StaticFolder): Handler<AppEnv> {
  return async (context) => {
    if (!(await folder.has('preview.html'))) return context.text(notBuilt, 503)
    const response = await folder.serve(context, 'preview.html')
    const origin = ownOrigin(config, context.req.header('host'))
    response.headers.set('content-security-policy', playerPolicy(config, origin, { framedBy: `'self'` }))
    return response
  }
}
