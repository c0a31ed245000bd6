import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js'
import { queryOptions, skipToken } from '@tanstack/react-query'

import { BackendError } from '../../lib/backend-error.ts'
import { ask } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { periodBefore, type Filters, type Period } from './analytics-filters.ts'
import {
  breakdownMost,
  type Breakdown,
  type BreakdownRow,
  type CardFigures,
  type DayRow,
  type DemoReport,
  type FunnelStep,
  type HeatCell,
  type MedianInterval,
  type Report,
  type TalkOutcome,
  type TrafficReason,
  type VisitPath,
  type VisitTotals,
} from './analytics-report.ts'

/* The data calls of the analytics pages. Each throws a BackendError with the sentence for it. */

export interface ReportRequest extends Pick<Filters, 'demoId' | 'link' | 'traffic' | 'version'> {
  readonly workspaceId: string
  readonly period: Period
}

/** What follows visits while they go on. */
export const figuresKey = ['analytics', 'figures'] as const

/** The report, or the made-up one that shows what a report looks like; null while it isn't known what to ask. */
export function reportQuery(request: ReportRequest | null, isSample: boolean) {
  return queryOptions({
    queryKey: [...figuresKey, 'report', request, isSample] as const,
    queryFn: request === null ? skipToken : () => (isSample ? loadSample(request) : loadReport(request)),
    // The last figures stay, dimmed, until those of a changed filter are there; but made-up ones for true ones never.
    placeholderData: (last: Report | undefined, query) => (query?.queryKey[4] === isSample ? last : undefined),
  })
}

/** Clicks on one step's picture. */
export function heatmapQuery(request: ReportRequest & { readonly demoId: string; readonly stepId: string }) {
  return queryOptions({
    queryKey: [...figuresKey, 'heatmap', request] as const,
    queryFn: async (): Promise<readonly HeatCell[]> => {
      const where = { p_demo_id: request.demoId, ...rangeOf(request, request.period) }
      return rowsOf('get_click_heatmap', { ...where, p_step_id: request.stepId })
    },
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

/** What the filters offer, and what the tables call things: the demos and links of every workspace open to the reader. */
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
      /** The one somebody is in. */
      workspaceId,
      demos: demoRows.map(({ id, name, workspace_id }): NamedDemo => ({ id, name, workspaceId: workspace_id })),
      links: linkRows.map(({ id, name, demo_id }): NamedLink => ({ id, name, demoId: demo_id })),
    }
  },
})

/** Backends answer no more rows than a thousand at once, and don't say that they left some out. */
async function allRows<T>(
  select: (client: SupabaseClient, from: number, to: number) => PromiseLike<PostgrestSingleResponse<T[]>>,
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

async function loadReport(request: ReportRequest): Promise<Report> {
  const { workspaceId, demoId, period } = request
  const before = periodBefore(period)
  const now = { p_workspace_id: workspaceId, p_demo_id: demoId, ...rangeOf(request, period) }
  const then = { ...now, ...rangeOf(request, before) }

  const [totals, totalsBefore, median, days, daysBefore, reasons, demo, source, device, link, demos, version, traffic] =
    await Promise.all([
      onlyRow<VisitTotals>('get_visit_totals', now),
      onlyRow<VisitTotals>('get_visit_totals', then),
      onlyRow<MedianInterval>('get_visit_median', now),
      rowsOf<DayRow>('get_visit_days', now),
      rowsOf<DayRow>('get_visit_days', then),
      rowsOf<TrafficReason>('get_traffic_reasons', {
        p_workspace_id: workspaceId,
        p_demo_id: demoId,
        p_from: period.from,
        p_to: period.to,
      }),
      demoId === null ? null : loadDemoReport(demoId, request),
      breakdown('source', now),
      breakdown('device', now),
      breakdown('link', now),
      demoId === null ? breakdown('demo', now) : none,
      // All versions, as they are what is chosen from.
      demoId === null ? none : breakdown('version', { ...now, p_version: null }),
      breakdown('traffic', now),
    ])
  return {
    period,
    before,
    totals,
    totalsBefore,
    median,
    days,
    daysBefore,
    by: { source, device, link, demo: demos, version, traffic },
    reasons,
    demo,
  }
}

async function loadDemoReport(demoId: string, request: ReportRequest): Promise<DemoReport> {
  const where = { p_demo_id: demoId, ...rangeOf(request, request.period) }
  const [steps, paths, cards, outcomes] = await Promise.all([
    rowsOf<FunnelStep>('get_step_funnel', where),
    rowsOf<VisitPath>('get_visit_paths', { ...where, p_limit: 10 }),
    rowsOf<CardFigures>('get_card_figures', where),
    rowsOf<TalkOutcome>('get_talk_outcomes', where),
  ])
  return { steps, paths, cards, outcomes }
}

const none: Promise<readonly BreakdownRow[]> = Promise.resolve([])

type Where = Readonly<Record<string, unknown>>

function breakdown(by: Breakdown, where: Where): Promise<readonly BreakdownRow[]> {
  return rowsOf('get_visit_breakdown', { ...where, p_by: by, p_limit: breakdownMost })
}

function rangeOf({ link, traffic, version }: ReportRequest, period: Period) {
  return { p_from: period.from, p_to: period.to, p_link: link, p_traffic: traffic, p_version: version }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the procedure's rows
function rowsOf<T>(procedure: string, where: Where): Promise<readonly T[]> {
  return ask('analyticsFailed', (client) => client.rpc(procedure, where))
}

async function onlyRow<T>(procedure: string, where: Where): Promise<T> {
  const [row] = await rowsOf<T>(procedure, where)
  if (row === undefined) throw new BackendError('analyticsFailed', 'failed')
  return row
}
