import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { messages } from '#domain/messages.ts'

import { PageHeader } from '../../ui/page-header.tsx'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { figuresKey, namesQuery, reportQuery, type NamedLink, type ReportRequest } from './analytics-calls.ts'
import { periodOf, readFilters, todayInUtc, withChoices, withFilters, type Filters } from './analytics-filters.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar, type FilterChange } from './filter-bar.tsx'
import type { LiveVisit } from './follow-visits.ts'
import { isAskedFor } from './live-filter.ts'
import { LiveNow, pageOf } from './live-now.tsx'
import { ReportBody } from './report-body.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'
import { stepName } from './step-funnel.tsx'
import { useLiveVisits } from './use-live-visits.ts'

export interface AnalyticsViewProps {
  readonly title: string
  readonly text: string
  /** The page's demo; null for all, with a choice. */
  readonly pinnedDemoId: string | null
  readonly children?: ReactNode
}

/** The filters, live visitors, and the report. All choices are in the URL. */
export function AnalyticsView({ title, text, pinnedDemoId, children }: AnalyticsViewProps) {
  const queries = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const names = useQuery(namesQuery)
  const asked = readFilters(search)
  const filters: Filters = pinnedDemoId === null ? asked : { ...asked, demoId: pinnedDemoId }
  const isSample = search.get('sample') === '1'

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
    setSearch((now) => withFilters(now, next), { replace: true, preventScrollReset: true })
  }

  /** The chosen view, beside its demo. */
  function choose(choice: Readonly<Record<string, string | null>>): void {
    setSearch((now) => withChoices(now, choice), { replace: true, preventScrollReset: true })
  }

  const failed = [names, report].find((query) => query.isError && query.data === undefined)
  const demoName = (id: string) => names.data?.demos.find((each) => each.id === id)?.name ?? 'Deleted demo'
  const linkName = (id: string) => {
    const link = names.data?.links.find((each) => each.id === id)
    return link === undefined ? 'Deleted link' : linkLabel(link)
  }
  /** Two demos may have links of one name. */
  const linkLabel = ({ name, demoId }: NamedLink) => (filters.demoId === null ? `${name} (${demoName(demoId)})` : name)

  function placeOf(visit: LiveVisit): string {
    if (visit.demo_id === null) return pageOf(visit.entry_url)
    if (visit.demo_id !== filters.demoId) return demoName(visit.demo_id)
    const step = report.data?.demo?.steps.find(({ step_id }) => step_id === visit.exit_step_id)
    return step === undefined ? 'Just opened' : stepName(step)
  }

  return (
    <>
      <PageHeader title={title} text={text}>
        <div className="flex flex-wrap gap-1.5 sm:gap-2">
          {children}
          {report.data === undefined || report.isPlaceholderData ? (
            <Button size="form" icon={<Download size={16} aria-hidden />} disabled>
              Export
            </Button>
          ) : (
            <ExportMenu
              report={report.data}
              filters={request}
              names={{ demo: demoName, link: linkName }}
              isSample={isSample}
            />
          )}
        </div>
      </PageHeader>
      <div className="flex flex-col gap-4">
        <FilterBar
          filters={filters}
          period={period.ok ? period.value : null}
          problem={period.ok ? undefined : period.problem}
          demos={pinnedDemoId === null ? demosOf(workspaceId, names.data?.demos ?? []) : null}
          links={linksOf(filters.demoId, workspaceId, names.data).map((link) => ({ ...link, name: linkLabel(link) }))}
          versions={isSample ? [] : (report.data?.by.version.map(({ key }) => key ?? '0') ?? [])}
          onChange={change}
        />
        {isUnknownDemo ? (
          <ErrorState title={messages.demoNotFound} text="It was deleted, or you have no access to it.">
            <ButtonLink to="/dashboard/analytics">Show all demos</ButtonLink>
          </ErrorState>
        ) : null}
        {failed === undefined ? null : (
          <ErrorState
            title={failureText(failed.error, 'analyticsFailed')}
            text={failureHint(failed.error)}
            onRetry={() => void Promise.all([names, report].map((query) => query.refetch()))}
          />
        )}
        {isSample ? (
          <Notice tone="plain">
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              Sample data
              <Button onClick={() => choose({ sample: null })}>Show my data</Button>
            </span>
          </Notice>
        ) : null}
        {failed === undefined && !isUnknownDemo && !isSample ? (
          <LiveNow visits={present} isCut={live.isCut} placeOf={placeOf} />
        ) : null}
        {report.data === undefined || !period.ok ? null : (
          <div aria-busy={report.isPlaceholderData} className={report.isPlaceholderData ? 'opacity-60' : undefined}>
            <ReportBody
              report={report.data}
              request={request}
              search={search}
              isSample={isSample}
              names={{ demo: demoName, link: linkName }}
              onChoose={choose}
            />
          </div>
        )}
        {report.data === undefined && failed === undefined && !isUnknownDemo && period.ok ? <ReportSkeleton /> : null}
      </div>
    </>
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
