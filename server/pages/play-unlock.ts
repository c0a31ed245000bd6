import type { Context } from 'hono'

import { messages } from '#domain/messages.ts'
import type { PasswordPageInput } from '#protocol/player-page.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import { networkOf, wideNetworkOf } from '#backend/http/network-of.ts'
import { readBody } from '#backend/http/read-body.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'
import { isShareToken, setPassCookie } from '#server/share/share-access.ts'
import { unlockLink } from '#server/share/unlock-link.ts'

import { readLinkOwner } from './workspace-brand.ts'

/**
 * Handles a link's password form. Redirects to the player with a cookie, which works without script and in other sites'
 * frames; `ask` shows the form again.
 */
export function playUnlock(
  services: Services,
  ask: (context: Context<AppEnv>, status: 403 | 404 | 429 | 503, input: PasswordPageInput) => Promise<Response>,
) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  // The database also counts attempts, across servers; these are refused without asking it.
  const tries = createNetworkLimit({ burst: 8, refillMs: 15 * 60_000, now: services.now })

  return async (context: Context<AppEnv>): Promise<Response> => {
    const link = context.req.param('id') ?? ''
    const address = context.req.path
    const again = (status: 403 | 404 | 429 | 503, problem: string, owner: PasswordPageInput['owner'] = null) =>
      ask(context, status, { problem, openUrl: null, owner })
    if (!isShareToken(link)) return again(404, messages.demoNotFound)
    const body = await readBody(context.req.raw, 4_096)
    const password = body === null ? null : new URLSearchParams(new TextDecoder().decode(body)).get('password')
    if (password === null || password === '' || password.includes('\0')) return again(403, messages.linkPasswordWrong)
    const visitor = addressOf(context)
    if (visitor !== null && !tries.take(visitor, link)) return again(429, messages.linkTooManyTries)
    const network = networkOf(visitor ?? '')
    // A /48 counts as one guesser; otherwise trying from each of its networks would use up everyone's attempts.
    const attempt = { token: link, password, network: wideNetworkOf(network) ?? network }
    const outcome = await services.passwordQueue
      .run(visitor ?? '', () => unlockLink(services, attempt))
      .catch((error: unknown) => {
        if (error instanceof QueueFull) return 'busy' as const
        throw error
      })
    if (outcome === 'busy') return again(503, messages.linkBusy)
    if (outcome === 'wrong') return again(403, messages.linkPasswordWrong, await readLinkOwner(services, link))
    if (outcome === 'tooMany') return again(429, messages.linkTooManyTries)
    if (outcome === 'gone') return context.redirect(address, 303)
    setPassCookie(context, services, link, outcome.pass)
    context.header('cache-control', 'no-store')
    return context.redirect(`${address}?unlocked=1`, 303)
  }
}
