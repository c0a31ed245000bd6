import { useQuery } from '@tanstack/react-query'

import { conversationsQuery } from '../features/conversations/conversation-calls.ts'
import { ConversationListRow } from '../features/conversations/conversation-row.tsx'
import { PageBody, PageHeader } from '../layout/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function ConversationsPage() {
  useTitle('Conversations')
  const conversations = useQuery(conversationsQuery)
  return (
    <PageBody>
      <PageHeader title="Conversations" text="What visitors asked your agent, and what it answered." />
      {conversations.isPending ? (
        <div role="status" aria-label="Loading conversations" className="flex flex-col gap-px">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      ) : null}
      {conversations.isError ? (
        <ErrorState
          title={failureText(conversations.error, 'sessionsFailed')}
          text={failureHint(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      ) : null}
      {conversations.data?.length === 0 ? (
        <EmptyState
          title="No conversations yet"
          text="Share a demo. When a visitor starts the agent in it, what they say is listed here, with the steps the agent cited."
        >
          <ButtonLink to="/dashboard/demos">Choose a demo to share</ButtonLink>
        </EmptyState>
      ) : null}
      {conversations.data === undefined || conversations.data.length === 0 ? null : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {conversations.data.map((conversation) => (
            <li key={conversation.id}>
              <ConversationListRow conversation={conversation} />
            </li>
          ))}
        </ul>
      )}
    </PageBody>
  )
}
