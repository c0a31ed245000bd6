import { Keyboard, Mic } from 'lucide-react'
import { Link } from 'react-router'

import { relativeTime } from '../../lib/relative-time.ts'
import { momentText } from '../../lib/dates.ts'
import type { ListedConversation } from '../../lib/conversation-calls.ts'

export function ConversationListRow({ conversation }: { readonly conversation: ListedConversation }) {
  const isVoice = conversation.mode === 'voice'
  const Icon = isVoice ? Mic : Keyboard
  return (
    <Link
      to={`/dashboard/conversations/${conversation.id}`}
      className="@container flex min-h-9 items-center gap-3 px-2.5 py-1.5 text-sm -outline-offset-2 transition-colors duration-[120ms] hover:bg-hover pointer-coarse:min-h-11"
    >
      <Icon size={14} aria-label={isVoice ? 'Voice' : 'Text'} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 @2xl:flex @2xl:items-baseline @2xl:gap-4">
        <span dir="auto" className="block truncate text-left font-medium @2xl:w-56 @2xl:shrink-0">
          {conversation.demoName ?? 'Deleted demo'}
        </span>
        <span dir="auto" className="block truncate text-left text-muted">
          {subjectOf(conversation)}
        </span>
      </span>
      {conversation.live === null ? null : (
        <span className="flex shrink-0 items-center gap-2 text-xs font-medium text-spot-text">
          <span aria-hidden className="size-[7px] rounded-chip bg-spot ring-3 ring-spot/26" />
          Live
        </span>
      )}
      <span className="hidden w-14 shrink-0 text-right text-xs text-muted tabular-nums sm:block">
        {conversation.turn_count === 1 ? '1 turn' : `${conversation.turn_count} turns`}
      </span>
      <time
        dateTime={conversation.started_at}
        title={momentText(conversation.started_at)}
        className="w-12 shrink-0 text-right text-xs whitespace-nowrap text-muted tabular-nums"
      >
        {relativeTime(conversation.started_at)}
      </time>
    </Link>
  )
}

/** The first question, or what the visitor did without one. */
export function subjectOf({ firstQuestion, outcomes }: ListedConversation): string {
  if (firstQuestion !== null) return `“${firstQuestion}”`
  return (outcomes['booked'] ?? 0) > 0 ? 'Booked a meeting' : 'No question asked'
}
