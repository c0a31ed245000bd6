import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Context } from 'hono'

import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

import { contentSecurityPolicy, hashSource } from './security-headers.ts'
import type { StaticFolder } from './static-folder.ts'

/** `/`: the prerendered document, with a policy that allows its inline style and script. 503 until it is built. */
export function landingPage({ config }: Services, folder: string, web: StaticFolder) {
  const path = join(folder, name)
  let inline: { readonly builtMs: number; readonly style: string; readonly script: string } | null = null

  return async (context: Context<AppEnv>): Promise<Response> => {
    const found = await stat(path).catch(() => null)
    if (found === null) return context.text(notBuilt, 503)
    if (inline?.builtMs !== found.mtimeMs) {
      const html = await readFile(path, 'utf8')
      const style = /<style>([^]*?)<\/style>/.exec(html)?.[1]
      const script = /<script>([^]*?)<\/script>/.exec(html)?.[1]
      inline = { builtMs: found.mtimeMs, style: hashSource(style), script: hashSource(script) }
    }
    const answer = await web.serve(context, name)
    const origin = ownOrigin(config, context.req.header('host'))
    answer.headers.set('content-security-policy', contentSecurityPolicy(config, origin, inline))
    // Cross-origin isolation (COOP) would make the browser start another process once these headers arrive, which delays the
    // first paint by 20 to 30 ms. This page holds no personal data, and the pages it links to are isolated.
    answer.headers.set('cross-origin-opener-policy', 'unsafe-none')
    return answer
  }
}

const name = 'landing.html'

export const notBuilt = 'The web application has not been built yet. Run "npm run build", then load this page again.'
