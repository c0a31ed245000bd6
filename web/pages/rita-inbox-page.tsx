import { conversationsKey } from '../lib/conversation-calls.ts'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'

/** Master Inbox: all conversations, newest first. At /performance, per the specification. */
export function RitaInboxPage() {
  useTitle('Master Inbox')
  useFollowedTable('conversations', conversationsKey)
  return (
    <PageBody>
      <PageHeader title="Master Inbox" text="Every conversation with your agent, newest first." />
      <ConversationList empty={{ title: 'No conversations yet', text: 'Conversations with your agent appear here.' }} />
    </PageBody>
  )
}
