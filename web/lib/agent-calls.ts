import { queryOptions } from '@tanstack/react-query'

import { BackendError } from './backend-error.ts'
import { ask, mustChange } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { newId } from './new-id.ts'
import type { AgentDemoRow, AgentEdit, AgentFigures, AgentRow } from './agent-rows.ts'

/** An agent in lists. */
export interface ListedAgent extends AgentRow {
  readonly figures: AgentFigures
  readonly demoIds: readonly string[]
}

export const agentsKey = ['agents'] as const
export const agentsQuery = queryOptions({ queryKey: agentsKey, queryFn: loadAgents })

export function agentKey(id: string) {
  return ['agent', id] as const
}

/** One agent with its figures; a missing one is `missing`. */
export function agentQuery(id: string) {
  return queryOptions({ queryKey: agentKey(id), queryFn: () => loadAgent(id) })
}

/** Which agent presents which demo, in the whole workspace. */
export const agentDemosQuery = queryOptions({ queryKey: ['agent-demos'], queryFn: loadAgentDemos })

async function loadAgents(): Promise<readonly ListedAgent[]> {
  const workspaceId = await currentWorkspaceId('agentsFailed')
  const [agents, figures] = await Promise.all([
    ask('agentsFailed', (client) =>
      client
        .from('agents')
        .select('*,demos:agent_demos(demo_id)')
        .eq('workspace_id', workspaceId)
        .order('is_default', { ascending: false })
        .order('created_at')
        .order('id')
        .overrideTypes<(AgentRow & { demos: { demo_id: string }[] })[], { merge: false }>(),
    ),
    loadFigures(workspaceId),
  ])
  return agents.map(({ demos, ...agent }) => ({
    ...agent,
    figures: figures.find(({ agent_id }) => agent_id === agent.id) ?? noFigures(agent.id),
    demoIds: demos.map(({ demo_id }) => demo_id),
  }))
}

async function loadAgent(id: string): Promise<ListedAgent> {
  const agent = await ask('agentsFailed', (client) =>
    client
      .from('agents')
      .select('*,demos:agent_demos(demo_id)')
      .eq('id', id)
      .maybeSingle<AgentRow & { readonly demos: readonly { readonly demo_id: string }[] }>(),
  )
  if (agent === null) throw new BackendError('agentsFailed', 'missing')
  const { demos, ...row } = agent
  const figures = await loadFigures(row.workspace_id)
  return {
    ...row,
    figures: figures.find(({ agent_id }) => agent_id === id) ?? noFigures(id),
    demoIds: demos.map(({ demo_id }) => demo_id),
  }
}

async function loadFigures(workspaceId: string): Promise<readonly AgentFigures[]> {
  const named = { p_workspace_id: workspaceId }
  const rows: readonly AgentFigures[] = await ask('agentsFailed', (client) => client.rpc('get_agent_figures', named))
  return rows
}

function noFigures(agentId: string): AgentFigures {
  const nothing = { talks: 0, asked: 0, answered: 0, meetings: 0, leads: 0, talking: 0 }
  return { agent_id: agentId, talks_by_day: [], ...nothing }
}

async function loadAgentDemos(): Promise<readonly AgentDemoRow[]> {
  const workspaceId = await currentWorkspaceId('agentsFailed')
  return ask('agentsFailed', (client) =>
    client
      .from('agent_demos')
      .select('demo_id,agent_id,welcome_message,demo_script')
      .eq('workspace_id', workspaceId)
      .overrideTypes<AgentDemoRow[], { merge: false }>(),
  )
}

/** The first one is the agent that the setup and the tracker call “leo” (spec §3). Returns its id. */
export async function addAgent(name: string, known: readonly AgentRow[]): Promise<string> {
  const id = newId()
  const row = {
    id,
    workspace_id: await currentWorkspaceId('agentSaveFailed'),
    slug: known.some(({ slug }) => slug === 'leo') ? `agent-${id.slice(0, 8)}` : 'leo',
    name: name.trim(),
    hue: nextHue(known.map(({ hue }) => hue)),
  }
  await ask('agentSaveFailed', (client) => client.from('agents').insert(row))
  return id
}

const hues = [292, 200, 150, 20, 60, 330, 240, 100] as const

/** The first hue that no other agent uses. */
function nextHue(taken: readonly number[]): number {
  return hues.find((hue) => !taken.includes(hue)) ?? hues[taken.length % hues.length] ?? hues[0]
}

export async function removeAgent(id: string): Promise<void> {
  await ask('agentSaveFailed', async (client) =>
    mustChange(await client.from('agents').delete().eq('id', id).select('id')),
  )
}

export async function makeDefault(id: string): Promise<void> {
  await ask('agentSaveFailed', (client) => client.rpc('set_default_agent', { p_agent_id: id }))
}

/** The saved row, or null if somebody else changed it after `knownAt`. */
export async function saveAgentEdit(id: string, edit: AgentEdit, knownAt: string): Promise<AgentRow | null> {
  const patch = { ...edit, updated_at: new Date().toISOString() }
  const [saved] = await ask('agentSaveFailed', (client) =>
    client
      .from('agents')
      .update(patch)
      .eq('id', id)
      .eq('updated_at', knownAt)
      .select('*')
      .overrideTypes<AgentRow[], { merge: false }>(),
  )
  return saved ?? null
}

export async function readAgent(id: string): Promise<AgentRow> {
  const row = await ask('agentsFailed', (client) =>
    client.from('agents').select('*').eq('id', id).maybeSingle<AgentRow>(),
  )
  if (row === null) throw new BackendError('agentsFailed', 'missing')
  return row
}

/** Assigns the demo to the agent, whichever agent had it before. */
export async function assignDemo(demoId: string, agentId: string): Promise<void> {
  const row = { demo_id: demoId, agent_id: agentId, workspace_id: await currentWorkspaceId('agentSaveFailed') }
  const moved = await ask('agentSaveFailed', (client) =>
    client.from('agent_demos').update({ agent_id: agentId }).eq('demo_id', demoId).select('demo_id'),
  )
  if (moved.length === 0) await ask('agentSaveFailed', (client) => client.from('agent_demos').insert(row))
}

export async function releaseDemo(demoId: string): Promise<void> {
  await ask('agentSaveFailed', async (client) =>
    mustChange(await client.from('agent_demos').delete().eq('demo_id', demoId).select('demo_id')),
  )
}

export async function saveDemoWords(
  demoId: string,
  words: { readonly welcome_message: string | null; readonly demo_script: string | null },
): Promise<void> {
  await ask('agentSaveFailed', async (client) =>
    mustChange(await client.from('agent_demos').update(words).eq('demo_id', demoId).select('demo_id')),
  )
}
