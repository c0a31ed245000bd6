import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'

import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { availabilityQuery, setAvailability } from '../../lib/live-calls.ts'
import { useRole } from '../../lib/use-role.ts'
import { showToast } from '../../ui/toast-store.ts'
import { notificationPermission } from './show-notification.ts'

/** Whether one is rung when a visitor asks for a person. */
export function AvailabilitySwitch({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const workspace = useCurrentWorkspace()
  const role = useRole()
  if (workspace === undefined || role === undefined || role === 'viewer') return null
  return <Toggle key={workspace.id} workspaceId={workspace.id} isCollapsed={isCollapsed} />
}

function Toggle({ workspaceId, isCollapsed }: { readonly workspaceId: string; readonly isCollapsed: boolean }) {
  const queries = useQueryClient()
  const isOn = useQuery(availabilityQuery).data
  const [isSaving, setIsSaving] = useState(false)
  const [permission, setPermission] = useState(notificationPermission)

  async function change(): Promise<void> {
    setIsSaving(true)
    const outcome = await setAvailability(workspaceId, isOn !== true)
    setIsSaving(false)
    if (outcome.ok) queries.setQueryData(availabilityQuery.queryKey, isOn !== true)
    else showToast({ text: outcome.hint ?? outcome.text, tone: 'danger' })
  }

  async function allow(): Promise<void> {
    setPermission(await Notification.requestPermission())
  }

  return (
    <div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn === true}
        aria-label="Available for visitors"
        title={isCollapsed ? 'Available for visitors' : undefined}
        disabled={isOn === undefined || isSaving}
        onClick={() => void change()}
        className={clsx(
          'flex h-8 w-full items-center gap-3 rounded-control text-sm font-medium text-muted transition-colors duration-[120ms] hover:bg-line/50 hover:text-text pointer-coarse:h-11',
          isCollapsed ? 'justify-center' : 'px-2',
        )}
      >
        <span aria-hidden className="flex size-4 items-center justify-center">
          <span className={clsx('size-2 rounded-chip', isOn === true ? 'bg-success' : 'bg-control')} />
        </span>
        {isCollapsed ? null : (
          <>
            Available
            <span className="ml-auto text-xs font-normal">{isOn === true ? 'On' : 'Off'}</span>
          </>
        )}
      </button>
      {isOn === true && permission === 'default' && !isCollapsed ? (
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
