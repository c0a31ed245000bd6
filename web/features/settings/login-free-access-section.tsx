import { useQuery } from '@tanstack/react-query'
import { ChevronRight, KeyRound, Link2, MailPlus, MonitorPlay, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { countText } from '../../lib/figure-text.ts'
import { invitationsQuery } from '../../lib/workspace-calls.ts'
import { settingsListClass, SettingsSection } from '../../ui/settings-section.tsx'
import { keysQuery } from './key-calls.ts'
import { openLinksQuery, publicDemosQuery } from './login-free-access-calls.ts'

/** What opens the workspace or its demos without a member's login. */
export function LoginFreeAccessSection({ workspaceId }: { readonly workspaceId: string }) {
  const keys = useQuery(keysQuery(workspaceId)).data
  const invitations = useQuery(invitationsQuery(workspaceId)).data
  const links = useQuery(openLinksQuery(workspaceId)).data
  const demos = useQuery(publicDemosQuery(workspaceId)).data
  const endless = keys?.filter(({ expires_at: end }) => end === null).length ?? 0
  const writing = keys?.filter(({ scope }) => scope === 'write').length ?? 0
  const unlocked = links?.filter(({ has_password: isLocked }) => !isLocked).length ?? 0
  return (
    <SettingsSection title="Access without login" text="What people can open without an account.">
      <ul className={settingsListClass}>
        <AccessRow to="/dashboard/settings/api" icon={KeyRound} label="API keys" count={keys?.length}>
          {[
            writing === 0 ? undefined : `${countText(writing)} can write`,
            endless === 0 ? undefined : `${countText(endless)} never ${endless === 1 ? 'expires' : 'expire'}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </AccessRow>
        <AccessRow
          to="/dashboard/settings/members"
          icon={MailPlus}
          label="Open invitations"
          count={invitations?.length}
        />
        <AccessRow to="/dashboard/demos" icon={MonitorPlay} label="Public demos" count={demos}>
          {demos === undefined || demos === 0 ? '' : 'Anyone with the link'}
        </AccessRow>
        <AccessRow to="/dashboard/demos" icon={Link2} label="Personal links" count={links?.length}>
          {unlocked === 0 ? '' : `${countText(unlocked)} without a password`}
        </AccessRow>
      </ul>
    </SettingsSection>
  )
}

interface AccessRowProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly label: string
  /** Undefined while it loads. */
  readonly count: number | undefined
  readonly children?: ReactNode
}

function AccessRow({ to, icon: Icon, label, count, children }: AccessRowProps) {
  return (
    <li>
      <Link
        to={to}
        className="-mx-2 flex min-h-10 items-center gap-3 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-12"
      >
        <Icon size={16} aria-hidden className="shrink-0 text-muted" />
        <span className="font-medium">{label}</span>
        <span className="min-w-0 flex-1 truncate text-right text-xs text-muted">{children}</span>
        <span className="min-w-6 text-right font-medium tabular-nums">
          {count === undefined ? '\u00a0' : countText(count)}
        </span>
        <ChevronRight size={14} aria-hidden className="shrink-0 text-muted" />
      </Link>
    </li>
  )
}
