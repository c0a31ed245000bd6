import { VersionsTab } from '../features/agents/versions-tab.tsx'

export function AgentVersionsPage() {
  return <VersionsTab />
}
