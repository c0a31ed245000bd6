import { useQuery } from '@tanstack/react-query'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { conversationsQuery } from './conversation-calls.ts'
import { ConversationListRow } from './conversation-row.tsx'

/** Every conversation, newest first, in each of the states it can be in; `empty` is said while there is none. */
export function ConversationList({ empty }: { readonly empty: { readonly title: string; readonly text: string } }) {
  const conversations = useQuery(conversationsQuery)
  if (conversations.isPending) return <ListSkeleton label="Loading conversations" isTall="phone" />
  return (
    <>
      {conversations.isError ? (
        <ErrorState
          title={failureText(conversations.error, 'sessionsFailed')}
          text={failureHint(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      ) : null}
      {conversations.data?.length === 0 ? (
        <EmptyState {...empty}>
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
    </>
  )
}
