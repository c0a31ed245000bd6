import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'

import type { ConversationRow } from '#protocol/rows.ts'

import { ask, callBackend } from '../../lib/call-backend.ts'
import type { LeadMeeting } from '../../lib/lead-calls.ts'
import { visitorName } from '../../lib/visitor-name.ts'
import { figuresKey, type ReportRequest } from './analytics-calls.ts'

/* The visits behind the figures, one by one. */

export interface VisitedStep {
  readonly step_id: string
  readonly at: string
  readonly views: number
  readonly seconds: number
}

interface VisitRow {
  readonly id: string
  readonly workspace_id: string
  readonly session_id: string
  readonly demo_id: string | null
  readonly started_at: string
  readonly last_seen_at: string
  readonly link: string
  readonly source: string
  readonly device: string
  readonly entry_url: string
  readonly seconds: number
  readonly steps: readonly VisitedStep[]
  readonly exit_step_id: string | null
  readonly completed_at: string | null
  readonly lead_at: string | null
  readonly agent_at: string | null
  readonly talk_ids: readonly string[]
}

/** The lead that a visit left. */
export interface VisitLead {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly session_id: string | null
  readonly score: number | null
  readonly meetings: readonly Pick<LeadMeeting, 'id' | 'status' | 'starts_at'>[]
}

/** The conversation of a visit. */
export interface VisitTalk extends Pick<ConversationRow, 'id' | 'facts'> {
  /** The steps on which the visitor asked something. */
  readonly turns: readonly { readonly step_order: number | null }[]
}

export type VisitOutcome = 'booked' | 'lead' | 'asked' | 'finished'

export interface ListedVisit extends VisitRow {
  /** Null for an anonymous visitor. */
  readonly name: string | null
  readonly lead: VisitLead | null
  readonly talk: VisitTalk | null
  readonly outcome: VisitOutcome | null
}

export const visitsAtOnce = 10

/** The newest visits of the report; `leftOn` narrows them to those that ended on a step. */
export function visitsQuery(request: ReportRequest | null, leftOn: string | null, count: number) {
  return queryOptions({
    queryKey: [...figuresKey, 'visits', request, leftOn, count] as const,
    queryFn: request === null ? skipToken : () => loadVisits(request, leftOn, count),
    placeholderData: keepPreviousData,
  })
}

const columns =
  'id,workspace_id,session_id,demo_id,started_at,last_seen_at,link,source,device,entry_url,seconds,steps,exit_step_id,completed_at,lead_at,agent_at,talk_ids'

async function loadVisits(
  request: ReportRequest,
  leftOn: string | null,
  count: number,
): Promise<readonly ListedVisit[]> {
  const { workspaceId, demoId, link, traffic, version, period } = request
  const rows = await ask('analyticsFailed', (client) => {
    let query = client
      .from('visits')
      .select(columns)
      .eq('workspace_id', workspaceId)
      .gte('day', period.from)
      .lte('day', period.to)
    if (demoId !== null) query = query.eq('demo_id', demoId)
    if (link !== null) query = query.eq('link', link)
    if (traffic !== 'all') query = query.eq('traffic', traffic)
    if (version !== null) query = query.eq('demo_version', version)
    if (leftOn !== null) query = query.eq('exit_step_id', leftOn)
    return query
      .order('day', { ascending: false })
      .order('started_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(count)
      .overrideTypes<VisitRow[], { merge: false }>()
  })
  const [leads, talks] = await Promise.all([loadLeads(rows), loadTalks(rows)])
  return rows.map((row) => {
    const lead = row.lead_at === null ? null : (leads.find(({ session_id }) => session_id === row.session_id) ?? null)
    const talk = talks.find(({ id }) => row.talk_ids.includes(id)) ?? null
    return {
      ...row,
      lead,
      talk,
      name: lead?.name ?? (talk === null ? null : visitorName(talk.facts)),
      outcome: outcomeOf(row, lead),
    }
  })
}

/** If this fails, visits are shown without names. */
async function loadLeads(rows: readonly VisitRow[]): Promise<readonly VisitLead[]> {
  const sessions = rows.flatMap(({ lead_at, session_id }) => (lead_at === null ? [] : [session_id]))
  if (sessions.length === 0) return []
  const answer = await callBackend((client) =>
    client
      .from('leads')
      .select('id,name,email,session_id,score,meetings(id,status,starts_at)')
      .in('session_id', sessions)
      .order('created_at', { ascending: false })
      .overrideTypes<VisitLead[], { merge: false }>(),
  )
  return answer.ok ? answer.value : []
}

async function loadTalks(rows: readonly VisitRow[]): Promise<readonly VisitTalk[]> {
  const ids = rows.flatMap(({ talk_ids }) => talk_ids.slice(0, talksMax))
  if (ids.length === 0) return []
  const answer = await callBackend((client) =>
    client
      .from('conversations')
      .select('id,facts,turns:conversation_turns(step_order)')
      .in('id', ids)
      .eq('turns.speaker', 'visitor')
      .limit(turnsMax, { referencedTable: 'turns' })
      .overrideTypes<VisitTalk[], { merge: false }>(),
  )
  return answer.ok ? answer.value : []
}

/** Conversations per visit; nearly all visits have only one. */
const talksMax = 2
/** Turns per conversation. */
const turnsMax = 100

function outcomeOf(row: VisitRow, lead: VisitLead | null): VisitOutcome | null {
  if (lead?.meetings.some(({ status }) => status !== 'cancelled') === true) return 'booked'
  if (row.lead_at !== null) return 'lead'
  if (row.agent_at !== null) return 'asked'
  return row.completed_at === null ? null : 'finished'
}
