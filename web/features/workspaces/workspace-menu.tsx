import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'

import { failureHint } from '../../lib/backend-error.ts'
import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { returnFocusTo } from '../../ui/return-focus.ts'
import { roleLabel } from '../../lib/roles.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'
import { useWorkspaceSwitch } from '../../lib/use-workspace-switch.ts'

export interface WorkspaceMenuProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The user's workspaces, and an entry to create one. */
export function WorkspaceMenu({ anchor, isOpen, onOpenChange }: WorkspaceMenuProps) {
  const [isMaking, setIsMaking] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={onOpenChange}>
        <Menu.Portal>
          <Menu.Positioner anchor={anchor} align="start" sideOffset={6} className="z-50 outline-none">
            <Menu.Popup
              ref={popup}
              finalFocus={returnFocusTo(anchor)}
              onFocus={({ target }) => {
                if (target === popup.current) target.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
              }}
              className="max-h-[70dvh] w-64 animate-enter overflow-y-auto rounded-card bg-raised p-1 text-sm shadow-floating outline-none"
            >
              <Workspaces />
              <Menu.Separator className="my-1 border-t border-line" />
              <Menu.Item onClick={() => setIsMaking(true)} className={itemClass}>
                <Plus size={16} aria-hidden />
                New workspace…
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <NewWorkspaceDialog isOpen={isMaking} onOpenChange={setIsMaking} />
    </>
  )
}

function Workspaces() {
  const workspaces = useQuery(workspacesQuery)
  const current = useCurrentWorkspace()
  const switchTo = useWorkspaceSwitch()
  if (workspaces.isError && workspaces.data === undefined) {
    return (
      <p role="alert" className="px-3 py-2 text-muted">
        {failureHint(workspaces.error) ?? 'Your workspaces could not be loaded.'}
      </p>
    )
  }
  const shown = workspaces.data ?? (current === undefined ? [] : [{ ...current, role: '' }])
  return (
    <Menu.RadioGroup
      aria-label="Workspaces"
      value={current?.id}
      onValueChange={(id) => {
        const chosen = shown.find((workspace) => workspace.id === id)
        if (chosen !== undefined) switchTo(chosen)
      }}
    >
      {shown.map(({ id, name, role }) => (
        <Menu.RadioItem key={id} value={id} closeOnClick className={itemClass}>
          <span className="w-4 shrink-0">
            <Menu.RadioItemIndicator>
              <Check size={16} aria-hidden />
            </Menu.RadioItemIndicator>
          </span>
          <span className="min-w-0">
            <span className="block truncate">{name}</span>
            <span className="block text-xs text-muted">{roleLabel(role)}</span>
          </span>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

const itemClass =
  'flex cursor-default items-center gap-3 rounded-control px-3 py-2 outline-none select-none pointer-coarse:min-h-11 data-highlighted:bg-sunken'
