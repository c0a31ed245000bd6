import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'

import type { ConversationTurnRow, TalkSoundRow } from '#protocol/rows.ts'

import type { Transcript } from '../../lib/conversation-calls.ts'
import { momentText } from '../../lib/dates.ts'
import { AgentFace } from '../../ui/agent-face.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { TurnSound } from './turn-sound.tsx'

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

const bubbles: Readonly<Record<ConversationTurnRow['speaker'], string>> = {
  agent: 'rounded-bl-tiny bg-sunken',
  person: 'rounded-bl-tiny bg-person-soft',
  visitor: 'rounded-br-tiny bg-accent-soft',
}

/** Outcomes without a label, because the bubble shows them. */
const plainOutcomes = new Set(['answered', 'presented', 'chat', 'greeted', 'clarified', 'form'])

interface TurnViewProps {
  readonly turn: ConversationTurnRow
  readonly demoId: string
  readonly agent: Transcript['agent']
  /** Null if it wasn't recorded. */
  readonly sound: TalkSoundRow | null
}

export function TurnView({ turn, demoId, agent, sound }: TurnViewProps) {
  const isVisitor = turn.speaker === 'visitor'
  const speaker = { agent: agent?.name ?? 'Agent', visitor: 'Visitor', person: turn.member_name ?? 'A colleague' }[
    turn.speaker
  ]
  const id = `turn-${turn.number}`
  const isLinked = useLocation().hash === `#${id}`
  const outcome = turn.outcome === null || plainOutcomes.has(turn.outcome) ? null : turn.outcome
  return (
    <article
      ref={isLinked ? scrollHere : null}
      id={id}
      className={clsx(
        'scroll-my-16',
        isVisitor ? 'max-w-[84%] self-end' : 'grid max-w-[92%] grid-cols-[28px_auto] items-end gap-x-2 self-start',
      )}
    >
      {isVisitor ? null : turn.speaker === 'person' ? (
        <Avatar name={speaker} size={28} />
      ) : (
        <AgentFace hue={agent?.hue ?? 292} size={28} />
      )}
      <div className="min-w-0">
        <p dir="auto" className={turn.speaker === 'person' ? 'px-1 pb-0.5 text-xs font-medium' : 'sr-only'}>
          {speaker}
        </p>
        <div
          className={clsx('w-fit rounded-[14px] px-3 py-2 text-md', bubbles[turn.speaker], isVisitor && 'ml-auto')}
          title={momentText(turn.created_at)}
        >
          <p dir="auto" className="text-left whitespace-pre-wrap break-words">
            {turn.text}
          </p>
          {turn.cited_steps.length === 0 ? null : (
            <ul aria-label="Cited steps" className="mt-0.5 flex flex-wrap gap-x-2.5">
              {turn.cited_steps.map((order) => (
                <li key={order}>
                  <Link
                    to={`/dashboard/demos/${demoId}?step=${order}`}
                    className="inline-flex items-center text-xs font-medium relative text-accent-text hover:underline pointer-coarse:before:absolute pointer-coarse:before:-inset-3"
                  >
                    Step {order}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
        {sound === null ? null : (
          <div className={isVisitor ? 'text-right' : undefined}>
            <TurnSound sound={sound} speaker={speaker} />
          </div>
        )}
        {outcome === null && !turn.interrupted ? null : (
          <p className="px-1 pt-0.5 text-xs text-muted">
            {turn.interrupted ? 'Interrupted by the visitor' : null}
            {outcome === null || !turn.interrupted ? null : ' · '}
            {outcome === null ? null : (
              <span className={outcome === 'unknown' || outcome === 'unsure' ? 'text-warning' : undefined}>
                {outcomeTexts[outcome] ?? outcome.replaceAll('_', ' ')}
              </span>
            )}
          </p>
        )}
      </div>
    </article>
  )
}

/** Turns load after the page, too late for the browser to find the link's target. */
function scrollHere(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}
