import { MessagesSquare, Presentation, UserRoundCheck } from 'lucide-react'
import { Link } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'

import { recentText } from '../../lib/dates.ts'
import type { ListedConversation } from '../../lib/conversation-calls.ts'
import type { Lead } from '../../lib/lead-calls.ts'

const shownMost = 8

/** Recent demos, conversations and leads. */
export function RecentActivity(props: {
  readonly demos: readonly ListedDemo[]
  readonly conversations: readonly ListedConversation[]
  readonly leads: readonly Lead[]
}) {
  const events = [
    ...props.demos.map((demo) => ({
      id: demo.id,
      at: demo.createdAt,
      icon: Presentation,
      text: demo.isSample ? `“${demo.name}” came with your workspace` : `“${demo.name}” was created`,
      to: `/dashboard/demos/${demo.id}`,
    })),
    ...props.conversations.map((conversation) => ({
      id: conversation.id,
      at: conversation.started_at,
      icon: MessagesSquare,
      text: `A visitor ${conversation.firstQuestion === null ? 'listened' : 'asked'} in “${conversation.demoName ?? 'a deleted demo'}”`,
      to: `/dashboard/conversations/${conversation.id}`,
    })),
    ...props.leads.map((lead) => ({
      id: lead.id,
      at: lead.created_at,
      icon: UserRoundCheck,
      text: `${lead.name} submitted the form in “${lead.demo_name}”`,
      to: `/dashboard/leads/${lead.id}`,
    })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {events.slice(0, shownMost).map(({ id, at, icon: Icon, text, to }) => (
        <li key={id}>
          <Link
            to={to}
            className="flex min-h-11 items-center gap-3 px-4 py-2 text-sm -outline-offset-2 hover:bg-sunken"
          >
            <Icon size={16} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-3">
              <span title={text} className="block truncate sm:flex-1">
                {text}
              </span>
              <time dateTime={at} className="block shrink-0 text-xs text-muted tabular-nums">
                {recentText(at)}
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
