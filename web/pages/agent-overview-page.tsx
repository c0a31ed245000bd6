import { OverviewTab } from '../features/agents/overview-tab.tsx'

export function AgentOverviewPage() {
  return <OverviewTab />
}
