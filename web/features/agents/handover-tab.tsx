import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { roleLabel } from '../../lib/roles.ts'
import { peopleQuery } from '../../lib/workspace-calls.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useAgent } from './agent-context.ts'
import { PanelSection } from './section-head.tsx'

/** Who is asked when a visitor wants a person, and what happens when nobody is there. */
export function HandoverTab() {
  const { agent } = useAgent()
  const people = useQuery(peopleQuery(agent.workspace_id)).data
  const team = people?.filter(({ role }) => role !== 'viewer')
  return (
    <div className="flex flex-col gap-4">
      <PanelSection title="Team" count={team?.length}>
        {team === undefined ? <ListSkeleton label="Loading the team" rows={3} /> : null}
        <ul className="border-t border-line text-sm">
          {team?.map(({ user_id, email, first_name, role }) => (
            <li key={user_id} className="flex min-h-9 items-center gap-3 border-b border-line py-1.5">
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {first_name === null || first_name === '' ? email : `${first_name} · ${email ?? ''}`}
              </span>
              <span className="shrink-0 text-muted">{roleLabel(role)}</span>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-sm text-muted">
          Rung in the browser when they are signed in. Invite teammates under{' '}
          <Link to="/dashboard/settings" className="font-medium text-accent-text hover:underline">
            Settings
          </Link>
          .
        </p>
      </PanelSection>
      <PanelSection title="Nobody there">
        <p className="border-t border-line pt-3 text-sm text-muted">
          The agent offers a call back, takes an address and goes on. The team gets an email.
        </p>
      </PanelSection>
    </div>
  )
}
