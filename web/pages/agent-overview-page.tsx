import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { useAgent } from '../features/agents/agent-context.ts'
import { OverviewTab } from '../features/agents/overview-tab.tsx'
import { PanelSection } from '../features/agents/section-head.tsx'
import { ConversationListRow } from '../features/conversations/conversation-row.tsx'
import { agentConversationsQuery } from '../lib/conversation-calls.ts'

const shownConversations = 6

export function AgentOverviewPage() {
  return <OverviewTab recent={<RecentConversations />} />
}

function RecentConversations() {
  const { agent } = useAgent()
  const page = useQuery(agentConversationsQuery(agent.id, shownConversations)).data
  if (page === undefined || page.total === 0) return null
  const all = (
    <Link
      to="/dashboard/conversations"
      className="text-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
    >
      All conversations
    </Link>
  )
  return (
    <PanelSection title="Recent conversations" aside={all}>
      <ul className="divide-y divide-line border-y border-line">
        {page.conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationListRow conversation={conversation} />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
