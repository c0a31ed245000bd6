import { join } from 'node:path'

import { z } from 'zod'

import type { Mail } from '#backend/mail/mailer.ts'
import type { MailLimit } from '#backend/mail/outgoing-messages.ts'
import { renderMail } from '#backend/mail/mail-template.ts'
import { sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

import { noCall } from './lead-reporter.ts'

/**
 * Mails the team about new leads. Pending mails live in the database, so no crash loses one; at worst one
 * is sent twice. Never rejects.
 */
export async function sendLeadNotices(services: Services): Promise<void> {
  if (services.config.serviceRoleKey === '') return
  const call = procedureCaller(services)
  try {
    while (await services.delivery.mail.hasRoom(limitOf(services))) {
      const notices = noticesShape.parse(await call('claim_lead_notices', {}))
      for (const notice of notices) {
        // A notice that fails is retried in a minute and doesn't delay the others.
        await mailNotice(services, notice).then(
          () => call('finish_lead_notice', { p_lead_id: notice.lead_id, p_version: notice.version }),
          (error: unknown) => services.log.warn({ err: error }, 'Could not mail the team about a lead; will retry'),
        )
      }
      if (notices.length === 0) return
    }
  } catch (error) {
    services.log.warn({ err: error }, 'Could not read pending mails about leads')
  }
}

/** Checks now and every minute for mails that are due; returns a stop function. */
export function startLeadNotices(services: Services): () => void {
  const timer = setInterval(() => void sendLeadNotices(services), everyMs)
  timer.unref()
  void sendLeadNotices(services)
  return () => clearInterval(timer)
}

const everyMs = 60_000

async function mailNotice(services: Services, notice: LeadNotice): Promise<void> {
  const { delivery, now } = services
  for (const to of notice.recipients) {
    await delivery.mail.post(await compose(services, notice, to), {
      userId: null,
      expiresAtMs: now() + mailMs,
      limit: limitOf(services),
    })
  }
}

/** How long to wait for an unreachable mail server. */
const mailMs = 24 * 3_600_000

/** Per installation; further ones wait in the database, which lets workspaces take turns. */
function limitOf({ config }: Services): MailLimit | null {
  return config.embedded?.hasAuthRateLimits === true ? { name: 'leads', burst: 600, refillSeconds: 3_600 } : null
}

async function compose({ config }: Services, notice: LeadNotice, to: string): Promise<Mail> {
  const link = `${config.publicUrl}/dashboard/leads/${notice.lead_id}`
  const text = await renderMail(
    'lead_notice',
    {
      ConfirmationURL: link,
      Token: '',
      TokenHash: '',
      SiteURL: config.publicUrl,
      RedirectTo: '',
      Email: notice.email ?? '',
      NewEmail: '',
      SendingTo: to,
      Data: { Opening: openingOf(notice), Facts: factsOf(notice), LinkText: 'See the lead' },
    },
    { operatorFolder: join(config.dataDir, 'templates') },
  )
  return { to, ...text, note: { kind: 'lead_notice', link, code: null } }
}

function openingOf({ name, call_back: callBack, is_first: isFirst, demo_name: demo }: LeadNotice): string {
  const who = sanitizeMailText(name) || 'A visitor'
  if (callBack === noCall) return `${who} no longer wants to be called back`
  if (callBack !== null) return `${who} wants to be called back`
  return isFirst ? `New lead from ${sanitizeMailText(demo) || 'a demo'}: ${who}` : `More about the lead ${who}`
}

/** One line per fact. Visitors' words can't become links. */
function factsOf({ email, phone, fields, score, name, demo_name: demo }: LeadNotice): string {
  const lines: (readonly [string, string | null])[] = [
    ['Name', sanitizeMailText(name)],
    ['Email', email],
    ['Phone', phone === null ? null : sanitizeMailText(phone)],
    ...fields.map(({ label, value }) => [label, sanitizeMailText(value, factMax)] as const),
    ['Score', score === null ? null : `${score} of 100`],
    ['Demo', sanitizeMailText(demo)],
  ]
  return lines.flatMap(([label, value]) => (value === null || value === '' ? [] : [`${label}: ${value}`])).join('\n')
}

const factMax = 200

const noticesShape = z.array(
  z.object({
    lead_id: z.string(),
    version: z.number(),
    is_first: z.boolean(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    fields: z.array(z.object({ label: z.string(), value: z.string() })),
    score: z.number().nullable(),
    demo_name: z.string(),
    call_back: z.string().nullable(),
    recipients: z.array(z.string()),
  }),
)
type LeadNotice = z.infer<typeof noticesShape>[number]
