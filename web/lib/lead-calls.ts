import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { CardType } from '#domain/card.ts'
import type { LeadStatus } from '#domain/lead.ts'

import { BackendError } from './backend-error.ts'
import { ask, mustChange, withTotal } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { searchCondition } from './search-pattern.ts'
import type { DataClient } from './data-client.ts'

export interface Lead {
  readonly id: string
  readonly workspace_id: string
  /** From a card's form, or from a conversation with the agent. */
  readonly source: 'form' | 'talk'
  readonly conversation_id: string | null
  readonly demo_id: string | null
  readonly demo_name: string
  readonly step_id: string | null
  readonly card_id: string | null
  readonly card_title: string
  readonly session_id: string | null
  /** Leads from conversations have an email, a phone number, or both. */
  readonly email: string | null
  readonly phone: string | null
  readonly name: string
  readonly fields: readonly { readonly label: string; readonly value: string }[]
  readonly consent_text: string | null
  readonly consented_at: string | null
  readonly status: LeadStatus
  readonly created_at: string
  /** 0 to 100; null if the agent asked nothing. */
  readonly score: number | null
  readonly evidence: readonly LeadEvidence[]
  readonly meetings: readonly LeadMeeting[]
}

/** A remark that raises the score or, with negative points, lowers it. */
export interface LeadEvidence {
  readonly field: string
  readonly points: number
  readonly quote: string
  /** The number of the visitor's remark. */
  readonly turn: number
}

/** A meeting that the agent booked for a lead. */
export interface LeadMeeting {
  readonly id: string
  readonly starts_at: string
  readonly ends_at: string
  /** `moved`: now at another time. */
  readonly status: 'booked' | 'moved' | 'cancelled'
  readonly cancelled_by: 'visitor' | 'author' | null
  readonly place: string
  /** Addresses of others who should come; nobody has invited them. */
  readonly guests: readonly string[]
  readonly organiser_email: string
  readonly demo_name: string
  readonly conversation_id: string | null
  readonly created_at: string
  readonly changed_at: string
}

export interface LeadFilter {
  readonly search: string
  readonly status: LeadStatus | 'all'
  /** Only leads with an upcoming meeting. */
  readonly withMeeting: boolean
  /** Only of this demo. */
  readonly demoId: string | null
  readonly order: LeadOrder
}

export const leadOrders = ['newest', 'oldest', 'name', 'score'] as const
export type LeadOrder = (typeof leadOrders)[number]

/** Everybody, newest first. */
export const everyLead: LeadFilter = { search: '', status: 'all', withMeeting: false, demoId: null, order: 'newest' }

export interface LeadPage {
  readonly leads: readonly Lead[]
  /** The total number that matches the filter. */
  readonly total: number
}

/** What erasing a lead would delete. */
export interface LeadTraces {
  readonly leads: number
  readonly visits: number
  readonly events: number
  readonly conversations: number
  readonly meetings: number
}

/** An entry of the visit that a lead came from. */
export interface StoryEvent {
  readonly occurred_at: string
  readonly event_type: string
  readonly page_url: string
  readonly demo_id: string | null
  readonly step_id: string | null
  readonly subject_id: string | null
  readonly time_spent: number | null
}

export const leadsAtOnce = 50
/** Enough to show all upcoming meetings. */
export const meetingLeadsAtOnce = 1_000

export const leadsKey = ['leads'] as const

export function leadsQuery(filter: LeadFilter, count: number) {
  return queryOptions({
    queryKey: [...leadsKey, filter, count],
    queryFn: () => loadLeads(filter, count),
    placeholderData: keepPreviousData,
  })
}

const meetingColumns =
  'id,starts_at,ends_at,status,cancelled_by,place,guests,organiser_email,demo_name,conversation_id,created_at,changed_at'

export function leadQuery(id: string) {
  return queryOptions({ queryKey: ['lead', id], queryFn: () => loadLead(id) })
}

/** The lead's visit; empty for untracked visitors. Refetched while the visit may continue. */
export function storyQuery({
  workspace_id,
  session_id,
  created_at,
}: Pick<Lead, 'workspace_id' | 'session_id' | 'created_at'>) {
  return queryOptions({
    queryKey: ['lead', 'story', workspace_id, session_id],
    queryFn: (): Promise<readonly StoryEvent[]> =>
      ask('leadsFailed', (client) =>
        client.rpc('get_visit_story', { p_workspace_id: workspace_id, p_session_id: session_id }),
      ),
    enabled: session_id !== null,
    refetchInterval: () => (Date.now() - Date.parse(created_at) < visitMs ? trackedEveryMs : false),
  })
}

/** The maximum of events per visit, from its start. */
export const storyMax = 1_000

export interface StoryDemo {
  readonly id: string
  readonly name: string
  readonly steps: readonly {
    readonly id: string
    readonly order: number
    readonly title: string | null
    readonly screenshot_url: string
    readonly cards: readonly { readonly id: string; readonly type: CardType; readonly title: string }[]
  }[]
}

/** The visit's demos by their current names, without deleted ones. */
export function storyDemosQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['lead', 'demos', ids],
    queryFn: async (): Promise<readonly StoryDemo[]> => {
      const steps =
        'steps:demo_steps(id,order,title,screenshot_url,cards:step_cards!step_cards_step_id_fkey(id,type,title))'
      return ask('leadsFailed', (client) =>
        client.from('demos').select(`id,name,${steps}`).in('id', ids.slice(0, storyDemosMax)),
      )
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Visiting more demos than this is just browsing. */
const storyDemosMax = 20

const visitMs = 30 * 60_000
/** The tracker's flush interval (spec §9). */
const trackedEveryMs = 5_000

/** `count` of them from the one at `from`. */
async function loadLeads(filter: LeadFilter, count: number, from = 0): Promise<LeadPage> {
  const workspaceId = await currentWorkspaceId('leadsFailed')
  const { rows, total } = await ask('leadsFailed', async (client) =>
    withTotal(await filteredLeads(client, workspaceId, filter).range(from, from + count - 1)),
  )
  // The select is built at run time, so its type can't be inferred.
  return { leads: rows as unknown as readonly Lead[], total }
}

function filteredLeads(client: DataClient, workspaceId: string, filter: LeadFilter) {
  const meetings = `meetings${filter.withMeeting ? '!inner' : ''}(${meetingColumns})`
  let query = client.from('leads').select(`*,${meetings}`, { count: 'exact' }).eq('workspace_id', workspaceId)
  if (filter.order === 'score') query = query.order('score', { ascending: false, nullsFirst: false })
  query =
    filter.order === 'name' ? query.order('name') : query.order('created_at', { ascending: filter.order === 'oldest' })
  query = query.order('id')
  if (filter.status !== 'all') query = query.eq('status', filter.status)
  if (filter.withMeeting) {
    query = query.neq('meetings.status', 'cancelled').gt('meetings.ends_at', new Date().toISOString())
  }
  if (filter.demoId !== null) query = query.eq('demo_id', filter.demoId)
  const search = filter.search.trim()
  if (search !== '') {
    const found = ['email', 'phone', 'name', 'demo_name'].map((column) => `${column}.${searchCondition(search)}`)
    query = query.or(found.join())
  }
  return query
}

/** All leads, in pages. */
export async function loadEveryLead(filter: LeadFilter): Promise<readonly Lead[]> {
  const all: Lead[] = []
  for (;;) {
    const { leads, total } = await loadLeads(filter, exportedAtOnce, all.length)
    all.push(...leads)
    if (leads.length === 0 || all.length >= total) return all
  }
}

const exportedAtOnce = 1_000

async function loadLead(id: string): Promise<Lead> {
  const lead = await ask('leadsFailed', (client) =>
    client.from('leads').select(`*,meetings(${meetingColumns})`).eq('id', id).maybeSingle<Lead>(),
  )
  if (lead === null) throw new BackendError('leadsFailed', 'missing')
  return lead
}

export async function saveLeadStatus(id: string, status: LeadStatus): Promise<void> {
  await ask('leadSaveFailed', async (client) =>
    mustChange(await client.from('leads').update({ status }).eq('id', id).select('id')),
  )
}

export interface MeetingAhead {
  readonly id: string
  readonly starts_at: string
  readonly name: string
  readonly organiser_email: string
  readonly organiser_name: string
  readonly lead_id: string | null
}

export const meetingsAheadKey = ['meetings', 'ahead'] as const

/** The next meetings of all leads, and how many there are. */
export function meetingsAheadQuery(count: number) {
  return queryOptions({
    queryKey: [...meetingsAheadKey, count],
    queryFn: async (): Promise<{ readonly meetings: readonly MeetingAhead[]; readonly total: number }> => {
      const workspaceId = await currentWorkspaceId('leadsFailed')
      const { rows, total } = await ask('leadsFailed', async (client) =>
        withTotal(
          await client
            .from('meetings')
            .select('id,starts_at,name,organiser_email,organiser_name,lead_id', { count: 'exact' })
            .eq('workspace_id', workspaceId)
            .neq('status', 'cancelled')
            .gt('ends_at', new Date().toISOString())
            .order('starts_at')
            .limit(count)
            .overrideTypes<MeetingAhead[], { merge: false }>(),
        ),
      )
      return { meetings: rows, total }
    },
  })
}

/** A lead's upcoming meetings, soonest first. */
export function meetingsAhead({ meetings }: Pick<Lead, 'meetings'>): readonly LeadMeeting[] {
  return meetings
    .filter(({ status, ends_at }) => status !== 'cancelled' && Date.parse(ends_at) > Date.now())
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
}

/** A lead's next meeting; null if none. */
export function nextMeeting(lead: Pick<Lead, 'meetings'>): LeadMeeting | null {
  return meetingsAhead(lead)[0] ?? null
}

export function tracesQuery(id: string) {
  return queryOptions({
    queryKey: ['lead', 'traces', id],
    queryFn: async (): Promise<LeadTraces> => {
      const [traces]: readonly LeadTraces[] = await ask('leadsFailed', (client) =>
        client.rpc('get_lead_traces', { p_lead_id: id }),
      )
      if (traces === undefined) throw new BackendError('leadsFailed', 'missing')
      return traces
    },
    staleTime: 0,
  })
}

/** Deletes all data of a lead's person in the workspace; irreversible. */
export async function eraseLead(id: string): Promise<void> {
  await ask('leadSaveFailed', (client) => client.rpc('erase_lead', { p_lead_id: id }))
}
