import { useAgent } from '../features/agents/agent-context.ts'
import { AvailabilityCard } from '../features/meetings/availability-card.tsx'

export function AgentMeetingsPage() {
  const { agent } = useAgent()
  return (
    <div className="max-w-2xl">
      <AvailabilityCard agentId={agent.id} />
    </div>
  )
}
