import { queryOptions, useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { ask } from '../../lib/call-backend.ts'
import { signOut, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { takePendingInvitation } from './pending-invitation.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'

interface LockedWorkspace {
  readonly id: string
  readonly name: string
}

const lockedQuery = queryOptions({ queryKey: ['workspaces', 'locked'], queryFn: loadLocked })

/**
 * Covers the dashboard if every workspace requires two-factor authentication and the account has none; shows only a
 * banner if other workspaces are accessible. The account page stays reachable, so that users can set it up.
 */
export function LockedWorkspaces() {
  const session = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const locked = useQuery(lockedQuery)
  const open = useQuery({ ...workspacesQuery, enabled: (locked.data?.length ?? 0) > 0 })

  useEffect(() => {
    const token = takePendingInvitation()
    if (token !== undefined) void navigate(`/invitations/${token}`)
  }, [navigate])

  if (locked.data === undefined || locked.data.length === 0 || open.data === undefined) return null
  if (session.status !== 'signed-in' || pathname.startsWith('/dashboard/account')) return null
  const names = locked.data.map(({ name }) => `“${name}”`).join(', ')
  if (open.data.length > 0) {
    return (
      <aside
        aria-label="Locked workspaces"
        className="fixed inset-x-0 top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-1.5 text-sm shadow-raised"
      >
        <span>{names} requires two-factor authentication.</span>
        <ButtonLink to="/dashboard/account">Set up</ButtonLink>
      </aside>
    )
  }
  return (
    <dialog
      // Modal: the page behind is unreachable by keyboard.
      ref={(dialog) => {
        if (dialog !== null && !dialog.open) dialog.showModal()
      }}
      aria-labelledby="locked-title"
      className="m-0 h-dvh max-h-none w-full max-w-none bg-page p-4 text-text open:flex open:items-center open:justify-center"
      onCancel={(event) => event.preventDefault()}
    >
      <section className="w-full max-w-md text-center">
        <LockKeyhole size={32} aria-hidden className="mx-auto text-muted" />
        <h1 id="locked-title" className="mt-4 text-xl font-semibold">
          {names} requires two-factor authentication
        </h1>
        <p className="mt-2 text-muted">Set it up to open the workspace again. Nothing is lost.</p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <ButtonLink to="/dashboard/account" tone="accent" size="form">
            Set up two-factor authentication
          </ButtonLink>
          <Button size="form" tone="quiet" onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </section>
    </dialog>
  )
}

function loadLocked(): Promise<readonly LockedWorkspace[]> {
  return ask('settingsFailed', (client) => client.rpc('locked_workspaces'))
}
