import { z } from 'zod'

import { escapeHtml } from '#backend/mail/mail-template.ts'
import { sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { ServerBase } from '#server/services.ts'

import type { BudgetNotice } from './model-budget.ts'

/** Tells a workspace's owners that a limit of its model or speech is nearly or completely used up. */
export function createBudgetMail(services: ServerBase) {
  const { config, delivery, now } = services
  const call = procedureCaller(services)
  return async (
    workspaceId: string,
    notices: readonly BudgetNotice[],
    kind: 'model' | 'speech' = 'model',
  ): Promise<void> => {
    const found = ownersShape.parse(await call('workspace_owner_emails', { p_workspace_id: workspaceId }))
    const workspace = sanitizeMailText(found.workspace) || 'your workspace'
    for (const notice of notices) {
      const link = `${config.publicUrl}/dashboard/settings/integrations`
      const { subject, text } = compose(notice, kind, workspace, link)
      for (const to of found.emails) {
        await delivery.mail.post(
          {
            to,
            subject,
            text,
            html: `<pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>`,
            note: { kind: 'model_budget', link: null, code: null },
          },
          { userId: null, expiresAtMs: now() + mailMs, limit: null },
        )
      }
    }
  }
}

function compose({ limit, share }: BudgetNotice, kind: 'model' | 'speech', workspace: string, link: string) {
  const what = (kind === 'speech' ? speechNames[limit] : undefined) ?? names[limit]
  const rest = kind === 'speech' ? 'with the browser’s voice' : 'without the model'
  const isOver = share === 100
  return {
    subject: isOver ? `${what} is used up` : `${what} is ${share} % used`,
    text: isOver
      ? `${what} of “${workspace}” is used up. Its agents continue to ${kind === 'speech' ? 'speak' : 'answer'} ${rest}.\n\nChange the limit: ${link}\n`
      : `${what} of “${workspace}” is ${share} % used. At 100 %, its agents ${kind === 'speech' ? 'speak' : 'answer'} ${rest}.\n\nChange the limit: ${link}\n`,
  }
}

const names: Readonly<Record<BudgetNotice['limit'], string>> = {
  conversation_budget_cents: 'The model budget of a conversation',
  agent_daily_budget_cents: 'The daily model budget of an agent',
  daily_budget_cents: 'The daily model budget',
  monthly_budget_cents: 'The monthly model budget',
  conversation_tokens_max: 'The token limit of a conversation',
  daily_tokens_max: 'The daily token limit',
  daily_turns_max: 'The daily limit of model calls',
}

/** Where the texts for speech differ from those for a model. */
const speechNames: Partial<Record<BudgetNotice['limit'], string>> = {
  daily_budget_cents: 'The daily speech budget',
  monthly_budget_cents: 'The monthly speech budget',
  daily_tokens_max: 'The daily limit of spoken characters',
}

const ownersShape = z.object({ workspace: z.string(), emails: z.array(z.string()) })
const mailMs = 24 * 3_600_000
