import { queryOptions, useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { ask } from '../../lib/call-backend.ts'
import { useBackendUrl } from '../../lib/demo-queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { settingsListClass, SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { requestText, requests, type RequestLanguage, type RequestName } from './api-request-text.ts'

export interface ApiRequestsProps {
  readonly workspaceId: string
  /** The key just created, for commands that work as they are. */
  readonly secret: string | undefined
}

/** Requests to copy, with the workspace's own data as the response. */
export function ApiRequests({ workspaceId, secret = 'usk_…' }: ApiRequestsProps) {
  const url = useBackendUrl()
  const [name, setName] = useState<RequestName>('demos')
  const [language, setLanguage] = useState<RequestLanguage>('curl')
  const response = useQuery(responseQuery(workspaceId, name))
  const code = requestText({ name, language, url, secret })
  const { isCopied, copy } = useCopy()
  if (url === '') return null
  return (
    <>
      <SettingsSection title="Try it" text="The response shows this workspace’s data.">
        <div className="overflow-hidden rounded-card bg-sunken shadow-[inset_0_0_0_1px_var(--line)]">
          <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
            <Segments
              label="Request"
              value={name}
              options={requests.map(({ value, label }) => ({ value, label }))}
              onChange={setName}
            />
            <Segments
              label="Language"
              value={language}
              options={[
                { value: 'curl', label: 'curl' },
                { value: 'js', label: 'JavaScript' },
              ]}
              onChange={setLanguage}
              className="sm:ml-auto"
            />
            <IconButton label={isCopied ? 'Copied!' : 'Copy request'} onClick={() => void copy(code)}>
              {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            </IconButton>
          </div>
          <Code label="Request text" text={code} />
          <p className="border-t border-line px-3.5 pt-2.5 text-xs font-medium text-muted">
            {name === 'archive' ? '204 No Content' : '200 OK'}
          </p>
          {name === 'archive' ? (
            <p className="h-44 px-3.5 pt-1 pb-3 text-xs text-muted">Needs a key that reads and writes.</p>
          ) : response.data === undefined ? (
            <div className="h-44 p-3.5">
              <Skeleton className="h-full" />
            </div>
          ) : (
            <Code label="Response" text={JSON.stringify(response.data, null, 2)} />
          )}
        </div>
      </SettingsSection>
      <SettingsSection title="Reference">
        <dl className={settingsListClass}>
          {[
            ['Address', `${url}/rest/v1`],
            ['Header', 'apikey: usk_…'],
            ['Rate limit', '600 requests a minute per key'],
            ['Keys', '50 per workspace'],
            ['Refused', 'Members, settings and the audit log'],
          ].map(([term, value]) => (
            <div key={term} className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 py-1.5">
              <dt className="text-muted">{term}</dt>
              <dd
                className={
                  term === 'Address' || term === 'Header' ? 'font-mono text-xs wrap-anywhere select-all' : undefined
                }
              >
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </SettingsSection>
    </>
  )
}

function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className={`${label === 'Response' ? 'h-44' : ''} overflow-auto px-3.5 py-3 font-mono text-xs leading-[19px] wrap-anywhere whitespace-pre-wrap text-soft`}
    >
      {text}
    </pre>
  )
}

/** The two newest rows, as a request with one of this workspace's keys would return them. */
function responseQuery(workspaceId: string, name: RequestName) {
  const table = name === 'leads' ? 'leads' : 'demos'
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'api-response', table],
    queryFn: () =>
      ask('settingsFailed', (client) =>
        client
          .from(table)
          .select(table === 'leads' ? 'id,email,created_at' : 'id,name,status')
          .eq('workspace_id', workspaceId)
          .order('created_at', { ascending: false })
          .limit(2)
          .overrideTypes<{ readonly id: string }[], { merge: false }>(),
      ),
  })
}
