import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { messages } from '#domain/messages.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { useChangeParams } from '../../lib/use-address-params.ts'
import { useSample } from '../../lib/use-sample.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { QuietSelect } from '../../ui/quiet-select.tsx'
import { SampleNotice } from '../../ui/sample-notice.tsx'
import {
  figuresKey,
  namesQuery,
  reportQuery,
  type NamedDemo,
  type NamedLink,
  type ReportRequest,
} from './analytics-calls.ts'
import { filterChanges, periodChoices, periodOf, readFilters, todayInUtc, type Filters } from './analytics-filters.ts'
import { CountedDialog } from './counted-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar, hasFilters, type FilterChange } from './filter-bar.tsx'
import type { LiveVisit } from './follow-visits.ts'
import { isAskedFor } from './live-filter.ts'
import { pageOf } from './page-of.ts'
import { ReportBody } from './report-body.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'
import { stepName } from './step-name.ts'
import { useLiveVisits } from './use-live-visits.ts'
import { LiveVisitors } from './live-visitors.tsx'

export interface AnalyticsViewProps {
  readonly title: string
  /** The page's demo; null for all, with a choice. */
  readonly pinnedDemoId: string | null
  /** Links to related pages. */
  readonly children?: ReactNode
}

/** The filters, live visitors, and the report. All choices are in the URL. */
export function AnalyticsView({ title, pinnedDemoId, children }: AnalyticsViewProps) {
  const queries = useQueryClient()
  const [search] = useSearchParams()
  const changeParams = useChangeParams()
  const names = useQuery(namesQuery)
  const asked = readFilters(search)
  const filters: Filters = pinnedDemoId === null ? asked : { ...asked, demoId: pinnedDemoId }
  const [isSample, setSample] = useSample()

  const demo = names.data?.demos.find(({ id }) => id === filters.demoId)
  const isUnknownDemo = names.data !== undefined && filters.demoId !== null && demo === undefined
  const workspaceId = demo?.workspaceId ?? names.data?.workspaceId ?? null
  const today = todayInUtc()
  const period = periodOf(filters, today)
  const isReady = names.data !== undefined && workspaceId !== null && !isUnknownDemo
  const request: ReportRequest | null = isReady && period.ok ? { ...filters, workspaceId, period: period.value } : null
  const report = useQuery(reportQuery(request, isSample))

  const live = useLiveVisits(isReady ? workspaceId : null, () => {
    if (period.ok && period.value.to >= today) void queries.invalidateQueries({ queryKey: figuresKey })
  })
  const present = live.visits?.filter((visit) => isAskedFor(visit, filters)) ?? null

  function change(next: FilterChange): void {
    changeParams(filterChanges(next))
  }

  const failed = [names, report].find((query) => query.isError && query.data === undefined)
  const demoName = (id: string) => names.data?.demos.find((each) => each.id === id)?.name ?? 'Deleted demo'
  const linkName = (id: string) => {
    const link = names.data?.links.find((each) => each.id === id)
    return link === undefined ? 'Deleted link' : linkLabel(link)
  }
  /** Links of two demos may have the same name. */
  const linkLabel = ({ name, demoId }: NamedLink) => (filters.demoId === null ? `${name} (${demoName(demoId)})` : name)

  function placeOf(visit: LiveVisit): string {
    if (visit.demo_id === null) return pageOf(visit.entry_url)
    if (visit.demo_id !== filters.demoId) return demoName(visit.demo_id)
    const step = report.data?.demo?.steps.find(({ step_id }) => step_id === visit.exit_step_id)
    return step === undefined ? 'Just opened' : stepName(step)
  }

  return (
    <>
      <PageBar
        title={title}
        choices={
          <>
            <Choices
              filters={filters}
              period={period.ok ? period.value : null}
              demos={pinnedDemoId === null ? demosOf(workspaceId, names.data?.demos ?? []) : null}
              onChange={change}
            />
            <FilterToggle
              isOpen={search.get('filter') === '1' || hasFilters(filters) || filters.days === null}
              onToggle={(isOpen) => changeParams({ filter: isOpen ? '1' : null })}
            />
          </>
        }
        actions={
          <>
            {failed === undefined && !isUnknownDemo && !isSample ? (
              <LiveVisitors visits={present} isCut={live.isCut} placeOf={placeOf} />
            ) : null}
            <CountedDialog report={report.data} />
            {children}
            {report.data === undefined || report.isPlaceholderData ? (
              <Button icon={<Download size={14} aria-hidden />} disabled>
                <span className="max-sm:sr-only">Export</span>
              </Button>
            ) : (
              <ExportMenu
                report={report.data}
                filters={request}
                names={{ demo: demoName, link: linkName }}
                isSample={isSample}
              />
            )}
          </>
        }
      />
      <div className="mx-auto w-full max-w-[1200px] px-4 pb-10 sm:px-8">
        {search.get('filter') === '1' || hasFilters(filters) || filters.days === null ? (
          <FilterBar
            filters={filters}
            problem={period.ok ? undefined : period.problem}
            links={linksOf(filters.demoId, workspaceId, names.data).map((link) => ({ ...link, name: linkLabel(link) }))}
            versions={isSample ? [] : (report.data?.by.version.map(({ key }) => key ?? '0') ?? [])}
            onChange={change}
          />
        ) : null}
        {isUnknownDemo ? (
          <div className="pt-6">
            <ErrorState title={messages.demoNotFound} text="It was deleted, or you have no access to it.">
              <ButtonLink to="/dashboard/analytics">Show all demos</ButtonLink>
            </ErrorState>
          </div>
        ) : null}
        {failed === undefined ? null : (
          <div className="pt-6">
            <ErrorState
              title={failureText(failed.error, 'analyticsFailed')}
              text={failureHint(failed.error)}
              onRetry={() => void Promise.all([names, report].map((query) => query.refetch()))}
            />
          </div>
        )}
        {isSample ? (
          <div className="pt-4">
            <SampleNotice onLeave={() => setSample(false)} />
          </div>
        ) : null}
        {report.data === undefined || !period.ok ? null : (
          <div aria-busy={report.isPlaceholderData} className={report.isPlaceholderData ? 'opacity-60' : undefined}>
            <ReportBody
              report={report.data}
              request={request}
              search={search}
              isSample={isSample}
              names={{ demo: demoName, link: linkName }}
              onChoose={changeParams}
            />
          </div>
        )}
        {report.data === undefined && failed === undefined && !isUnknownDemo && period.ok ? <ReportSkeleton /> : null}
      </div>
    </>
  )
}

interface ChoicesProps {
  readonly filters: Filters
  /** The initial value of a custom period. */
  readonly period: { readonly from: string; readonly to: string } | null
  /** Null on the page of one demo. */
  readonly demos: readonly NamedDemo[] | null
  readonly onChange: (change: FilterChange) => void
}

/** Demo and period, in the header. */
function Choices({ filters, period, demos, onChange }: ChoicesProps) {
  return (
    <>
      {demos === null ? null : (
        <QuietSelect
          label="Demo"
          value={filters.demoId ?? ''}
          options={[
            { value: '', label: 'All demos and pages' },
            ...demos.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => onChange({ demo: event.target.value })}
        />
      )}
      <QuietSelect
        label="Time"
        value={filters.days === null ? 'custom' : String(filters.days)}
        options={[...periodChoices, { value: 'custom', label: 'Custom' }]}
        onChange={({ target: { value } }) =>
          onChange({ period: value, from: null, to: null, ...(value === 'custom' && period !== null && period) })
        }
      />
    </>
  )
}

function FilterToggle({
  isOpen,
  onToggle,
}: {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}) {
  return (
    <Button
      tone="quiet"
      aria-expanded={isOpen}
      className="px-2 font-normal text-muted"
      icon={<Plus size={14} aria-hidden className={isOpen ? 'rotate-45' : undefined} />}
      onClick={() => onToggle(!isOpen)}
    >
      Filter
    </Button>
  )
}

function demosOf<T extends { readonly workspaceId: string }>(workspaceId: string | null, demos: readonly T[]) {
  return demos.filter((demo) => demo.workspaceId === workspaceId)
}

function linksOf(
  demoId: string | null,
  workspaceId: string | null,
  names:
    | { readonly demos: readonly { id: string; workspaceId: string }[]; readonly links: readonly NamedLink[] }
    | undefined,
): readonly NamedLink[] {
  if (names === undefined) return []
  if (demoId !== null) return names.links.filter((link) => link.demoId === demoId)
  const own = new Set(demosOf(workspaceId, names.demos).map(({ id }) => id))
  return names.links.filter((link) => own.has(link.demoId))
}
