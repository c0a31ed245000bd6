import { queryOptions } from '@tanstack/react-query'

import type { PlanRow, SourceRow, StepQuestionsRow, TermRow, TestRow, VersionRow } from '../../lib/agent-rows.ts'
import { ask, mustChange } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { pairsKey } from '../../lib/pair-calls.ts'

/* Tables that members write directly; row-level security decides whether they may. */

/** The rows of one table that belong to an agent; each list is at most as long as one answer. */
const rowsMax = 1_000

export const knowledgeKeys = {
  pairs: pairsKey,
  sources: (agentId: string) => ['agent', agentId, 'sources'] as const,
  plans: (agentId: string) => ['agent', agentId, 'plans'] as const,
  terms: (agentId: string) => ['agent', agentId, 'terms'] as const,
  tests: (agentId: string) => ['agent', agentId, 'tests'] as const,
  versions: (agentId: string) => ['agent', agentId, 'versions'] as const,
  questions: (demoId: string) => ['step-questions', demoId] as const,
}

export function sourcesQuery(agentId: string) {
  return queryOptions({
    queryKey: knowledgeKeys.sources(agentId),
    queryFn: () =>
      ask('knowledgeFailed', (client) =>
        client
          .from('knowledge_sources')
          .select('*')
          .eq('agent_id', agentId)
          .order('created_at')
          .order('id')
          .limit(rowsMax)
          .overrideTypes<SourceRow[], { merge: false }>(),
      ),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'waiting' || status === 'reading') === true ? readingPollMs : false,
  })
}

const readingPollMs = 1_500

export function plansQuery(agentId: string) {
  return queryOptions({
    queryKey: knowledgeKeys.plans(agentId),
    queryFn: () =>
      ask('knowledgeFailed', (client) =>
        client
          .from('price_plans')
          .select('*')
          .eq('agent_id', agentId)
          .order('position')
          .order('id')
          .limit(rowsMax)
          .overrideTypes<PlanRow[], { merge: false }>(),
      ),
  })
}

export function termsQuery(agentId: string) {
  return queryOptions({
    queryKey: knowledgeKeys.terms(agentId),
    queryFn: () =>
      ask('knowledgeFailed', (client) =>
        client
          .from('glossary_terms')
          .select('*')
          .eq('agent_id', agentId)
          .order('term')
          .limit(rowsMax)
          .overrideTypes<TermRow[], { merge: false }>(),
      ),
  })
}

export function testsQuery(agentId: string) {
  return queryOptions({
    queryKey: knowledgeKeys.tests(agentId),
    queryFn: () =>
      ask('testsFailed', (client) =>
        client
          .from('agent_tests')
          .select('*')
          .eq('agent_id', agentId)
          .order('kind')
          .order('position')
          .order('id')
          .limit(rowsMax)
          .overrideTypes<TestRow[], { merge: false }>(),
      ),
  })
}

/** Without the snapshots, which are large. */
export function versionsQuery(agentId: string) {
  return queryOptions({
    queryKey: knowledgeKeys.versions(agentId),
    queryFn: () =>
      ask('agentsFailed', (client) =>
        client
          .from('agent_versions')
          .select('id,agent_id,number,note,tests,reason,published_by,published_at')
          .eq('agent_id', agentId)
          .order('number', { ascending: false })
          .limit(rowsMax)
          .overrideTypes<VersionRow[], { merge: false }>(),
      ),
  })
}

export function snapshotQuery(agentId: string, number: number) {
  return queryOptions({
    queryKey: [...knowledgeKeys.versions(agentId), number],
    queryFn: async (): Promise<unknown> => {
      const row = await ask('agentsFailed', (client) =>
        client
          .from('agent_versions')
          .select('snapshot')
          .match({ agent_id: agentId, number })
          .maybeSingle<{ readonly snapshot: unknown }>(),
      )
      return row?.snapshot ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function stepQuestionsQuery(demoId: string, stepIds: readonly string[]) {
  return queryOptions({
    queryKey: [...knowledgeKeys.questions(demoId), stepIds.length],
    queryFn: () =>
      ask('knowledgeFailed', (client) =>
        client
          .from('step_questions')
          .select('step_id,questions,step:demo_steps!inner(demo_id)')
          .eq('step.demo_id', demoId)
          .limit(rowsMax)
          .overrideTypes<StepQuestionsRow[], { merge: false }>(),
      ),
  })
}

export type Table = 'knowledge_pairs' | 'price_plans' | 'glossary_terms' | 'agent_tests'

export async function insertRow(table: Table, row: object): Promise<void> {
  const workspace_id = await currentWorkspaceId('agentSaveFailed')
  await ask('agentSaveFailed', (client) => client.from(table).insert({ ...row, workspace_id }))
}

export async function updateRow(table: Table, id: string, patch: object): Promise<void> {
  await ask('agentSaveFailed', async (client) =>
    mustChange(await client.from(table).update(patch).eq('id', id).select('id')),
  )
}

export async function deleteRow(table: Table | 'knowledge_sources', id: string): Promise<void> {
  await ask('agentSaveFailed', async (client) =>
    mustChange(await client.from(table).delete().eq('id', id).select('id')),
  )
}

/** The current row; null if somebody deleted it. */
export async function readRow<T>(table: Table, id: string): Promise<T | null> {
  const [row] = await ask('agentSaveFailed', (client) =>
    client.from(table).select('*').eq('id', id).overrideTypes<T[], { merge: false }>(),
  )
  return row ?? null
}

export async function saveStepQuestions(stepId: string, questions: readonly string[] | null): Promise<void> {
  if (questions === null) {
    await ask('agentSaveFailed', (client) => client.from('step_questions').delete().eq('step_id', stepId))
    return
  }
  const row = { step_id: stepId, questions }
  const changed = await ask('agentSaveFailed', (client) =>
    client.from('step_questions').update({ questions }).eq('step_id', stepId).select('step_id'),
  )
  if (changed.length > 0) return
  const workspace_id = await currentWorkspaceId('agentSaveFailed')
  await ask('agentSaveFailed', (client) => client.from('step_questions').insert({ ...row, workspace_id }))
}
