import { CalendarCheck, Presentation, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'

import { relativeTime } from '../../lib/relative-time.ts'
import type { ListedAgent } from '../../lib/agent-calls.ts'
import type { ListedConversation } from '../../lib/conversation-calls.ts'
import type { Lead } from '../../lib/lead-calls.ts'
import { AgentFace } from '../../ui/agent-face.tsx'

const shownMax = 6

export interface RecentActivityProps {
  readonly demos: readonly ListedDemo[]
  readonly conversations: readonly ListedConversation[]
  readonly leads: readonly Lead[]
  readonly agents: readonly ListedAgent[]
}

interface Event {
  readonly id: string
  readonly at: string
  readonly mark: ReactNode
  readonly text: string
  /** The part of the text to read first. */
  readonly name: string
  readonly to: string
  /** Neighbours with the same one are shown as one event. */
  readonly fold?: Fold
}

interface Fold {
  readonly key: string
  readonly textOf: (count: number) => string
  readonly to: string
}

/** Recent demos, conversations, leads and meetings. */
export function RecentActivity(props: RecentActivityProps) {
  const events = folded(eventsOf(props).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)))
  return (
    <ul>
      {events.slice(0, shownMax).map(({ id, at, mark, text, name, to }) => (
        <li key={id} className="border-t border-line">
          <Link
            to={to}
            className="flex min-h-11 items-center gap-2.5 -outline-offset-2 transition-colors duration-[120ms] hover:bg-hover"
          >
            {mark}
            <span title={text} className="min-w-0 flex-1 truncate text-soft [&>b]:text-text">
              {text.slice(0, text.indexOf(name))}
              <b className="font-medium">{name}</b>
              {text.slice(text.indexOf(name) + name.length)}
            </span>
            <time dateTime={at} className="shrink-0 text-xs text-muted tabular-nums">
              {relativeTime(at)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Otherwise, a few visitors who do the same, such as choosing an offered question, fill the list with one sentence. */
function folded(events: readonly Event[]): readonly Event[] {
  return events.flatMap((event, index) => {
    const { fold } = event
    if (fold === undefined) return event
    if (events[index - 1]?.fold?.key === fold.key) return []
    const next = events.slice(index).findIndex((later) => later.fold?.key !== fold.key)
    const count = next === -1 ? events.length - index : next
    return count === 1 ? event : { ...event, text: fold.textOf(count), to: fold.to }
  })
}

function eventsOf({ demos, conversations, leads, agents }: RecentActivityProps): readonly Event[] {
  const hueOf = new Map(agents.map(({ id, hue }) => [id, hue]))
  return [
    ...demos.map((demo) => ({
      id: demo.id,
      at: demo.createdAt,
      mark: <Mark icon={<Presentation size={14} />} className="bg-sunken text-muted" />,
      text: demo.isSample ? `“${demo.name}” came with your workspace` : `“${demo.name}” was created`,
      name: demo.name,
      to: `/dashboard/demos/${demo.id}`,
    })),
    ...conversations.map((conversation) => {
      const demoName = conversation.demoName ?? 'a deleted demo'
      const question = conversation.firstQuestion
      return {
        id: conversation.id,
        at: conversation.started_at,
        mark: <AgentFace hue={hueOf.get(conversation.agent_id ?? '') ?? 292} size={24} />,
        text: question === null ? `A visitor opened the agent in “${demoName}”` : `A visitor asked “${question}”`,
        name: question ?? demoName,
        to: `/dashboard/conversations/${conversation.id}`,
        fold: {
          key: `${conversation.demo_id} ${question ?? ''}`,
          textOf: (count: number) =>
            question === null
              ? `${count} visitors opened the agent in “${demoName}”`
              : `${count} visitors asked “${question}”`,
          to: '/dashboard/conversations',
        },
      }
    }),
    ...leads.flatMap((lead) => [
      {
        id: lead.id,
        at: lead.created_at,
        mark: <Mark icon={<UserRound size={14} />} className="bg-accent-soft text-accent-text" />,
        text: `${lead.name} ${leadDeed(lead)} “${lead.demo_name}”`,
        name: lead.name,
        to: `/dashboard/leads/${lead.id}`,
      },
      ...lead.meetings
        .filter(({ status }) => status !== 'cancelled')
        .map((meeting) => ({
          id: meeting.id,
          at: meeting.created_at,
          mark: <Mark icon={<CalendarCheck size={14} />} className="bg-success-soft text-success" />,
          text: `${lead.name} booked ${booked.format(new Date(meeting.starts_at))}`,
          name: lead.name,
          to: `/dashboard/leads/${lead.id}`,
        })),
    ]),
  ]
}

function leadDeed({ source, fields }: Lead): string {
  if (source === 'form') return 'submitted the form in'
  const asksForCall = fields.some(({ label }) => label === 'Call back')
  return asksForCall ? 'asked for a call back in' : 'left contact details in'
}

const booked = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: '2-digit', minute: '2-digit' })

function Mark({ icon, className }: { readonly icon: ReactNode; readonly className: string }) {
  return (
    <span aria-hidden className={`flex size-6 shrink-0 items-center justify-center rounded-chip ${className}`}>
      {icon}
    </span>
  )
}
