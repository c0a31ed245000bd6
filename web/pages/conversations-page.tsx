import { conversationsKey } from '../lib/conversation-calls.ts'
import { LiveRows } from '../features/conversations/live-rows.tsx'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'

export function ConversationsPage() {
  useTitle('Conversations')
  useFollowedTable('conversations', conversationsKey)
  return (
    <PageBody>
      <PageHeader title="Conversations" text="What visitors asked and your agent answered." />
      <LiveRows />
      <ConversationList
        empty={{
          title: 'No conversations yet',
          text: 'Share a demo. Conversations with its agent appear here.',
        }}
      />
    </PageBody>
  )
}
