import { useSearchParams } from 'react-router'

import { ConversationInbox } from '../features/conversations/conversation-inbox.tsx'

/** Master Inbox: all conversations, newest first. At /performance, per the specification. */
export function RitaInboxPage() {
  const [search] = useSearchParams()
  return (
    <ConversationInbox
      title="Master Inbox"
      listHref="/dashboard/rita/performance"
      hrefOf={(id) => `/dashboard/rita/performance?talk=${id}`}
      chosenId={search.get('talk')}
    />
  )
}
