import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'

import { setupQuery } from '../../lib/setup-calls.ts'
import { recentConversationsQuery } from '../../lib/conversation-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { wantDialog } from '../../lib/wanted-dialog.ts'

/** Items are checked off automatically. */
export function GettingStarted() {
  const demos = useQuery(demosQuery)
  const setup = useQuery(setupQuery)
  const conversations = useQuery(recentConversationsQuery)
  const own = demos.data?.filter(({ isSample }) => !isSample) ?? []
  const tasks = [
    {
      label: 'Create your own demo',
      to: '/dashboard/demos',
      state: wantDialog('new-demo'),
      isDone: own.length > 0,
    },
    {
      label: 'Write speaker notes for a step',
      to: own[0] === undefined ? '/dashboard/demos' : `/dashboard/demos/${own[0].id}/edit`,
      isDone: own.some(({ hasNotes }) => hasNotes),
    },
    { label: 'Set up your agent', to: '/dashboard/agents', isDone: setup.data?.isComplete === true },
    {
      label: 'Share it and read the first conversation',
      to: '/dashboard/conversations',
      isDone: (conversations.data?.total ?? 0) > 0,
    },
  ]
  const done = tasks.filter(({ isDone }) => isDone).length
  const isPending = demos.isPending || setup.isPending || conversations.isPending
  if (!isPending && done === tasks.length) return null
  return (
    <section aria-labelledby="getting-started">
      <h2 id="getting-started" className="text-base font-semibold">
        Getting started
      </h2>
      <p className="text-sm text-muted">{isPending ? 'Loading…' : `${done} of ${tasks.length} done`}</p>
      <ul className="mt-3 flex flex-col gap-1">
        {tasks.map(({ label, to, state, isDone }) => (
          <li key={label}>
            <Link
              to={to}
              state={state}
              className="flex min-h-9 items-center gap-3 rounded-control px-2 text-sm hover:bg-hover"
            >
              {!isPending && isDone ? (
                <CircleCheck size={18} aria-label="Done" className="shrink-0 text-success" />
              ) : (
                <Circle size={18} aria-label={isPending ? 'Unknown' : 'To do'} className="shrink-0 text-muted" />
              )}
              <span className={!isPending && isDone ? 'text-muted' : 'font-medium'}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
