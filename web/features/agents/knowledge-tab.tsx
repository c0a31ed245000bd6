import { useQueries } from '@tanstack/react-query'

import { agentDemosQuery } from '../../lib/agent-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useAgent } from './agent-context.ts'
import { unansweredQuery } from './agent-server-calls.ts'
import { GlossarySection } from './glossary-section.tsx'
import { pairsQuery } from '../../lib/pair-calls.ts'
import { plansQuery, sourcesQuery, termsQuery } from './knowledge-calls.ts'
import { PairsSection } from './pairs-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { SourcesSection } from './sources-section.tsx'
import { StepQuestionsSection } from './step-questions-section.tsx'
import { TransferSection } from './transfer-section.tsx'
import { UnansweredSection } from './unanswered-section.tsx'

/** Everything the agent knows. */
export function KnowledgeTab() {
  const { id } = useAgent().agent
  const isLoading = useQueries({
    queries: [
      unansweredQuery(id),
      sourcesQuery(id),
      pairsQuery(id),
      plansQuery(id),
      termsQuery(id),
      demosQuery,
      agentDemosQuery,
    ],
    combine: (found) => found.some(({ isPending }) => isPending),
  })
  // Shown together, because lists that load one by one would move each other.
  if (isLoading) return <ListSkeleton label="Loading the knowledge" rows={10} />
  return (
    <div className="flex flex-col gap-8">
      <UnansweredSection />
      <div className="grid gap-8 lg:grid-cols-2">
        <SourcesSection />
        <PairsSection />
        <PlansSection />
        <GlossarySection />
      </div>
      <StepQuestionsSection />
      <TransferSection />
    </div>
  )
}
