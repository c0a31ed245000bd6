import type { Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import { removeWorkspaceFiles } from './workspace-files.ts'

/**
 * DELETE /account: deletes the account, the workspaces with no other member, and their files. Irreversible.
 * The SQL function delete_own_account decides.
 */
export function deleteAccount(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const { data, error, status } = await client.rpc('delete_own_account')
    if (error?.code === 'insufficient_aal') return refuseWithoutFactor(context)
    if (error !== null) return refuseFailed(context, status)
    const answer = answerShape.parse(data)
    switch (answer.outcome) {
      case 'ok':
        await removeWorkspaceFiles(services)
        return context.body(null, 204)
      case 'no_such_account':
        return refuseStranger(context)
      case 'second_factor_needed':
        return refuseWithoutFactor(context)
      case 'recent_sign_in_needed':
        return refuse(context, 403, answer.outcome, 'Log in again first: this needs a login from the last ten minutes.')
      case 'hand_over_needed':
        return refuse(context, 409, answer.outcome, handOverText(answer.workspaces))
    }
  }
}

function refuseWithoutFactor(context: Context<AppEnv>): Response {
  return refuse(context, 403, 'second_factor_needed', 'Enter your second factor first, then delete your account.')
}

const answerShape = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['ok', 'no_such_account', 'second_factor_needed', 'recent_sign_in_needed']) }),
  z.object({ outcome: z.literal('hand_over_needed'), workspaces: z.array(z.string()) }),
])

function handOverText(workspaces: readonly string[]): string {
  const names = workspaces.map((name) => `“${name}”`).join(', ')
  return `Other people work in ${names}, and nobody else owns it. Make one of them an owner or remove them, then try again.`
}
