import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { PageBody, PageHeader } from '../layout/page-header.tsx'
import { useTitle } from '../lib/use-title.ts'

/** Master Inbox: everything visitors said, newest first. Lies at /performance, as the specification has it. */
export function RitaInboxPage() {
  useTitle('Master Inbox')
  return (
    <PageBody>
      <PageHeader
        title="Master Inbox"
        text="Every conversation with your agent. Mail accounts join it when they are connected."
      />
      <ConversationList
        empty={{ title: 'Nothing to answer', text: 'When a visitor talks to your agent, it is listed here.' }}
      />
    </PageBody>
  )
}
