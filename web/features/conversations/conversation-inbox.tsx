import { useQuery } from '@tanstack/react-query'

import { conversationsAtOnce, conversationsQuery, liveConversationsQuery } from '../../lib/conversation-calls.ts'
import { useMedia } from '../../lib/use-media.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TalkGhost } from '../../ui/ghosts/talk-ghost.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { DocumentTitle } from './document-title.tsx'
import { Inbox } from './inbox.tsx'
import { TalkView } from './talk-view.tsx'
import { ThreadList } from './thread-list.tsx'

export interface ConversationInboxProps {
  readonly title: string
  readonly listHref: string
  readonly hrefOf: (id: string) => string
  /** The one in the address; without one, the newest is shown beside the list. */
  readonly chosenId: string | null
}

/** Every conversation of the workspace with its thread. */
export function ConversationInbox({ title, listHref, hrefOf, chosenId }: ConversationInboxProps) {
  const isWide = useMedia('(min-width: 48rem)')
  const newest = useQuery(conversationsQuery(conversationsAtOnce)).data
  const live = useQuery(liveConversationsQuery)
  const firstId = live.data?.[0]?.id ?? newest?.conversations[0]?.id ?? null
  // Waits for both, so that the thread doesn't change under the reader.
  const shownId = chosenId ?? (isWide && !live.isPending ? firstId : null)
  if (newest?.total === 0 && chosenId === null) {
    return (
      <>
        <DocumentTitle text={title} />
        <PageBar title={title} />
        <EmptyState
          title="No conversations yet"
          text="Share a demo. Conversations with its agent appear here."
          drawing={<TalkGhost />}
        >
          <ButtonLink to="/dashboard/demos">Choose a demo to share</ButtonLink>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      {chosenId === null ? <DocumentTitle text={title} /> : null}
      <Inbox
        isThreadOpen={chosenId !== null}
        list={<ThreadList title={title} selectedId={shownId} isPageTitle={chosenId === null} hrefOf={hrefOf} />}
      >
        {shownId === null ? null : <TalkView conversationId={shownId} listHref={listHref} isPage={chosenId !== null} />}
      </Inbox>
    </>
  )
}
