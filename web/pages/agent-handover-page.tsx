import { HandoverTab } from '../features/agents/handover-tab.tsx'

export function AgentHandoverPage() {
  return <HandoverTab />
}
