import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'

import type { ConversationTurnRow } from '#protocol/rows.ts'

import type { Transcript } from '../../lib/conversation-calls.ts'
import { clockText, momentText } from '../../lib/dates.ts'
import { AgentFace } from '../../ui/agent-face.tsx'

const outcomeTexts: Readonly<Record<string, string>> = {
  presented: 'Presented',
  answered: 'Answered',
  unknown: 'Not in the notes',
  unsure: 'Not sure',
  objection: 'Answered an objection',
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

const looks: Readonly<Record<ConversationTurnRow['speaker'], { readonly side: string; readonly bubble: string }>> = {
  agent: { side: 'mr-6 self-start', bubble: 'rounded-bl-[4px] bg-sunken' },
  person: { side: 'mr-6 self-start', bubble: 'rounded-bl-[4px] bg-person-soft' },
  visitor: { side: 'ml-6 self-end', bubble: 'rounded-br-[4px] bg-accent-soft' },
}

interface TurnViewProps {
  readonly turn: ConversationTurnRow
  readonly demoId: string
  readonly agent: Transcript['agent']
}

export function TurnView({ turn, demoId, agent }: TurnViewProps) {
  const { side, bubble } = looks[turn.speaker]
  const isVisitor = turn.speaker === 'visitor'
  const speaker = { agent: agent?.name ?? 'Agent', visitor: 'Visitor', person: turn.member_name ?? 'A colleague' }[
    turn.speaker
  ]
  const id = `turn-${turn.number}`
  const isLinked = useLocation().hash === `#${id}`
  return (
    <article ref={isLinked ? scrollHere : null} id={id} className={clsx('max-w-136', side)}>
      <header
        className={clsx('mb-1 flex flex-wrap items-center gap-x-2 text-xs text-muted', isVisitor && 'justify-end')}
      >
        {turn.speaker === 'agent' && agent !== null ? <AgentFace hue={agent.hue} size={18} /> : null}
        <h2 dir="auto" className="font-semibold text-text">
          {speaker}
        </h2>
        {turn.outcome === null ? null : <span>{outcomeTexts[turn.outcome] ?? turn.outcome.replaceAll('_', ' ')}</span>}
        <time dateTime={turn.created_at} title={momentText(turn.created_at)} className="tabular-nums">
          {clockText(turn.created_at)}
        </time>
      </header>
      <div className={clsx('rounded-[14px] px-3.5 py-2', bubble)}>
        <p dir="auto" className="text-left whitespace-pre-wrap break-words">
          {turn.text}
        </p>
        {turn.interrupted ? <p className="mt-1 text-xs font-medium text-warning">Interrupted by the visitor</p> : null}
        {turn.cited_steps.length === 0 ? null : (
          <ul aria-label="Cited steps" className="mt-1 flex flex-wrap gap-2">
            {turn.cited_steps.map((order) => (
              <li key={order}>
                <Link
                  to={`/dashboard/demos/${demoId}?step=${order}`}
                  className="inline-flex items-center text-xs font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
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
