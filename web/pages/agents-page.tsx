import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'

import { AgentList } from '../features/agents/agent-list.tsx'
import { NewAgentDialog } from '../features/agents/new-agent-dialog.tsx'
import { TalkingNow } from '../features/agents/talking-now.tsx'
import { SetupFlow } from '../features/agent-setup/setup-flow.tsx'
import { ConversationListRow } from '../features/conversations/conversation-row.tsx'
import { agentsKey, agentsQuery } from '../lib/agent-calls.ts'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { liveConversationsQuery, recentConversationsQuery } from '../lib/conversation-calls.ts'
import { isAdmin } from '../lib/roles.ts'
import { useSession } from '../lib/session.ts'
import { setupQuery } from '../lib/setup-calls.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useRole } from '../lib/use-role.ts'
import { useTitle } from '../lib/use-title.ts'
import { useWantedDialog } from '../lib/wanted-dialog.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TalkIllustration } from '../ui/illustrations/talk-illustration.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FullScreen } from '../ui/full-screen.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'

const shownConversations = 5

/** Shows the setup flow until the agent is set up; then the workspace's agents (spec §2). */
export function AgentsPage() {
  useTitle('Agents')
  useFollowedTable('conversations', agentsKey, 2_000)
  const session = useSession()
  const role = useRole()
  const setup = useQuery(setupQuery)
  const agents = useQuery(agentsQuery)
  // Before the page is drawn, so that nothing below moves.
  const live = useQuery(liveConversationsQuery)
  const [choice, setChoice] = useState<'open' | 'closed' | null>(null)
  const [isAdding, setIsAdding] = useWantedDialog('new-agent')
  // Skip the setup of the first agent for users who came to add one.
  if (isAdding && choice === null) setChoice('closed')
  const userId = session.status === 'signed-in' || session.status === 'expired' ? session.user.id : null

  if (setup.isPending || agents.isPending || live.isPending || userId === null) {
    return (
      <PageBody>
        <Header isBusy />
        <ListSkeleton label="Loading your agents" rows={4} isTall />
      </PageBody>
    )
  }
  const failed = setup.data === undefined ? setup : agents.data === undefined ? agents : null
  if (failed !== null || setup.data === undefined || agents.data === undefined) {
    return (
      <PageBody>
        <Header />
        <ErrorState
          title={failureText(failed?.error, 'agentsFailed')}
          text={failureHint(failed?.error)}
          onRetry={() => void failed?.refetch()}
        />
      </PageBody>
    )
  }
  const close = () => {
    setChoice('closed')
    void agents.refetch()
  }
  const isFlowOpen = choice === 'open' || (choice === null && !setup.data.isComplete)
  return (
    <PageBody>
      <Header onConfigure={() => setChoice('open')} onAdd={() => setIsAdding(true)} />
      {agents.data.length === 0 ? (
        <EmptyState
          title="No agents yet"
          text="An agent presents your demos, answers questions and books meetings."
          drawing={<TalkIllustration />}
        >
          <Button onClick={() => setIsAdding(true)}>New agent</Button>
        </EmptyState>
      ) : (
        <AgentList agents={agents.data} canRemove={role !== undefined && isAdmin(role)} />
      )}
      <TalkingNow agents={agents.data} />
      <div className="mt-10">
        <RecentConversations />
      </div>
      <NewAgentDialog agents={agents.data} isOpen={isAdding} onOpenChange={setIsAdding} />
      <FullScreen label="Set up your agent" isOpen={isFlowOpen} onClose={close}>
        <SetupFlow userId={userId} leaveLabel="Close" onLeave={close} onComplete={close} />
      </FullScreen>
    </PageBody>
  )
}

interface HeaderProps {
  readonly isBusy?: boolean
  readonly onConfigure?: () => void
  readonly onAdd?: () => void
}

function Header({ isBusy = false, onConfigure, onAdd }: HeaderProps) {
  const isShown = isBusy || onConfigure !== undefined
  return (
    <PageHeader title="AI Sales Agents" text="Your AI Sales Agent is ready to help you close more deals">
      {isShown ? (
        <div className="flex flex-wrap gap-2">
          <Button size="form" disabled={isBusy} onClick={onConfigure}>
            Configure Agent
          </Button>
          <Button tone="accent" size="form" disabled={isBusy} icon={<Plus size={16} aria-hidden />} onClick={onAdd}>
            New agent
          </Button>
        </div>
      ) : null}
    </PageHeader>
  )
}

function RecentConversations() {
  const conversations = useQuery(recentConversationsQuery)
  return (
    <section aria-labelledby="agent-conversations" className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between">
        <h2 id="agent-conversations" className="text-base font-semibold">
          Conversations
        </h2>
        <Link
          to="/dashboard/conversations"
          className="text-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
        >
          All conversations
        </Link>
      </div>
      {conversations.isPending ? <ListSkeleton label="Loading conversations" rows={shownConversations} isTall /> : null}
      {conversations.isError && conversations.data === undefined ? (
        <ErrorState
          title={failureText(conversations.error, 'sessionsFailed')}
          text={failureHint(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      ) : null}
      {conversations.data?.total === 0 ? (
        <p className="border-y border-line py-6 text-center text-sm text-muted">
          Conversations with your agents appear here.
        </p>
      ) : null}
      {conversations.data === undefined || conversations.data.total === 0 ? null : (
        <ul className="divide-y divide-line border-y border-line">
          {conversations.data.conversations.slice(0, shownConversations).map((conversation) => (
            <li key={conversation.id}>
              <ConversationListRow conversation={conversation} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
