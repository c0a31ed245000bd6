import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { leadStatuses } from '#domain/lead.ts'
import { messages } from '#domain/messages.ts'

import { countText } from '../lib/figure-text.ts'
import { demoQuery } from '../lib/demo-queries.ts'
import {
  leadOrders,
  leadsAtOnce,
  leadsQuery,
  loadEveryLead,
  meetingLeadsAtOnce,
  type LeadFilter,
} from '../lib/lead-calls.ts'
import { LeadList } from '../features/leads/lead-list.tsx'
import { leadsCsv, orderOptions, statusOptions } from '../features/leads/lead-texts.ts'
import { LeadPeek } from '../features/leads/lead-peek.tsx'
import { sampleCount, sampleLeads } from '../features/leads/sample-leads.ts'
import { meetingDays } from '../features/meetings/meeting-days.ts'
import { MeetingList } from '../features/meetings/meeting-list.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { dayOf } from '../lib/dates.ts'
import { saveFile } from '../lib/save-file.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useChangeParams } from '../lib/use-address-params.ts'
import { useAddressText } from '../lib/use-address-text.ts'
import { useMedia } from '../lib/use-media.ts'
import { useSample } from '../lib/use-sample.ts'
import { useShownCount } from '../lib/use-shown-count.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { Notice } from '../ui/notice.tsx'
import { LeadsIllustration } from '../ui/illustrations/leads-illustration.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { QuietSelect } from '../ui/quiet-select.tsx'
import { SampleNotice } from '../ui/sample-notice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { showToast } from '../ui/toast-store.ts'

/**
 * All leads, live. The search is in the URL, `?demo=` filters by demo; the count is in the history entry, so that Back
 * returns to the same row.
 */
export function LeadsPage() {
  const [params] = useSearchParams()
  const changeParams = useChangeParams()
  const [words, setWords] = useAddressText('q')
  const [count, showMore] = useShownCount(leadsAtOnce)
  const [openedAt] = useState(Date.now)
  const [isExporting, setIsExporting] = useState(false)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const isWide = useMedia('(min-width: 80rem)')
  const [isSample, setSample] = useSample()
  const search = params.get('q') ?? ''
  const status = leadStatuses.find((known) => known === params.get('status')) ?? 'all'
  const withMeeting = params.get('meeting') === 'ahead'
  const title = withMeeting ? 'Meetings' : 'Leads'
  useTitle(title)
  const order = leadOrders.find((known) => known === params.get('sort')) ?? 'newest'
  const filter: LeadFilter = { search, status, withMeeting, demoId: params.get('demo'), order }
  const leads = useQuery(leadsQuery(filter, withMeeting ? meetingLeadsAtOnce : count))
  useFollowedTable('leads', leadsKey)
  useFollowedTable('meetings', leadsKey)

  function choose(name: 'status' | 'meeting' | 'sort', value: string): void {
    changeParams({ [name]: value })
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

  const page = isSample ? { leads: sampleLeads(openedAt), total: sampleCount } : leads.data
  const days = withMeeting && page !== undefined ? meetingDays(page.leads) : []
  const isFiltered = filter.search.trim() !== '' || status !== 'all' || withMeeting
  // Nothing to search or filter.
  const isBare = page?.total === 0 && !leads.isPlaceholderData && !isFiltered && filter.demoId === null
  const first = withMeeting ? days[0]?.meetings[0]?.lead : page?.leads[0]
  const chosen = page?.leads.find(({ id }) => id === chosenId) ?? first
  return (
    <>
      <PageBar
        title={title}
        actions={
          <Button
            icon={<Download size={14} aria-hidden />}
            disabled={isExporting || isSample || page === undefined || page.total === 0}
            onClick={() => void handleExport()}
          >
            {isExporting ? 'Exporting…' : 'Export CSV'}
          </Button>
        }
      >
        <p role="status" className="text-sm text-muted tabular-nums">
          {page === undefined ? (
            ''
          ) : withMeeting ? (
            <Count count={days.reduce((sum, { meetings }) => sum + meetings.length, 0)} one="meeting" />
          ) : (
            <Count count={page.total} one="lead" />
          )}
        </p>
      </PageBar>
      <div className={isBare ? undefined : columnsClass}>
        <div className="min-w-0 px-4 pb-8 sm:px-6">
          {filter.demoId === null ? null : <OfOneDemo demoId={filter.demoId} />}
          {isSample ? (
            <div className="pt-4 pb-2">
              <SampleNotice onLeave={() => setSample(false)} />
            </div>
          ) : null}
          <search
            hidden={isSample || isBare}
            className="flex flex-wrap items-center gap-x-1 gap-y-2 border-b border-line py-2.5"
          >
            <SearchField
              label="Search by name, email or demo"
              placeholder="Name, email or demo"
              words={words}
              onWords={setWords}
              className="min-w-0 flex-1 basis-48 max-sm:basis-full"
            />
            <QuietSelect
              label="Status"
              value={status}
              options={[{ value: 'all', label: 'All statuses' }, ...statusOptions]}
              onChange={({ currentTarget: { value } }) => choose('status', value === 'all' ? '' : value)}
            />
            <QuietSelect
              label="Meetings"
              value={withMeeting ? 'ahead' : 'all'}
              options={[
                { value: 'all', label: 'All meetings' },
                { value: 'ahead', label: 'Upcoming meeting' },
              ]}
              onChange={({ currentTarget: { value } }) => choose('meeting', value === 'all' ? '' : value)}
            />
            {withMeeting ? null : (
              <QuietSelect
                label="Sort by"
                value={order}
                options={orderOptions}
                onChange={({ currentTarget: { value } }) => choose('sort', value === 'newest' ? '' : value)}
              />
            )}
          </search>
          {page === undefined && leads.isPending ? (
            <ListSkeleton label={`Loading ${title.toLowerCase()}`} isTall="phone" rows={12} />
          ) : null}
          {leads.isError && page === undefined ? (
            <div className="pt-6">
              <ErrorState
                title={failureText(leads.error, 'leadsFailed')}
                text={failureHint(leads.error)}
                onRetry={() => void leads.refetch()}
              />
            </div>
          ) : null}
          {page !== undefined && first === undefined ? (
            withMeeting ? (
              <NoMeetings isSearched={filter.search.trim() !== '' || status !== 'all'} />
            ) : (
              <NoLeads isFiltered={isFiltered} onSample={() => setSample(true)} />
            )
          ) : null}
          {page === undefined || first === undefined ? null : withMeeting ? (
            <MeetingList
              days={days}
              isSample={isSample}
              chosenId={isWide ? (chosen?.id ?? null) : null}
              onFocus={setChosenId}
            />
          ) : (
            <LeadList
              leads={page.leads}
              openedAt={openedAt}
              isSample={isSample}
              chosenId={isWide ? (chosen?.id ?? null) : null}
              onFocus={setChosenId}
            />
          )}
          {page !== undefined && !withMeeting && page.total > page.leads.length ? (
            <Button className="mt-4" disabled={leads.isFetching} onClick={showMore}>
              Show more
            </Button>
          ) : null}
        </div>
        {isWide && !isBare ? (
          <aside aria-label="Lead" className="border-l border-line">
            {chosen === undefined ? null : (
              <div className="sticky top-[calc(3.25rem+var(--sheet-top))] max-h-[calc(var(--sheet-height)-3.25rem)] overflow-y-auto px-6 py-4">
                <LeadPeek key={chosen.id} lead={chosen} isSample={isSample} />
              </div>
            )}
          </aside>
        ) : null}
      </div>
    </>
  )
}

function Count({ count, one }: { readonly count: number; readonly one: string }) {
  return (
    <>
      {countText(count)}
      <span className="sr-only">
        {' '}
        {one}
        {count === 1 ? '' : 's'}
      </span>
    </>
  )
}

const leadsKey = ['leads']
/** The list, and a lead beside it. */
const columnsClass = 'xl:grid xl:min-h-[calc(var(--sheet-height)-3.25rem)] xl:grid-cols-[minmax(0,1fr)_380px]'

function OfOneDemo({ demoId }: { readonly demoId: string }) {
  const demo = useQuery(demoQuery(demoId))
  return (
    <div className="pt-4">
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

function NoLeads({ isFiltered, onSample }: { readonly isFiltered: boolean; readonly onSample: () => void }) {
  if (isFiltered) return <EmptyState title="No matching leads" text="Change the search or the status." />
  return (
    <EmptyState
      isPage
      title="No leads yet"
      text="Add a lead card to a demo and share it. Submissions appear here live."
      drawing={<LeadsIllustration />}
    >
      <ButtonLink to="/dashboard/demos">Choose a demo</ButtonLink>
      <Button tone="quiet" onClick={onSample}>
        See sample data
      </Button>
    </EmptyState>
  )
}

function NoMeetings({ isSearched }: { readonly isSearched: boolean }) {
  if (isSearched) return <EmptyState title="No matching meetings" text="Change the search or the status." />
  return (
    <EmptyState title="No upcoming meetings" text="Meetings that your agent books appear here live.">
      <ButtonLink to="/dashboard/leads">Show all leads</ButtonLink>
    </EmptyState>
  )
}
