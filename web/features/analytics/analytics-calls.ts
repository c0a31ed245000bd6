import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { queryOptions, skipToken } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { periodBefore, type Filters, type Period } from './analytics-filters.ts'
import type {
  DayRow,
  DemoReport,
  HeatCell,
  MedianInterval,
  Report,
  TrafficReason,
  VisitTotals,
} from './analytics-report.ts'
import type { DataClient } from '../../lib/data-client.ts'

/* The data calls of the analytics pages. Each throws a BackendError with a message for the author. */

export interface ReportRequest extends Pick<Filters, 'demoId' | 'link' | 'traffic' | 'version'> {
  readonly workspaceId: string
  readonly period: Period
}

/** Invalidated while visits continue. */
export const figuresKey = ['analytics', 'figures'] as const

/** The report, or the sample report; null until the request is known. */
export function reportQuery(request: ReportRequest | null, isSample: boolean) {
  return queryOptions({
    queryKey: [...figuresKey, 'report', request, isSample] as const,
    queryFn: request === null ? skipToken : () => (isSample ? loadSample(request) : loadReport(request)),
    // Keeps the last figures, dimmed, while a changed filter loads; sample figures are never shown in place of real ones.
    placeholderData: (last: Report | undefined, query) => (query?.queryKey[4] === isSample ? last : undefined),
  })
}

/** Clicks on one step's picture. */
export function heatmapQuery(request: ReportRequest & { readonly demoId: string; readonly stepId: string }) {
  return queryOptions({
    queryKey: [...figuresKey, 'heatmap', request] as const,
    queryFn: async (): Promise<readonly HeatCell[]> => {
      const where = { p_demo_id: request.demoId, ...rangeOf(request, request.period) }
      return ask('analyticsFailed', (client) =>
        client.rpc('get_click_heatmap', { ...where, p_step_id: request.stepId }),
      )
    },
  })
}

/** Visits that ended on a step, among the newest. */
export interface StepExits {
  readonly devices: readonly { readonly device: string; readonly visits: number }[]
  readonly questions: readonly { readonly text: string; readonly talks: number }[]
}

export function stepExitsQuery(request: ReportRequest & { readonly demoId: string; readonly stepId: string }) {
  return queryOptions({
    queryKey: [...figuresKey, 'exits', request] as const,
    queryFn: (): Promise<StepExits> => {
      const where = { p_demo_id: request.demoId, ...rangeOf(request, request.period) }
      return ask('analyticsFailed', (client) => client.rpc('get_step_exits', { ...where, p_step_id: request.stepId }))
    },
    staleTime: 60_000,
  })
}

/** A question that visitors asked, in any wording. */
export interface AskedGroup {
  readonly question: string
  readonly count: number
  readonly answered: number
  readonly lastAskedAt: string
  readonly conversationId: string
  readonly turn: number
}

export function askedQuery({ workspaceId, demoId, period: { from, to } }: ReportRequest) {
  const where = new URLSearchParams({ workspace: workspaceId, from, to, ...(demoId !== null && { demo: demoId }) })
  return queryOptions({
    queryKey: ['analytics', 'asked', where.toString()] as const,
    queryFn: async (): Promise<readonly AskedGroup[]> => {
      const { groups } = await ask('analyticsFailed', () =>
        fetchAsUser<{ readonly groups: readonly AskedGroup[] }>('GET', `/agents/v1/asked?${where.toString()}`),
      )
      return groups
    },
    // Not reloaded with every visit like the figures, because grouping reads up to 2,000 questions.
    refetchInterval: 60_000,
  })
}

export interface NamedDemo {
  readonly id: string
  readonly name: string
  readonly workspaceId: string
}

export interface NamedLink {
  readonly id: string
  readonly name: string
  readonly demoId: string
}

/** Options for the filters and names for the tables: demos and links of every workspace the reader can open. */
export const namesQuery = queryOptions({
  queryKey: ['analytics', 'names'],
  staleTime: 60_000,
  queryFn: async () => {
    const [workspaceId, demoRows, linkRows] = await Promise.all([
      currentWorkspaceId('analyticsFailed'),
      allRows((client, from, to) =>
        client.from('demos').select('id,name,workspace_id').order('name').order('id').range(from, to),
      ),
      allRows((client, from, to) =>
        client.from('share_links').select('id,name,demo_id').order('name').order('id').range(from, to),
      ),
    ])
    return {
      /** The current workspace. */
      workspaceId,
      demos: demoRows.map(({ id, name, workspace_id }): NamedDemo => ({ id, name, workspaceId: workspace_id })),
      links: linkRows.map(({ id, name, demo_id }): NamedLink => ({ id, name, demoId: demo_id })),
    }
  },
})

/** Backends silently cut results at a thousand rows. */
async function allRows<T>(
  select: (client: DataClient, from: number, to: number) => PromiseLike<PostgrestSingleResponse<T[]>>,
): Promise<readonly T[]> {
  const rows: T[] = []
  for (let page: readonly T[] | undefined; page === undefined || page.length === 1_000;) {
    page = await ask('analyticsFailed', (client) => select(client, rows.length, rows.length + 999))
    rows.push(...page)
  }
  return rows
}

async function loadSample({ period, demoId }: ReportRequest): Promise<Report> {
  const { sampleReport } = await import('./sample-report.ts')
  return sampleReport(period, demoId !== null)
}

interface ReportAnswer {
  readonly totals: VisitTotals
  readonly totals_before: VisitTotals
  readonly median: MedianInterval
  readonly days: readonly DayRow[]
  readonly days_before: readonly DayRow[]
  readonly reasons: readonly TrafficReason[]
  readonly by: Partial<Report['by']>
  readonly demo: DemoReport | null
}

async function loadReport(request: ReportRequest): Promise<Report> {
  const { workspaceId, demoId, period } = request
  const where = { p_workspace_id: workspaceId, p_demo_id: demoId, ...rangeOf(request, period) }
  const answer: ReportAnswer = await ask('analyticsFailed', (client) => client.rpc('get_visit_report', where))
  return {
    period,
    before: periodBefore(period),
    totals: answer.totals,
    totalsBefore: answer.totals_before,
    median: answer.median,
    days: answer.days,
    daysBefore: answer.days_before,
    by: { source: [], device: [], link: [], demo: [], version: [], traffic: [], ...answer.by },
    reasons: answer.reasons,
    demo: answer.demo,
  }
}

function rangeOf({ link, traffic, version }: ReportRequest, period: Period) {
  return { p_from: period.from, p_to: period.to, p_link: link, p_traffic: traffic, p_version: version }
}
