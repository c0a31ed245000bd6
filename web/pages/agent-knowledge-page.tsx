import { KnowledgeTab } from '../features/agents/knowledge-tab.tsx'

export function AgentKnowledgePage() {
  return <KnowledgeTab />
}
