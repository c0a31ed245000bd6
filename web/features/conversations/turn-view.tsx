import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'

import type { ConversationTurnRow } from '#protocol/rows.ts'

import { momentText } from '../../lib/dates.ts'

const outcomeTexts: Readonly<Record<string, string>> = {
  presented: 'Presented',
  answered: 'Answered',
  unknown: 'Not in the notes',
  human: 'Asked for a person',
  contact: 'Asked for contact details',
  chat: 'Small talk',
  ended: 'Ended the conversation',
  greeted: 'Greeting',
  clarified: 'Asked a question',
  handed_over: 'Handed over',
  declined: 'Declined',
  booking: 'Discussed a meeting',
  booked: 'Booked a meeting',
}

export function TurnView({ turn, demoId }: { readonly turn: ConversationTurnRow; readonly demoId: string }) {
  const isAgent = turn.speaker === 'agent'
  const id = `turn-${turn.number}`
  const isLinked = useLocation().hash === `#${id}`
  return (
    <article
      ref={isLinked ? scrollHere : null}
      id={id}
      className={clsx('max-w-[44rem]', isAgent ? 'mr-6' : 'ml-6 self-end')}
    >
      <header
        className={clsx('mb-1 flex flex-wrap items-center gap-x-2 text-xs text-muted', !isAgent && 'justify-end')}
      >
        <h2 className="font-semibold text-text">{isAgent ? 'Agent' : 'Visitor'}</h2>
        {turn.outcome === null ? null : <span>{outcomeTexts[turn.outcome] ?? turn.outcome.replaceAll('_', ' ')}</span>}
        <time dateTime={turn.created_at}>{momentText(turn.created_at)}</time>
      </header>
      <div className={clsx('rounded-card px-4 py-3', isAgent ? 'border border-line bg-surface' : 'bg-accent-soft')}>
        <p dir="auto" className="text-left whitespace-pre-wrap break-words">
          {turn.text}
        </p>
        {turn.interrupted ? <p className="mt-1 text-xs font-medium text-warning">Interrupted by the visitor</p> : null}
        {turn.cited_steps.length === 0 ? null : (
          <ul aria-label="Cited steps" className="mt-2 flex flex-wrap gap-2">
            {turn.cited_steps.map((order) => (
              <li key={order}>
                <Link
                  to={`/dashboard/demos/${demoId}?step=${order}`}
                  className="inline-flex items-center rounded-chip bg-spot-soft px-3 py-0.5 text-xs font-medium text-text hover:underline pointer-coarse:min-h-11"
                >
                  Step {order}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
}

/** Turns load after the page, too late for the browser to find the link's target. */
function scrollHere(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}
