import { EngageCard } from '../features/agent-setup/engage-card.tsx'
import { useAgent } from '../features/agents/agent-context.ts'
import { InstallationTab } from '../features/agents/installation-tab.tsx'

export function AgentInstallationPage() {
  const { agent } = useAgent()
  return (
    <div className="flex flex-col gap-8">
      <InstallationTab />
      {/* The tracker knows one agent (spec §3). */}
      {agent.slug === 'leo' ? (
        <div className="max-w-2xl">
          <EngageCard />
        </div>
      ) : null}
    </div>
  )
}
