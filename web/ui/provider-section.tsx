import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'

import { failureHint, failureText } from '../lib/backend-error.ts'
import type { Outcome } from '../lib/submit.ts'
import { CallForm } from './call-form.tsx'
import { ErrorState } from './error-state.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { SettingsSection, SettingsValue } from './settings-section.tsx'
import { showToast } from './toast-store.ts'

interface ProviderSectionProps<Answer, Settings, Key extends QueryKey> {
  readonly workspaceId: string
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
  return (
    <SettingsSection title={props.title} text={props.text}>
      {found.isPending ? <ListSkeleton label={`Loading the ${props.name}`} rows={1} isTall /> : null}
      {found.isError && found.data === undefined ? (
        <ErrorState
          title={failureText(found.error, 'settingsFailed')}
          text={failureHint(found.error)}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      {found.data === undefined ? null : <ProviderForm {...props} answer={found.data} />}
    </SettingsSection>
  )
}

function ProviderForm<Answer, Settings, Key extends QueryKey>(
  props: ProviderSectionProps<Answer, Settings, Key> & { readonly answer: Answer },
) {
  const { workspaceId, name, query, answer } = props
  const queryKey: QueryKey = query.queryKey
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const own = props.ownName(answer)
  return (
    <>
      <SettingsValue verb={own === null ? 'Set up' : 'Edit'} name={name} isOpen={isOpen} onOpenChange={setIsOpen}>
        <span
          aria-hidden
          className={clsx('size-2 shrink-0 rounded-chip', own === null ? 'bg-control' : 'bg-success-fill')}
        />
        {own ?? <span className="text-muted">{props.otherName(answer)}</span>}
      </SettingsValue>
      {props.renderUsed?.(answer)}
      {isOpen ? (
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
            setIsOpen(false)
            showToast({ text: props.savedText(settings) })
            return { ok: true }
          }}
        >
          {() => props.children(answer)}
        </CallForm>
      ) : null}
    </>
  )
}

/** Nothing keeps the stored key, '' removes it. */
function readKey(form: FormData): { readonly apiKey?: string } {
  if (form.get('removesKey') === 'on') return { apiKey: '' }
  const apiKey = String(form.get('apiKey') ?? '').trim()
  return apiKey === '' ? {} : { apiKey }
}
