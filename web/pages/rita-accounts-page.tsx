import { useQuery } from '@tanstack/react-query'
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
    <ul>
      <Account
        name="Your website"
        state={site === null ? 'Not connected' : 'Connected'}
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
        name="Chat on your website"
        state={engage.data === undefined ? '…' : engage.data.isOn ? 'On' : 'Off'}
        text={
          engage.data?.isOn === true
            ? `The agent offers a chat after ${engage.data.timeoutSeconds} seconds.`
            : 'The agent can offer a chat on pages with the tracker.'
        }
      >
        <ButtonLink to="/dashboard/rita/settings">Change</ButtonLink>
      </Account>
      <Account name="Your sign-in" state={signIns.length === 0 ? 'Not connected' : signIns.join(', ')} text={email}>
        <ButtonLink to="/dashboard/account">Link another</ButtonLink>
      </Account>
      <Account name="Your programs" state="API keys" text="Use an API key to read leads and visits or to create demos.">
        <ButtonLink to="/dashboard/settings/api">Keys</ButtonLink>
      </Account>
      <Account
        name="Mailboxes, calendars, CRM"
        state="Not available"
        text="Export leads, audiences and analytics as files."
      >
        <ButtonLink to="/dashboard/leads">Export leads</ButtonLink>
      </Account>
    </ul>
  )
}

function Account(props: {
  readonly name: string
  readonly state: string
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <li className="border-b border-line py-4 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-sm font-semibold">{props.name}</h2>
        <span className="text-sm text-muted">{props.state}</span>
      </div>
      <p className="mt-1 mb-3 text-sm wrap-anywhere text-muted">{props.text}</p>
      {props.children}
    </li>
  )
}
