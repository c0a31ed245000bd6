import { BehaviourTab } from '../features/agents/behaviour-tab.tsx'

export function AgentBehaviourPage() {
  return <BehaviourTab />
}
