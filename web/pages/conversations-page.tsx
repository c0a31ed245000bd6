import { useParams } from 'react-router'

import { ConversationInbox } from '../features/conversations/conversation-inbox.tsx'

/** The conversations, with the one in the address or the newest beside the list. */
export function ConversationsPage() {
  const { conversationId } = useParams()
  return (
    <ConversationInbox
      title="Conversations"
      listHref="/dashboard/conversations"
      hrefOf={(id) => `/dashboard/conversations/${id}`}
      chosenId={conversationId ?? null}
    />
  )
}
