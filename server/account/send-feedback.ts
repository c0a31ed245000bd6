import type { Context } from 'hono'
import { z } from 'zod'

import { createClientAddress } from '#backend/http/client-address.ts'
import { escapeHtml } from '#backend/mail/mail-template.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

/** POST /feedback: stores the feedback as the caller, and mails it to FEEDBACK_EMAIL when set. */
export function sendFeedback(services: Services) {
  const { config, now, delivery } = services
  const addressOf = createClientAddress(config.trustedProxies)
  const attempts = createNetworkLimit({ burst: 20, refillMs: 3_600_000, now })

  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const feedback = await readJson(context, feedbackShape, bodyBytesMax)
    if (feedback === null) {
      return refuse(context, 400, 'bad_request', `Choose a kind of feedback, and write 1 to ${textMax} characters.`)
    }
    const address = addressOf(context)
    if (address !== null && !attempts.take(address)) {
      return refuse(context, 429, 'too_many', 'You have sent a lot of feedback in the last hour. Try again later.')
    }
    const { data, error, status } = await client
      .from('feedback')
      .insert(feedback)
      .select('id,user_id')
      .single<StoredFeedback>()
    if (error !== null) return refuseFailed(context, status)
    if (config.feedbackEmail !== null) {
      const { data: writer } = await client.from('users').select('email').eq('id', data.user_id).maybeSingle<Writer>()
      const text = `${feedback.text}\n\n-- \n${writer?.email ?? 'Somebody'}, on ${feedback.page ?? 'no page'}\n`
      await delivery.mail.post(
        {
          to: config.feedbackEmail,
          subject: `Feedback: ${feedback.kind}`,
          text,
          html: `<pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>`,
          note: { kind: 'feedback', link: null, code: null },
        },
        { userId: null, expiresAtMs: now() + mailMs, limit: null },
      )
    }
    return context.json({ id: data.id }, 201)
  }
}

const textMax = 5_000
const bodyBytesMax = 64 * 1024
/** How long to wait for an unreachable mail server. */
const mailMs = 7 * 24 * 3_600_000

interface StoredFeedback {
  readonly id: string
  readonly user_id: string
}

interface Writer {
  readonly email: string | null
}

const feedbackShape = z.object({
  kind: z.enum(['idea', 'problem', 'praise']),
  text: z.string().trim().min(1).max(textMax),
  page: z.string().max(500).nullable().default(null),
})
