import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'

import { webhookEvents, type WebhookFormat } from '#protocol/webhooks.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { Button } from '../../ui/button.tsx'
import { CallForm } from '../../ui/call-form.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SecretNotice } from '../../ui/secret-notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ConnectionSection, SettingsList, SettingsRow } from '../../ui/settings-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import {
  createWebhook,
  removeWebhook,
  switchWebhook,
  testWebhook,
  webhooksQuery,
  type Webhook,
} from './webhook-calls.ts'

/** For admins. */
export function WebhooksSection({ workspaceId }: { readonly workspaceId: string }) {
  const webhooks = useQuery(webhooksQuery(workspaceId))
  return (
    <ConnectionSection
      icon={WebhookIcon}
      title="Webhooks"
      text="Sends new leads and meetings to Slack, Zapier, Make, n8n or your own server, and from there to your CRM."
    >
      <NewWebhookForm workspaceId={workspaceId} />
      {webhooks.isPending ? <ListSkeleton label="Loading the webhooks" rows={1} isTall /> : null}
      {webhooks.isError && webhooks.data === undefined ? (
        <ErrorState
          title={failureText(webhooks.error, 'settingsFailed')}
          text={failureHint(webhooks.error)}
          onRetry={() => void webhooks.refetch()}
        />
      ) : null}
      {webhooks.data === undefined || webhooks.data.length === 0 ? null : (
        <SettingsList label="Webhooks">
          {webhooks.data.map((webhook) => (
            <WebhookRow key={webhook.id} workspaceId={workspaceId} webhook={webhook} />
          ))}
        </SettingsList>
      )}
    </ConnectionSection>
  )
}

function NewWebhookForm({ workspaceId }: { readonly workspaceId: string }) {
  const queries = useQueryClient()
  const [format, setFormat] = useState<WebhookFormat>('chat')
  const [secret, setSecret] = useState<string>()
  const [round, setRound] = useState(1)
  return (
    <>
      <CallForm
        key={round}
        submitLabel="Add webhook"
        busyLabel="Adding…"
        tone="plain"
        isInline
        onSubmit={async (form) => {
          setSecret(undefined)
          const outcome = await createWebhook({ workspaceId, url: String(form.get('webhookUrl')).trim(), format })
          if (!outcome.ok) return outcome
          if (format === 'json') setSecret(outcome.value.secret)
          setRound(round + 1)
          await queries.invalidateQueries({ queryKey: webhooksQuery(workspaceId).queryKey })
          return { ok: true }
        }}
      >
        {() => (
          <div className="grid flex-1 gap-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <SelectField
              label="Format"
              name="format"
              value={format}
              onChange={({ target }) => setFormat(target.value as WebhookFormat)}
              options={formats}
            />
            <TextField
              label="Address"
              name="webhookUrl"
              type="url"
              required
              maxLength={2_000}
              autoComplete="off"
              placeholder={format === 'chat' ? 'https://hooks.slack.com/services/…' : 'https://hooks.zapier.com/…'}
            />
          </div>
        )}
      </CallForm>
      {secret === undefined ? null : (
        <SecretNotice
          text="Copy the signing key if your server checks signatures. It is shown only once."
          label="Signing key"
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

function WebhookRow({ workspaceId, webhook }: { readonly workspaceId: string; readonly webhook: Webhook }) {
  const queries = useQueryClient()
  const [isTesting, setIsTesting] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: webhooksQuery(workspaceId).queryKey })

  async function test(): Promise<void> {
    setIsTesting(true)
    const outcome = await testWebhook(webhook.id)
    setIsTesting(false)
    const problem = outcome.ok ? outcome.value.problem : (outcome.hint ?? outcome.text)
    showToast(problem === null ? { text: 'Test delivered.' } : { text: `${problem}.`, tone: 'danger' })
    await refresh()
  }

  async function change(call: Promise<{ readonly ok: boolean; readonly text?: string }>, done: string): Promise<void> {
    const outcome = await call
    showToast(outcome.ok ? { text: done } : { text: outcome.text ?? '', tone: 'danger' })
    await refresh()
  }

  return (
    <SettingsRow title={webhook.host} text={<DeliveryText webhook={webhook} />}>
      <Button aria-label={`Send a test to ${webhook.host}`} disabled={isTesting} onClick={() => void test()}>
        {isTesting ? 'Sending…' : 'Send test'}
      </Button>
      <Menu
        trigger={
          <IconButton label={`More for ${webhook.host}`}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        entries={[
          {
            key: 'switch',
            label: webhook.is_on ? 'Pause' : 'Resume',
            onSelect: () =>
              void change(
                switchWebhook(webhook.id, !webhook.is_on),
                webhook.is_on ? 'Webhook paused.' : 'Webhook resumed.',
              ),
          },
          {
            key: 'remove',
            label: 'Remove',
            tone: 'danger',
            onSelect: () => void change(removeWebhook(webhook.id), 'Webhook removed.'),
          },
        ]}
      />
    </SettingsRow>
  )
}

/** The payload format and the status of the latest delivery. */
function DeliveryText({ webhook: { format, is_on: isOn, deliveries } }: { readonly webhook: Webhook }) {
  const [last] = deliveries
  const kind = format === 'chat' ? 'Chat message' : 'JSON'
  if (!isOn) return `${kind} · Paused`
  if (last === undefined) return `${kind} · Nothing sent yet`
  const what = `${webhookEvents[last.event]} ${relativeTime(last.created_at)}`
  if (last.delivered_at !== null) return `${kind} · ${what}, delivered`
  if (last.problem === null) return `${kind} · ${what}, waiting`
  return (
    <>
      {kind} · {what},{' '}
      <span className="text-danger">
        {`${last.problem.charAt(0).toLowerCase()}${last.problem.slice(1)}`}
        {last.due_at === null ? ', given up' : ', will retry'}
      </span>
    </>
  )
}

const formats = [
  { value: 'chat', label: 'Chat message' },
  { value: 'json', label: 'JSON, signed' },
]
