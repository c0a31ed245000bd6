import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { dayOf, dayText, endOfDay, momentText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Bar } from '../../ui/illustrations/bar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SecretNotice } from '../../ui/secret-notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { ApiRequests } from './api-requests.tsx'
import { createKey, keysQuery, revokeKey, type KeyScope, type WorkspaceKey } from './key-calls.ts'
import { peopleQuery } from '../../lib/workspace-calls.ts'

/** For admins. */
export function KeysSection({ workspaceId }: { readonly workspaceId: string }) {
  const [openedAt] = useState(() => Date.now())
  const keys = useQuery(keysQuery(workspaceId))
  const people = useQuery(peopleQuery(workspaceId))
  const [revoking, setRevoking] = useState<WorkspaceKey>()
  const [made, setMade] = useState<NewlyMade>()

  return (
    <>
      <SettingsSection title="Keys" text="For programs that read this workspace or change its demos.">
        <NewKeyForm workspaceId={workspaceId} made={made} onMade={setMade} />
        {keys.isPending ? <ListSkeleton label="Loading the API keys" rows={2} isTall /> : null}
        {keys.isError && keys.data === undefined ? (
          <ErrorState
            title={failureText(keys.error, 'settingsFailed')}
            text={failureHint(keys.error)}
            onRetry={() => void keys.refetch()}
          />
        ) : null}
        {keys.data?.length === 0 && made === undefined ? <NoKeys /> : null}
        {keys.data === undefined || keys.data.length === 0 ? null : (
          <SettingsList label="API keys">
            {keys.data.map((key) => {
              const maker = people.data?.find(({ user_id: id }) => id === key.created_by)
              return (
                <SettingsRow
                  key={key.id}
                  icon={<KeyRound size={16} aria-hidden />}
                  title={key.name}
                  text={
                    <KeyText
                      apiKey={key}
                      maker={maker?.first_name ?? maker?.email ?? 'a former member'}
                      isOver={key.expires_at !== null && Date.parse(key.expires_at) <= openedAt}
                    />
                  }
                >
                  <Button aria-label={`Revoke ${key.name}`} onClick={() => setRevoking(key)}>
                    Revoke
                  </Button>
                </SettingsRow>
              )
            })}
          </SettingsList>
        )}
        <RevokeDialog workspaceId={workspaceId} apiKey={revoking} onClose={() => setRevoking(undefined)} />
      </SettingsSection>
      {/* Waits for the list above, so that it doesn't move. */}
      {keys.isPending ? null : <ApiRequests workspaceId={workspaceId} secret={made?.secret} />}
    </>
  )
}

/** Where the keys will be listed. */
function NoKeys() {
  return (
    <div className="border-t border-line pt-2">
      <div aria-hidden className="[mask-image:linear-gradient(#000_20%,transparent_96%)]">
        {['38%', '30%', '44%'].map((width) => (
          <div key={width} className="flex h-14 items-center gap-3 border-b border-line">
            <KeyRound size={16} className="text-line-strong" />
            <span className="flex-1">
              <Bar width={width} />
              <Bar width="18%" isSmall />
            </span>
            <span className="h-6 w-16 rounded-control bg-line" />
          </div>
        ))}
      </div>
      <p className="-mt-3 text-muted">No keys yet</p>
    </div>
  )
}

interface NewlyMade {
  readonly name: string
  readonly secret: string
}

interface NewKeyFormProps {
  readonly workspaceId: string
  readonly made: NewlyMade | undefined
  readonly onMade: (made: NewlyMade | undefined) => void
}

function NewKeyForm({ workspaceId, made, onMade }: NewKeyFormProps) {
  const queries = useQueryClient()
  const [today] = useState(() => dayOf(new Date()))
  const [round, setRound] = useState(1)
  return (
    <>
      <CallForm
        key={round}
        submitLabel="Create key"
        busyLabel="Creating…"
        tone="plain"
        isInline
        onSubmit={async (form) => {
          onMade(undefined)
          const name = String(form.get('keyName')).trim()
          const lastDay = String(form.get('lastDay'))
          const outcome = await createKey(workspaceId, {
            name,
            scope: form.get('scope') as KeyScope,
            expiresAt: lastDay === '' ? null : endOfDay(lastDay),
          })
          if (!outcome.ok) return outcome
          onMade({ name, secret: outcome.value.secret })
          setRound(round + 1)
          await queries.invalidateQueries({ queryKey: keysQuery(workspaceId).queryKey })
          return { ok: true }
        }}
      >
        {() => (
          <div className="grid flex-1 gap-2 sm:grid-cols-2 sm:*:first:col-span-2 lg:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem] lg:*:first:col-span-1">
            <TextField label="Name" name="keyName" required maxLength={100} autoComplete="off" />
            <SelectField label="Permissions" name="scope" defaultValue="read" options={scopes} />
            <TextField label="Expires" name="lastDay" type="date" min={today} hint="Empty: never" />
          </div>
        )}
      </CallForm>
      {made === undefined ? null : (
        <SecretNotice
          text={`Copy the key “${made.name}” now. It is shown only once.`}
          label="The key"
          secret={made.secret}
          onClose={() => onMade(undefined)}
        />
      )}
    </>
  )
}

interface KeyTextProps {
  readonly apiKey: WorkspaceKey
  /** The creator's name. */
  readonly maker: string
  readonly isOver: boolean
}

function KeyText({ apiKey, maker, isOver }: KeyTextProps) {
  const { expires_at: end, last_used_at: used } = apiKey
  return (
    <>
      <span className="block">
        <code>usk_…{apiKey.last_four}</code> · {apiKey.scope === 'write' ? 'reads and writes' : 'only reads'} ·{' '}
        {used === null ? 'never used' : `used ${momentText(used)}`}
      </span>
      <span className="block">
        Created by {maker} on {dayText(apiKey.created_at)}
        {end === null ? null : (
          <span className={isOver ? 'text-danger' : undefined}>
            , {isOver ? 'ended' : 'until'} {dayText(end)}
          </span>
        )}
      </span>
    </>
  )
}

interface RevokeDialogProps {
  readonly workspaceId: string
  readonly apiKey: WorkspaceKey | undefined
  readonly onClose: () => void
}

/** Asks first: revoking can't be undone. */
function RevokeDialog({ workspaceId, apiKey, onClose }: RevokeDialogProps) {
  const queries = useQueryClient()
  return (
    <Dialog
      title={`Revoke “${apiKey?.name ?? ''}”?`}
      description="Programs that use this key stop working immediately."
      isOpen={apiKey !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <CallForm
        submitLabel="Revoke key"
        busyLabel="One moment…"
        tone="danger"
        onSubmit={async () => {
          if (apiKey === undefined) return { ok: true }
          const outcome = await revokeKey(apiKey.id)
          if (outcome.ok) {
            onClose()
            showToast({ text: `The key “${apiKey.name}” was revoked.` })
          }
          await queries.invalidateQueries({ queryKey: keysQuery(workspaceId).queryKey })
          return outcome
        }}
      >
        {() => null}
      </CallForm>
    </Dialog>
  )
}

const scopes = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
]
