import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { useShownCount } from '../../lib/use-shown-count.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { countOf } from '../../lib/figure-text.ts'
import { conversationsAtOnce, conversationsQuery } from '../../lib/conversation-calls.ts'
import { ConversationListRow } from './conversation-row.tsx'

/** Conversations, newest first, in all list states, navigable with J and K; `empty` is the empty state. */
export function ConversationList({ empty }: { readonly empty: { readonly title: string; readonly text: string } }) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list)
  const [count, showMore] = useShownCount(conversationsAtOnce)
  const conversations = useQuery(conversationsQuery(count))
  const page = conversations.data
  return (
    <>
      {/* Reserved from the start, so that the list doesn't move. */}
      <p role="status" className="mb-2 min-h-5 text-right text-sm text-muted tabular-nums">
        {page === undefined || page.total === 0 ? '' : countOf(page.total, 'conversation')}
      </p>
      {conversations.isPending ? <ListSkeleton label="Loading conversations" isTall="phone" /> : null}
      {conversations.isError && page === undefined ? (
        <ErrorState
          title={failureText(conversations.error, 'sessionsFailed')}
          text={failureHint(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      ) : null}
      {page?.total === 0 ? (
        <EmptyState {...empty}>
          <ButtonLink to="/dashboard/demos">Choose a demo to share</ButtonLink>
        </EmptyState>
      ) : null}
      {page === undefined || page.total === 0 ? null : (
        <ul ref={list} className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {page.conversations.map((conversation) => (
            <li key={conversation.id}>
              <ConversationListRow conversation={conversation} />
            </li>
          ))}
        </ul>
      )}
      {page !== undefined && page.total > page.conversations.length ? (
        <Button className="mt-4" disabled={conversations.isFetching} onClick={showMore}>
          Show more
        </Button>
      ) : null}
    </>
  )
}
