import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { momentText } from '../../lib/dates.ts'
import { roleLabel } from '../../lib/roles.ts'
import { peopleQuery, type Person } from '../../lib/workspace-calls.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HandoverIllustration } from '../../ui/illustrations/handover-illustration.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useAgent } from './agent-context.ts'
import { canBeRung, handoversQuery, type MemberAvailability, type PastHandover } from './handover-calls.ts'
import { PanelSection } from './section-head.tsx'

const stateTexts: Readonly<Record<PastHandover['state'], string>> = {
  ringing: 'Ringing…',
  joined: 'Talking',
  left: 'Handed back',
  nobody: 'Nobody answered',
}

/** Who is rung when a visitor asks for a person, and past requests; `children` is the author's own availability. */
export function HandoverTab({ children }: { readonly children?: ReactNode }) {
  const { agent } = useAgent()
  const people = useQuery(peopleQuery(agent.workspace_id))
  const calls = useQuery(handoversQuery(agent.workspace_id))
  if (people.isPending || calls.isPending) {
    return (
      <div className="flex flex-col gap-9">
        {children}
        <ListSkeleton label="Loading the team" rows={6} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-9">
      {children}
      <PanelSection title="Team" count={people.data?.length}>
        <ul className="border-t border-line text-sm empty:hidden">
          {people.data?.map((person) => (
            <MemberRow
              key={person.user_id}
              person={person}
              availability={calls.data?.team.find(({ user_id }) => user_id === person.user_id)}
              now={calls.data?.loadedAt ?? 0}
            />
          ))}
        </ul>
        <p className="mt-2 text-sm text-muted">
          Rings everyone who is available. The first to answer takes over.{' '}
          <Link to="/dashboard/settings/members" className="font-medium text-accent-text hover:underline">
            Invite a teammate
          </Link>
        </p>
      </PanelSection>
      <PanelSection title="If nobody answers">
        <p className="border-t border-line pt-3 text-sm text-muted">
          After 45 seconds the visitor can ask for a call back and say when. The team gets an email, and the agent
          continues.
        </p>
      </PanelSection>
      <PanelSection title="Requests" count={calls.data?.handovers.length}>
        {calls.data?.handovers.length === 0 ? (
          <EmptyState
            title="No requests yet"
            text="Visitors who ask for a person appear here."
            drawing={<HandoverIllustration />}
          />
        ) : null}
        <ul className="border-t border-line text-sm empty:hidden">
          {calls.data?.handovers.map((handover) => (
            <li key={handover.id} className="border-b border-line">
              <Link
                to={`/dashboard/conversations/${handover.conversation_id}`}
                className="flex min-h-9 flex-wrap items-center gap-x-3 py-1.5 -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken pointer-coarse:min-h-11"
              >
                <span dir="auto" className="min-w-40 flex-1 truncate text-left">
                  {handover.reason === '' ? 'Taken over by the team' : `“${handover.reason}”`}
                </span>
                <span className={handover.state === 'nobody' ? 'text-warning' : 'text-muted'}>
                  {handover.member_name === null
                    ? stateTexts[handover.state]
                    : `${stateTexts[handover.state]} · ${handover.member_name}`}
                </span>
                <span className="text-xs text-muted tabular-nums">{momentText(handover.created_at)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </PanelSection>
    </div>
  )
}

interface MemberRowProps {
  readonly person: Person
  readonly availability: MemberAvailability | undefined
  readonly now: number
}

function MemberRow({ person, availability, now }: MemberRowProps) {
  const isThere = availability !== undefined && canBeRung(availability, now)
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line py-1.5">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-chip ${isThere ? 'bg-spot shadow-[0_0_0_3px_var(--spot-soft)]' : 'bg-control/50'}`}
      />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {person.first_name === null || person.first_name === ''
          ? person.email
          : `${person.first_name} · ${person.email ?? ''}`}
      </span>
      <span className="shrink-0 text-muted">{roleLabel(person.role)}</span>
      <span className={`w-24 shrink-0 text-right ${isThere ? 'font-medium text-warning' : 'text-muted'}`}>
        {isThere ? 'Available' : availability?.is_available === true ? 'Not online' : 'Away'}
      </span>
    </li>
  )
}
