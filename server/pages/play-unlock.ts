import type { Context } from 'hono'

import { messages } from '#domain/messages.ts'
import type { PasswordPageInput } from '#protocol/player-page.ts'
import { createClientAddress } from '#server/client-address.ts'
import { createNetworkLimit } from '#server/network-limit.ts'
import { readBody } from '#server/read-body.ts'
import type { AppEnv, Services } from '#server/services.ts'
import { isShareToken, keepPass } from '#server/share/share-access.ts'
import { unlockLink } from '#server/share/unlock-link.ts'

/**
 * The form of a link's password page. It is answered with a cookie and the player's address, which works without script
 * and inside other people's pages; `ask` shows the form again.
 */
export function playUnlock(
  services: Services,
  ask: (context: Context<AppEnv>, status: 403 | 404 | 429, input: PasswordPageInput) => Promise<Response>,
) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  // Below what the database allows each link, so that one person alone can't close it to the others.
  const tries = createNetworkLimit({ burst: 8, refillMs: 15 * 60_000, now: services.now })

  return async (context: Context<AppEnv>): Promise<Response> => {
    const link = context.req.param('id') ?? ''
    const address = context.req.path
    const again = (status: 403 | 404 | 429, problem: string) => ask(context, status, { problem, openUrl: null })
    if (!isShareToken(link)) return again(404, messages.demoNotFound)
    const body = await readBody(context.req.raw, 4_096)
    const password = body === null ? null : new URLSearchParams(new TextDecoder().decode(body)).get('password')
    if (password === null || password === '' || password.includes('\0')) return again(403, messages.linkPasswordWrong)
    const visitor = addressOf(context)
    if (visitor !== null && !tries.take(visitor, link)) return again(429, messages.linkTooManyTries)
    const outcome = await unlockLink(services, link, password)
    if (outcome === 'wrong') return again(403, messages.linkPasswordWrong)
    if (outcome === 'tooMany') return again(429, messages.linkTooManyTries)
    if (outcome === 'gone') return context.redirect(address, 303)
    keepPass(context, services, link, outcome.pass)
    context.header('cache-control', 'no-store')
    return context.redirect(`${address}?unlocked=1`, 303)
  }
}
