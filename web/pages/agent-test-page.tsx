import { TestTab } from '../features/agents/test-tab.tsx'

export function AgentTestPage() {
  return <TestTab />
}
