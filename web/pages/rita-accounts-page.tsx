import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { engageQuery } from '../lib/engage-calls.ts'
import { pageOf } from '../features/analytics/page-of.ts'
import { Loaded } from '../features/rita/loaded.tsx'
import { OwnerByEmail } from '../features/rita/owner-by-email.tsx'
import { connectionsQuery, type Connections } from '../features/rita/rita-calls.ts'
import { Snippet } from '../features/rita/snippet.tsx'
import { RitaBody } from '../features/rita/rita-body.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { momentText } from '../lib/dates.ts'
import { providerName } from '../lib/provider-name.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'

/** The workspace's connections. At /inbox, per the specification. */
export function RitaAccountsPage() {
  useTitle('Connected Accounts')
  const connections = useQuery(connectionsQuery)
  useFollowedTable('visits', connectionsQuery.queryKey)
  return (
    <>
      <PageBar title="Connected Accounts" />
      <RitaBody>
        <Loaded query={connections} label="Loading connections" code="settingsFailed">
          {(loaded) => <Accounts connections={loaded} />}
        </Loaded>
      </RitaBody>
    </>
  )
}

function Accounts({ connections }: { readonly connections: Connections }) {
  const engage = useQuery(engageQuery)
  const { site, signIns, email, serverOrigin, ownerId } = connections
  return (
    <ul className="border-t border-line">
      <Account
        name="Your website"
        state={site === null ? 'Not connected' : 'Connected'}
        isOn={site !== null}
        text={
          site === null
            ? 'Add this line to your site to see its visits here.'
            : `Last visit on ${momentText(site.at)}, at ${pageOf(site.url)}.`
        }
      >
        <Snippet code={`<script async src="${serverOrigin}/js/tracker.js" data-owner="${ownerId}"></script>`} />
        {email === '' ? null : <OwnerByEmail serverOrigin={serverOrigin} email={email} />}
      </Account>
      <Account
        name="Website chat"
        state={engage.data === undefined ? '…' : engage.data.isOn ? 'On' : 'Off'}
        isOn={engage.data?.isOn === true}
        text={
          engage.data?.isOn === true
            ? `The agent offers a chat after ${engage.data.timeoutSeconds} seconds.`
            : 'The agent can offer a chat on pages with the tracker.'
        }
        action={<ButtonLink to="/dashboard/rita/settings">Change</ButtonLink>}
      />
      <Account
        name="Calendar"
        text="Each agent has its own calendar."
        action={<ButtonLink to="/dashboard/agents">Choose an agent</ButtonLink>}
      />
      <Account
        name="CRM and team chat"
        text="Webhooks post new leads and meetings to Slack, Zapier, Make or n8n."
        action={<ButtonLink to="/dashboard/settings/integrations">Integrations</ButtonLink>}
      />
      <Account
        name="Mailbox"
        state="Not available"
        text="Write to leads from your own mail program."
        action={<ButtonLink to="/dashboard/rita/campaign">Export a campaign</ButtonLink>}
      />
      <Account
        name="Your sign-in"
        state={signIns.length === 0 ? 'Not connected' : signIns.map(providerName).join(', ')}
        isOn={signIns.length > 0}
        text={email}
        action={<ButtonLink to="/dashboard/account">Link another</ButtonLink>}
      />
      <Account
        name="Your programs"
        text="An API key reads leads and visits, and creates demos."
        action={<ButtonLink to="/dashboard/settings/api">API keys</ButtonLink>}
      />
    </ul>
  )
}

function Account(props: {
  readonly name: string
  readonly state?: string
  readonly isOn?: boolean
  readonly text: string
  readonly action?: ReactNode
  /** Below the row. */
  readonly children?: ReactNode
}) {
  return (
    <li className="flex flex-col gap-3 border-b border-line py-2.5">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="min-w-48 flex-1">
          <h2 className="text-sm font-medium">{props.name}</h2>
          <p className="text-xs wrap-anywhere text-muted">{props.text}</p>
        </div>
        {props.state === undefined ? null : (
          <span className="flex items-center gap-2 text-sm text-muted">
            <span
              aria-hidden
              className={clsx('size-2 rounded-chip', props.isOn === true ? 'bg-success-fill' : 'bg-control')}
            />
            {props.state}
          </span>
        )}
        {props.action === undefined ? null : <div className="flex justify-end sm:w-38">{props.action}</div>}
      </div>
      {props.children}
    </li>
  )
}
