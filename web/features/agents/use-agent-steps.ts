import { useQueries, useQuery } from '@tanstack/react-query'

import type { Demo, ListedDemo } from '#domain/demo.ts'

import { agentDemosQuery } from '../../lib/agent-calls.ts'
import { demoQuery, demosQuery } from '../../lib/demo-queries.ts'
import { useAgent } from './agent-context.ts'

const demosMax = 20

/** The demos this agent presents: those assigned to it and, for the default agent, unassigned ones. */
export function useAgentDemos(): readonly ListedDemo[] {
  const { stored } = useAgent()
  const demos = useQuery(demosQuery).data ?? []
  const assigned = useQuery(agentDemosQuery).data
  if (assigned === undefined) return []
  return demos.filter(({ id }) => {
    const agentId = assigned.find(({ demo_id }) => demo_id === id)?.agent_id
    return agentId === undefined ? stored.is_default : agentId === stored.id
  })
}

/** The same with all their steps, as far as they are loaded. */
export function useAgentSteps(): readonly Demo[] {
  const demos = useAgentDemos()
  const loaded = useQueries({ queries: demos.slice(0, demosMax).map(({ id }) => demoQuery(id)) })
  return loaded.flatMap(({ data }) => data ?? [])
}

/** The steps as options, with the demo's name if there are several demos. */
export function stepOptions(demos: readonly Demo[]): readonly { readonly value: string; readonly label: string }[] {
  return demos.flatMap((demo) =>
    demo.steps.map((step) => ({
      value: step.id,
      label: `${demos.length > 1 ? `${demo.name}: ` : ''}Step ${step.order}${step.title === null ? '' : ` · ${step.title}`}`,
    })),
  )
}
