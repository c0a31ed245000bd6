import { GlossarySection } from './glossary-section.tsx'
import { PairsSection } from './pairs-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { SourcesSection } from './sources-section.tsx'
import { StepQuestionsSection } from './step-questions-section.tsx'
import { TransferSection } from './transfer-section.tsx'
import { UnansweredSection } from './unanswered-section.tsx'

/** Everything the agent knows. */
export function KnowledgeTab() {
  return (
    <div className="flex flex-col gap-4">
      <UnansweredSection />
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
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
