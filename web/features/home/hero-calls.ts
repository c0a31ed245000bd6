import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'

/** An agent's figures for a period. */
export interface AgentNews {
  readonly agentId: string
  readonly talks: number
  /** Conversations without an unanswered question. */
  readonly answered: number
  readonly meetings: number
}

/** A visitor who is online now, and their current step. */
export interface LiveVisitor {
  readonly demoId: string
  readonly demoName: string
  /** Null if the visitor isn't in a conversation. */
  readonly conversationId: string | null
  readonly name: string | null
  readonly step: LiveStep | null
}

export interface LiveStep {
  readonly order: number
  readonly title: string | null
  readonly screenshot_url: string
  readonly click_x: number | null
  readonly click_y: number | null
}

export const newsKey = ['home-news'] as const
export const liveVisitorKey = ['home-live'] as const

/** Agents' news since a given time, busiest first. */
export function newsQuery(since: string) {
  return queryOptions({
    queryKey: [...newsKey, since],
    queryFn: async (): Promise<readonly AgentNews[]> => {
      const workspaceId = await currentWorkspaceId('demosFailed')
      const asked = { p_workspace_id: workspaceId, p_since: since }
      const rows: readonly (Omit<AgentNews, 'agentId'> & { readonly agent_id: string })[] = await ask(
        'demosFailed',
        (client) => client.rpc('get_agent_news', asked),
      )
      return rows.map(({ agent_id: agentId, ...row }) => ({ agentId, ...row }))
    },
  })
}

/** A visitor in a conversation, else the most recently active one; null if nobody is online. */
export const liveVisitorQuery = queryOptions({
  queryKey: liveVisitorKey,
  queryFn: async (): Promise<LiveVisitor | null> => {
    const workspaceId = await currentWorkspaceId('demosFailed')
    return (await talkingVisitor(workspaceId)) ?? (await watchingVisitor(workspaceId))
  },
})

interface TalkRow {
  readonly conversation_id: string
  readonly step_order: number
  readonly conversation: {
    readonly demo_id: string
    readonly facts: readonly { readonly field: string; readonly value: string }[]
    readonly demo: { readonly name: string } | null
  } | null
}

async function talkingVisitor(workspaceId: string): Promise<LiveVisitor | null> {
  const rows = await ask('demosFailed', (client) =>
    client
      .from('live_talks')
      .select('conversation_id,step_order,conversation:conversations(demo_id,facts,demo:demos(name))')
      .eq('workspace_id', workspaceId)
      .limit(1)
      .overrideTypes<TalkRow[], { merge: false }>(),
  )
  const [talk] = rows
  if (talk === undefined || talk.conversation === null) return null
  const { demo_id: demoId, facts, demo } = talk.conversation
  return {
    demoId,
    demoName: demo?.name ?? '',
    conversationId: talk.conversation_id,
    name: facts.find(({ field }) => field === 'name')?.value ?? null,
    step: await loadStep(demoId, 'place', talk.step_order),
  }
}

interface VisitRow {
  readonly demo_id: string
  readonly exit_step_id: string | null
  readonly demo: { readonly name: string } | null
}

/** After this long without activity, a visitor counts as gone. */
const presentMs = 2 * 60_000

async function watchingVisitor(workspaceId: string): Promise<LiveVisitor | null> {
  const rows = await ask('demosFailed', (client) =>
    client
      .from('visits')
      .select('demo_id,exit_step_id,demo:demos(name)')
      .eq('workspace_id', workspaceId)
      .eq('traffic', 'human')
      .not('demo_id', 'is', null)
      .gt('last_seen_at', new Date(Date.now() - presentMs).toISOString())
      .order('last_seen_at', { ascending: false })
      .limit(1)
      .overrideTypes<VisitRow[], { merge: false }>(),
  )
  const [visit] = rows
  if (visit === undefined) return null
  return {
    demoId: visit.demo_id,
    demoName: visit.demo?.name ?? '',
    conversationId: null,
    name: null,
    step: visit.exit_step_id === null ? null : await loadStep(visit.demo_id, 'id', visit.exit_step_id),
  }
}

async function loadStep(demoId: string, by: 'id' | 'place', value: string | number): Promise<LiveStep | null> {
  return ask('demosFailed', (client) => {
    const steps = client.from('demo_steps').select('order,title,screenshot_url,click_x,click_y').eq('demo_id', demoId)
    // A filter on a column called "order" would be parsed as a sort order.
    const one = by === 'id' ? steps.eq('id', value) : steps.order('order').range(Number(value) - 1, Number(value) - 1)
    return one.maybeSingle<LiveStep>()
  })
}
