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

/** Master Inbox: everything visitors said, newest first. Lies at /performance, as the specification has it. */
export function RitaInboxPage() {
  useTitle('Master Inbox')
  const conversations = useQuery(conversationsQuery)
  return (
    <PageBody>
      <PageHeader
        title="Master Inbox"
        text="Every conversation with your agent. Mail accounts join it when they are connected."
      />
      {conversations.isPending ? <Skeleton className="h-44" /> : null}
      {conversations.isError ? (
        <ErrorState
          title={failureText(conversations.error, 'sessionsFailed')}
          text={failureHint(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      ) : null}
      {conversations.data?.length === 0 ? (
        <EmptyState title="Nothing to answer" text="When a visitor talks to your agent, it is listed here.">
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
