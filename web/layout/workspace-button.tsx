import { clsx } from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { useRef, useState } from 'react'

import { useCurrentWorkspace } from '../lib/current-workspace.ts'
import { onFirstUse } from '../ui/on-first-use.tsx'

const WorkspaceMenu = onFirstUse(async () => (await import('../features/workspaces/workspace-menu.tsx')).WorkspaceMenu)

/** The current workspace and user; opens the list of workspaces. */
export function WorkspaceButton(props: { readonly email: string; readonly isCollapsed?: boolean }) {
  const workspace = useCurrentWorkspace()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = workspace?.name ?? ''
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={props.isCollapsed === true ? name : undefined}
        onPointerEnter={WorkspaceMenu.prefetch}
        onFocus={WorkspaceMenu.prefetch}
        onClick={() => setIsOpen(!isOpen)}
        className={clsx(
          'flex h-11 w-full items-center gap-2 rounded-control text-left hover:bg-line/50',
          props.isCollapsed === true ? 'justify-center' : 'px-2',
        )}
      >
        <span className="sr-only">Workspace {props.isCollapsed === true ? name : null}</span>
        {props.isCollapsed === true ? (
          <span
            aria-hidden
            className="flex size-6 items-center justify-center rounded-control bg-accent-soft text-xs font-semibold text-accent-text uppercase"
          >
            {name.slice(0, 1)}
          </span>
        ) : (
          <>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">{name}</span>
              <span className="block truncate text-xs text-muted" title={props.email}>
                {props.email}
              </span>
            </span>
            <ChevronsUpDown size={16} aria-hidden className="shrink-0 text-muted" />
          </>
        )}
      </button>
      <WorkspaceMenu anchor={button} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
