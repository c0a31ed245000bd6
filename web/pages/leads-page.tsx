import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { leadStatuses } from '#domain/card.ts'
import { messages } from '#domain/messages.ts'

import { saveFile } from '../features/account/save-file.ts'
import { leadsAtOnce, leadsQuery, loadLeads, type Lead, type LeadFilter } from '../features/leads/lead-calls.ts'
import { leadsCsv, statusName, statusOptions } from '../features/leads/lead-texts.ts'
import { PageBody, PageHeader } from '../layout/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { momentText } from '../lib/dates.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'

/** Most leads that one file holds: a backend answers no more rows at once. */
const exportedMost = 999

/** Who left a way to be reached, newest first; `?demo=` shows one demo's. */
export function LeadsPage() {
  useTitle('Leads')
  const [params] = useSearchParams()
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<LeadFilter['status']>('all')
  const [count, setCount] = useState(leadsAtOnce)
  const filter = { search: useDeferredValue(search), status, demoId: params.get('demo') }
  const leads = useQuery(leadsQuery(filter, count))
  const isFiltered = filter.search.trim() !== '' || status !== 'all'

  async function handleExport(): Promise<void> {
    try {
      const all = await loadLeads(filter, exportedMost)
      saveFile(new Blob([leadsCsv(all.leads)], { type: 'text/csv' }), 'leads.csv')
      if (all.hasMore) showToast({ text: `The file holds the newest ${exportedMost}. Filter for the others.` })
    } catch {
      showToast({ text: messages.leadsFailed, tone: 'danger' })
    }
  }

  return (
    <PageBody>
      <PageHeader title="Leads" text="Who left a way to be reached in your demos.">
        <Button
          size="form"
          icon={<Download size={16} aria-hidden />}
          disabled={leads.data === undefined || leads.data.leads.length === 0}
          onClick={() => void handleExport()}
        >
          Export CSV
        </Button>
      </PageHeader>
      <search className="mb-4 flex flex-wrap gap-3">
        <TextField
          label="Search by name or e-mail"
          hideLabel
          type="search"
          placeholder="Name or e-mail"
          className="min-w-48 flex-1"
          maxLength={200}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SelectField
          label="Status"
          hideLabel
          className="w-40"
          value={status}
          options={[{ value: 'all', label: 'Every status' }, ...statusOptions]}
          onChange={(event) => {
            setStatus(leadStatuses.find((known) => known === event.currentTarget.value) ?? 'all')
          }}
        />
      </search>
      {leads.isPending ? (
        <div role="status" aria-label="Loading leads" className="flex flex-col gap-px">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      ) : null}
      {leads.isError ? (
        <ErrorState
          title={failureText(leads.error, 'leadsFailed')}
          text={failureHint(leads.error)}
          onRetry={() => void leads.refetch()}
        />
      ) : null}
      {leads.data?.leads.length === 0 ? <NoLeads isFiltered={isFiltered} /> : null}
      {leads.data === undefined || leads.data.leads.length === 0 ? null : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {leads.data.leads.map((lead) => (
            <li key={lead.id}>
              <LeadRow lead={lead} />
            </li>
          ))}
        </ul>
      )}
      {leads.data?.hasMore === true ? (
        <Button className="mt-4" disabled={leads.isFetching} onClick={() => setCount(count + leadsAtOnce)}>
          Show more
        </Button>
      ) : null}
    </PageBody>
  )
}

function NoLeads({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No lead fits" text="Search for something else, or show every status." />
  return (
    <EmptyState
      title="No leads yet"
      text="Put a lead card on a step of a demo and share it. Who fills it in is listed here."
    >
      <ButtonLink to="/dashboard/demos">Choose a demo</ButtonLink>
    </EmptyState>
  )
}

function LeadRow({ lead }: { readonly lead: Lead }) {
  return (
    <Link
      to={`/dashboard/leads/${lead.id}`}
      className="flex min-h-11 items-center gap-4 px-4 py-2 text-sm -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken"
    >
      <span className="min-w-0 flex-1 md:flex md:items-baseline md:gap-4">
        <span className="block truncate font-medium md:w-48 md:shrink-0">{lead.name}</span>
        <span className="block truncate text-muted">{lead.email}</span>
      </span>
      <span className="hidden w-40 shrink-0 truncate text-muted lg:block">{lead.demo_name}</span>
      <span className="w-12 shrink-0 text-xs font-medium">{statusName(lead.status)}</span>
      <time
        dateTime={lead.created_at}
        className="hidden w-36 shrink-0 text-right text-xs text-muted tabular-nums sm:block"
      >
        {momentText(lead.created_at)}
      </time>
    </Link>
  )
}
