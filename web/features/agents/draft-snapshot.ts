import { useQuery } from '@tanstack/react-query'

import { agentDemosQuery } from '../../lib/agent-calls.ts'
import { useAgent } from './agent-context.ts'
import { pairsQuery } from '../../lib/pair-calls.ts'
import type { PairRow, SourceRow } from '../../lib/agent-rows.ts'
import { plansQuery, sourcesQuery, termsQuery } from './knowledge-calls.ts'

/** The draft in the shape of a version's snapshot; undefined while it loads. */
export function useDraftSnapshot(): unknown {
  const { agent } = useAgent()
  const demos = useQuery(agentDemosQuery).data
  const pairs = useQuery(pairsQuery(agent.id)).data
  const plans = useQuery(plansQuery(agent.id)).data
  const glossary = useQuery(termsQuery(agent.id)).data
  const sources = useQuery(sourcesQuery(agent.id)).data
  if ([demos, pairs, plans, glossary, sources].includes(undefined)) return undefined
  return {
    agent,
    demos: demos
      ?.filter(({ agent_id }) => agent_id === agent.id)
      .map(({ demo_id, welcome_message, demo_script }) => ({ demo_id, welcome_message, demo_script })),
    knowledge: {
      pairs: pairs && approvedPairs(pairs),
      plans,
      glossary,
      sources: sources && readSources(sources),
    },
  }
}

export function approvedPairs(pairs: readonly PairRow[]): readonly PairRow[] {
  return pairs.filter(({ is_draft }) => !is_draft)
}

/** A source that failed to refresh keeps its previous text. */
export function readSources(sources: readonly SourceRow[]): readonly SourceRow[] {
  return sources.filter(({ status, page_count }) => status === 'ready' || page_count > 0)
}
