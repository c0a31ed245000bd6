import { clsx } from 'clsx'
import { useState } from 'react'

import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { useRole } from '../../lib/use-role.ts'
import { notificationPermission } from './show-notification.ts'
import { useOwnAvailability } from './use-own-availability.ts'

/** Whether your dashboard rings when a visitor asks for a person. */
export function AvailabilitySwitch({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const workspace = useCurrentWorkspace()
  const role = useRole()
  if (workspace === undefined || role === undefined || role === 'viewer') return null
  return <Toggle key={workspace.id} workspaceId={workspace.id} isCollapsed={isCollapsed} />
}

function Toggle({ workspaceId, isCollapsed }: { readonly workspaceId: string; readonly isCollapsed: boolean }) {
  const { isOn, isBusy, change } = useOwnAvailability(workspaceId)
  const [permission, setPermission] = useState(notificationPermission)

  async function allow(): Promise<void> {
    setPermission(await Notification.requestPermission())
  }

  return (
    <div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label="Available for visitors"
        title={isCollapsed ? 'Available for visitors' : undefined}
        disabled={isBusy}
        onClick={change}
        className={clsx(
          'flex h-[30px] w-full items-center gap-2.5 rounded-control text-sm font-medium text-soft transition-colors duration-[120ms] hover:bg-hover hover:text-text pointer-coarse:h-11',
          isCollapsed ? 'justify-center' : 'px-2',
        )}
      >
        <span aria-hidden className="flex size-4 items-center justify-center">
          <span className={clsx('size-2 rounded-chip', isOn ? 'bg-success-fill' : 'bg-control')} />
        </span>
        {isCollapsed ? null : (
          <>
            Available
            <span className="ml-auto text-xs font-normal">{isOn ? 'On' : 'Off'}</span>
          </>
        )}
      </button>
      {isOn && permission === 'default' && !isCollapsed ? (
        <button
          type="button"
          onClick={() => void allow()}
          className="w-full rounded-control px-2 py-1 pl-9 text-left text-xs text-accent-text hover:underline pointer-coarse:min-h-11"
        >
          Allow notifications
        </button>
      ) : null}
    </div>
  )
}
