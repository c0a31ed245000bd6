import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'

import type { Context } from 'hono'
import { z } from 'zod'

import { createSharedLimit } from '#backend/auth/shared-limit.ts'
import type { Statement } from '#backend/database/database.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import type { Mail } from '#backend/mail/mailer.ts'
import { renderMail } from '#backend/mail/mail-template.ts'
import { sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { mailboxOf } from '#domain/email-address.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

/**
 * POST /invitations: invites someone to a workspace by mail, or resends with a new link. The database decides whether
 * the caller may. The answer includes the link, for servers without mail.
 */
export function inviteToWorkspace(services: Services) {
  const { config, now, delivery, database } = services
  const auth = config.embedded?.auth
  const addressOf = createClientAddress(config.trustedProxies)
  const attempts = createNetworkLimit({ burst: 30, refillMs: 3_600_000, now, wideFactor: 2 })
  const isLimited = config.embedded?.hasAuthRateLimits === true
  const mails = createSharedLimit(services, mailLimit)
  const workspaceLimit = createSharedLimit(services, { name: 'invitations of', burst: 20, refillSeconds: 3_600 })
  const toAddress = createSharedLimit(services, { name: 'invitations to', burst: 5, refillSeconds: 86_400 })

  async function compose(invitation: Invitation, link: string): Promise<Mail> {
    const text = await renderMail(
      'workspace_invite',
      {
        ConfirmationURL: link,
        Token: '',
        TokenHash: '',
        SiteURL: config.publicUrl,
        RedirectTo: '',
        Email: invitation.email,
        NewEmail: '',
        SendingTo: invitation.email,
        Data: {
          Inviter: sanitizeMailText((invitation.inviter ?? '').replace(/@.*/, '')) || 'Somebody',
          Workspace: sanitizeMailText(invitation.workspace_name) || 'a workspace',
          Role: invitation.role,
        },
      },
      { operatorFolder: join(config.dataDir, 'templates') },
    )
    return { to: invitation.email, ...text, note: { kind: 'workspace_invite', link, code: null } }
  }

  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const body = await readJson(context, bodyShape, bodyBytesMax)
    if (body === null)
      return refuse(context, 400, 'bad_request', 'An invitation needs a workspace, an email and a role.')
    const address = addressOf(context)
    // Taken before the invitation, because renewing one ends its earlier link, and given back if it is refused, so that
    // nobody can use up another's quota.
    const limits = [
      { limit: workspaceLimit, key: body.workspaceId },
      { limit: toAddress, key: mailboxOf(body.email) },
    ]
    if ((isLimited && (await mails.wait('')) > 0) || (address !== null && !attempts.take(address))) {
      return refuse(context, 429, 'too_many', tooMany)
    }
    const taken: Statement[] = []
    const giveBack = async () => {
      if (taken.length > 0) await database.transaction('system', taken)
    }
    for (const { limit, key } of isLimited ? limits : []) {
      if (!(await limit.take(key))) {
        await giveBack()
        return refuse(context, 429, 'too_many', tooMany)
      }
      taken.push(limit.statements(key).refund)
    }
    const token = randomBytes(32).toString('base64url')
    const { data, error, status } = await client.rpc('invite_to_workspace', {
      p_workspace_id: body.workspaceId,
      p_email: body.email,
      p_role: body.role,
      p_token_hash: createHash('sha256').update(token).digest('hex'),
    })
    const answer = error === null ? answerShape.parse(data) : null
    if (answer?.outcome !== 'ok') await giveBack()
    if (answer === null) return refuseFailed(context, status)
    if (answer.outcome !== 'ok') {
      const [code, message] = refusals[answer.outcome]
      return refuse(context, code, answer.outcome, message)
    }
    const path = `/invitations/${token}`
    await delivery.mail.post(await compose(answer, config.publicUrl + path), {
      userId: null,
      expiresAtMs: Date.parse(answer.expires_at),
      limit: isLimited ? mailLimit : null,
    })
    return context.json({
      id: answer.id,
      email: answer.email,
      role: answer.role,
      expires_at: answer.expires_at,
      link: ownOrigin(config, context.req.header('host')) + path,
      is_mailed: (auth?.mail.smtp ?? null) !== null,
    })
  }
}

/** Shared by all networks and higher than one network's: these mails go to people without an account. */
const mailLimit = { name: 'invitations', burst: 120, refillSeconds: 3_600 }

const bodyBytesMax = 16 * 1024
const tooMany = 'Too many invitations for now. Try again in an hour.'

const bodyShape = z.object({ workspaceId: z.uuid(), email: z.string().max(320), role: z.string().max(20) })

const invitationShape = z.object({
  outcome: z.literal('ok'),
  id: z.string(),
  email: z.string(),
  role: z.string(),
  expires_at: z.string(),
  workspace_name: z.string(),
  inviter: z.string().nullable(),
})
type Invitation = z.infer<typeof invitationShape>

const refusals = {
  not_allowed: [403, 'Only owners and admins of a workspace can invite people.'],
  address_not_proven: [403, 'Confirm your own email address before you invite people.'],
  bad_email: [400, 'This is not an email address.'],
  bad_role: [400, 'You can invite people as admin, editor or viewer.'],
  member_already: [409, 'This person is already in the workspace.'],
  too_soon: [429, 'The last invitation to this address was sent less than a minute ago. Try again shortly.'],
  too_many: [409, 'A hundred invitations are still pending. Withdraw some first.'],
} as const

const answerShape = z.discriminatedUnion('outcome', [
  invitationShape,
  z.object({ outcome: z.enum(Object.keys(refusals) as [keyof typeof refusals, ...(keyof typeof refusals)[]]) }),
])
