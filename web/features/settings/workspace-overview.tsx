import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { readCaptureRules } from '#domain/capture-rules.ts'

import { creditBalanceQuery } from '../../lib/credit-calls.ts'
import { countOf, countText } from '../../lib/figure-text.ts'
import { isAdmin } from '../../lib/roles.ts'
import { peopleQuery, type Workspace } from '../../lib/workspace-calls.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { settingsListClass } from '../../ui/settings-section.tsx'
import { fontNames } from './font-field.tsx'

/** How the workspace is set up, with the pages that change it. */
export function WorkspaceOverview({ workspace }: { readonly workspace: Workspace }) {
  const people = useQuery(peopleQuery(workspace.id)).data
  const credits = useQuery(creditBalanceQuery(workspace.id)).data
  const rules = readCaptureRules(workspace.capture_rules).length
  return (
    <ul className={settingsListClass}>
      <Row page="members" label="Members">
        <span className="flex -space-x-1.5">
          {people?.slice(0, facesMax).map(({ user_id: id, first_name: name, email }) => (
            <span key={id} className="rounded-chip ring-2 ring-surface">
              <Avatar name={name ?? email} size={24} />
            </span>
          ))}
        </span>
        {people === undefined ? null : countOf(people.length, 'person', 'people')}
      </Row>
      {isAdmin(workspace.role) ? (
        <>
          <Row page="brand" label="Brand">
            <span
              aria-hidden
              style={{ background: workspace.brand_color ?? 'var(--accent-fill)' }}
              className="size-4 rounded-tiny"
            />
            {fontNames[workspace.brand_font ?? 'inter']}
          </Row>
          <Row page="recording" label="Hidden in recordings">
            {rules === 0 ? 'Private data' : `Private data and ${countOf(rules, 'rule')}`}
          </Row>
          <Row page="security" label="Two-factor authentication">
            {workspace.requires_aal2 ? 'Required' : 'Optional'}
          </Row>
          <Row page="integrations" label="Voice talks">
            {workspace.records_talks ? `Kept for ${workspace.talk_recording_days} days` : 'Not recorded'}
          </Row>
        </>
      ) : null}
      <Row page="credits" label="Credits">
        {credits === undefined ? null : `${countText(credits.credits)} left`}
      </Row>
    </ul>
  )
}

const facesMax = 4

function Row(props: { readonly page: string; readonly label: string; readonly children: ReactNode }) {
  return (
    <li>
      <Link
        to={`/dashboard/settings/${props.page}`}
        className="-mx-2 flex min-h-10 items-center gap-2 rounded-control px-2 text-sm hover:bg-hover pointer-coarse:min-h-12"
      >
        <span className="flex-1 text-muted">{props.label}</span>
        {props.children}
        <ChevronRight size={14} aria-hidden className="text-muted" />
      </Link>
    </li>
  )
}
