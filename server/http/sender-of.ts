import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

/** The queue key of an author's request. */
export type SenderOf = (context: Context<AppEnv>, workspaceId: string) => string

/**
 * The sender's address and the workspace: networks take turns, since anyone can create workspaces, and a network with many
 * of them must not get as many turns; within a network, workspaces do. In-process calls have no address.
 */
export function createSenderOf({ config }: Pick<Services, 'config'>): SenderOf {
  const addressOf = createClientAddress(config.trustedProxies)
  return (context, workspaceId) => {
    const address = addressOf(context)
    return address === null ? workspaceId : `${address} ${workspaceId}`
  }
}
