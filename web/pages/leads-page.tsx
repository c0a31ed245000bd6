import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { leadStatuses } from '#domain/card.ts'
import { messages } from '#domain/messages.ts'

import { countOf } from '../lib/figure-text.ts'
import { demoQuery } from '../lib/demo-queries.ts'
import { leadOrders, leadsAtOnce, leadsQuery, loadEveryLead, type LeadFilter } from '../lib/lead-calls.ts'
import { LeadList } from '../features/leads/lead-list.tsx'
import { leadsCsv, orderOptions, statusOptions } from '../features/leads/lead-texts.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { dayOf } from '../lib/dates.ts'
import { saveFile } from '../lib/save-file.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useAddressText } from '../lib/use-address-text.ts'
import { useShownCount } from '../lib/use-shown-count.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'

/**
 * All leads, live. The search is in the URL, `?demo=` filters by demo; the count is in the history entry, so that Back
 * returns to the same row.
 */
export function LeadsPage() {
  useTitle('Leads')
  const [params, setParams] = useSearchParams()
  const [words, setWords] = useAddressText('q')
  const [count, showMore] = useShownCount(leadsAtOnce)
  const [openedAt] = useState(Date.now)
  const [isExporting, setIsExporting] = useState(false)
  const search = params.get('q') ?? ''
  const status = leadStatuses.find((known) => known === params.get('status')) ?? 'all'
  const withMeeting = params.get('meeting') === 'ahead'
  const order = leadOrders.find((known) => known === params.get('sort')) ?? 'newest'
  const filter: LeadFilter = { search, status, withMeeting, demoId: params.get('demo'), order }
  const leads = useQuery(leadsQuery(filter, count))
  useFollowedTable('leads', leadsKey)
  useFollowedTable('meetings', leadsKey)

  function choose(name: 'status' | 'meeting' | 'sort', value: string): void {
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  async function handleExport(): Promise<void> {
    setIsExporting(true)
    try {
      saveFile(
        new Blob([leadsCsv(await loadEveryLead(filter))], { type: 'text/csv' }),
        `leads-${dayOf(new Date())}.csv`,
      )
    } catch {
      showToast({ text: messages.leadsFailed, tone: 'danger' })
    }
    setIsExporting(false)
  }

  const page = leads.data
  return (
    <PageBody>
      <PageHeader title="Leads" text="People who left contact details in your demos.">
        <Button
          size="form"
          icon={<Download size={16} aria-hidden />}
          disabled={isExporting || page === undefined || page.total === 0}
          onClick={() => void handleExport()}
        >
          {isExporting ? 'Exporting…' : 'Export CSV'}
        </Button>
      </PageHeader>
      {filter.demoId === null ? null : <OfOneDemo demoId={filter.demoId} />}
      <search className="mb-4 flex flex-wrap items-center gap-3">
        <TextField
          label="Search by name, email or demo"
          hideLabel
          type="search"
          placeholder="Name, email or demo"
          className="min-w-0 flex-1 basis-48 max-sm:basis-full"
          maxLength={200}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <SelectField
          label="Status"
          hideLabel
          className="w-40 max-sm:flex-1"
          value={status}
          options={[{ value: 'all', label: 'All statuses' }, ...statusOptions]}
          onChange={(event) => choose('status', event.currentTarget.value === 'all' ? '' : event.currentTarget.value)}
        />
        <SelectField
          label="Meetings"
          hideLabel
          className="w-44 max-sm:flex-1"
          value={withMeeting ? 'ahead' : 'all'}
          options={[
            { value: 'all', label: 'All meetings' },
            { value: 'ahead', label: 'Upcoming meeting' },
          ]}
          onChange={(event) => choose('meeting', event.currentTarget.value === 'all' ? '' : event.currentTarget.value)}
        />
        <SelectField
          label="Sort by"
          hideLabel
          className="w-40 max-sm:flex-1"
          value={order}
          options={orderOptions}
          onChange={(event) => choose('sort', event.currentTarget.value === 'newest' ? '' : event.currentTarget.value)}
        />
        <p role="status" className="ml-auto min-h-5 min-w-20 text-right text-sm text-muted tabular-nums max-sm:w-full">
          {page === undefined ? '' : countOf(page.total, 'lead')}
        </p>
      </search>
      {leads.isPending ? <ListSkeleton label="Loading leads" isTall="phone" /> : null}
      {leads.isError && page === undefined ? (
        <ErrorState
          title={failureText(leads.error, 'leadsFailed')}
          text={failureHint(leads.error)}
          onRetry={() => void leads.refetch()}
        />
      ) : null}
      {page?.leads.length === 0 ? (
        <NoLeads isFiltered={filter.search.trim() !== '' || status !== 'all' || withMeeting} />
      ) : null}
      {page === undefined || page.leads.length === 0 ? null : <LeadList leads={page.leads} openedAt={openedAt} />}
      {page !== undefined && page.total > page.leads.length ? (
        <Button className="mt-4" disabled={leads.isFetching} onClick={showMore}>
          Show more
        </Button>
      ) : null}
    </PageBody>
  )
}

const leadsKey = ['leads']

function OfOneDemo({ demoId }: { readonly demoId: string }) {
  const demo = useQuery(demoQuery(demoId))
  return (
    <div className="mb-4">
      <Notice tone="plain">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="wrap-anywhere max-sm:w-full">
            {demo.isPending ? 'From one demo' : demo.isError ? 'From a deleted demo' : `From “${demo.data.name}”`}
          </span>
          <ButtonLink to="/dashboard/leads">Show all leads</ButtonLink>
          {demo.data === undefined ? null : (
            <ButtonLink to={`/dashboard/demos/${demoId}/analytics`}>Demo analytics</ButtonLink>
          )}
        </span>
      </Notice>
    </div>
  )
}

function NoLeads({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No matching leads" text="Change the search or the status." />
  return (
    <EmptyState title="No leads yet" text="Add a lead card to a demo and share it. Submissions appear here live.">
      <ButtonLink to="/dashboard/demos">Choose a demo</ButtonLink>
    </EmptyState>
  )
}
