import { Keyboard, Mic } from 'lucide-react'
import { Link } from 'react-router'

import { recentText } from '../../lib/dates.ts'
import type { ListedConversation } from '../../lib/conversation-calls.ts'

export function ConversationListRow({ conversation }: { readonly conversation: ListedConversation }) {
  const isVoice = conversation.mode === 'voice'
  const Icon = isVoice ? Mic : Keyboard
  return (
    <Link
      to={`/dashboard/conversations/${conversation.id}`}
      className="@container flex min-h-11 items-center gap-4 px-4 py-2 text-sm -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken"
    >
      <Icon size={16} aria-label={isVoice ? 'Voice' : 'Text'} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 @2xl:flex @2xl:items-baseline @2xl:gap-4">
        <span dir="auto" className="block truncate text-left font-medium @2xl:w-56 @2xl:shrink-0">
          {conversation.demoName ?? 'Deleted demo'}
        </span>
        <span dir="auto" className="block truncate text-left text-muted">
          {conversation.firstQuestion === null ? 'No question asked' : `“${conversation.firstQuestion}”`}
        </span>
      </span>
      {conversation.live === null ? null : (
        <span className="flex shrink-0 items-center gap-2 text-xs font-medium text-warning">
          <span aria-hidden className="size-2 rounded-chip bg-spot ring-4 ring-spot/30" />
          Live
        </span>
      )}
      <span className="hidden w-14 shrink-0 text-right text-xs text-muted tabular-nums sm:block">
        {conversation.turn_count === 1 ? '1 turn' : `${conversation.turn_count} turns`}
      </span>
      <time
        dateTime={conversation.started_at}
        className="shrink-0 text-right whitespace-nowrap text-xs text-muted tabular-nums sm:w-36"
      >
        {recentText(conversation.started_at)}
      </time>
    </Link>
  )
}
