import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { failureHint, failureText } from '../lib/backend-error.ts'
import type { Outcome } from '../lib/submit.ts'
import { CallForm } from './call-form.tsx'
import { ErrorState } from './error-state.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { ConnectionSection, SettingsValue } from './settings-section.tsx'
import { showToast } from './toast-store.ts'

interface ProviderSectionProps<Answer, Settings, Key extends QueryKey> {
  readonly workspaceId: string
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  /** The noun in “Save voice” and “The voice was not saved.” */
  readonly name: string
  readonly query: UseQueryOptions<Answer, Error, Answer, Key> & { readonly queryKey: Key }
  /** The settings in a submitted form; a string is the message about an invalid field. */
  readonly read: (form: FormData) => Settings | string
  readonly save: (change: ProviderChange<Settings>) => Promise<Outcome<Answer>>
  /** The toast. */
  readonly savedText: (settings: Settings) => string
  readonly onSaved?: () => void
  /** The provider in use; null without one of its own. */
  readonly ownName: (answer: Answer) => string | null
  /** What applies without one. */
  readonly otherName: (answer: Answer) => string
  /** The cost so far. */
  readonly renderUsed?: (answer: Answer) => ReactNode
  /** The form's fields. */
  readonly children: (answer: Answer) => ReactNode
}

interface ProviderChange<Settings> {
  readonly workspaceId: string
  readonly settings: Settings
  readonly apiKey?: string
}

/** A workspace's own provider: which one it is, and on demand the form that saves it with a key. For admins. */
export function ProviderSection<Answer, Settings, Key extends QueryKey>(
  props: ProviderSectionProps<Answer, Settings, Key>,
) {
  const found = useQuery(props.query)
  const [isOpen, setIsOpen] = useState(false)
  const { icon, title, text, name } = props
  const own = found.data === undefined ? null : props.ownName(found.data)
  return (
    <ConnectionSection
      icon={icon}
      title={title}
      text={text}
      aside={
        found.data === undefined ? null : (
          <SettingsValue verb={own === null ? 'Set up' : 'Edit'} name={name} isOpen={isOpen} onOpenChange={setIsOpen}>
            <span
              aria-hidden
              className={clsx('size-2 shrink-0 rounded-chip', own === null ? 'bg-control' : 'bg-success-fill')}
            />
            {own ?? <span className="text-muted">{props.otherName(found.data)}</span>}
          </SettingsValue>
        )
      }
    >
      {found.isPending ? <ListSkeleton label={`Loading the ${props.name}`} rows={1} isTall /> : null}
      {found.isError && found.data === undefined ? (
        <ErrorState
          title={failureText(found.error, 'settingsFailed')}
          text={failureHint(found.error)}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      {found.data === undefined ? null : props.renderUsed?.(found.data)}
      {found.data !== undefined && isOpen ? (
        <ProviderForm {...props} answer={found.data} onClose={() => setIsOpen(false)} />
      ) : null}
    </ConnectionSection>
  )
}

function ProviderForm<Answer, Settings, Key extends QueryKey>(
  props: ProviderSectionProps<Answer, Settings, Key> & { readonly answer: Answer; readonly onClose: () => void },
) {
  const { workspaceId, name, query, answer } = props
  const queryKey: QueryKey = query.queryKey
  const queries = useQueryClient()
  return (
    <CallForm
      submitLabel={`Save ${name}`}
      busyLabel="Saving…"
      tone="plain"
      onSubmit={async (form) => {
        const settings = props.read(form)
        if (typeof settings === 'string') return { ok: false, text: `The ${name} was not saved.`, hint: settings }
        const outcome = await props.save({ workspaceId, settings, ...readKey(form) })
        if (!outcome.ok) return outcome
        queries.setQueryData<Answer>(queryKey, outcome.value)
        props.onSaved?.()
        props.onClose()
        showToast({ text: props.savedText(settings) })
        return { ok: true }
      }}
    >
      {() => props.children(answer)}
    </CallForm>
  )
}

/** Nothing keeps the stored key, '' removes it. */
function readKey(form: FormData): { readonly apiKey?: string } {
  if (form.get('removesKey') === 'on') return { apiKey: '' }
  const apiKey = String(form.get('apiKey') ?? '').trim()
  return apiKey === '' ? {} : { apiKey }
}
