import { clsx } from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { useRef, useState } from 'react'

import { useCurrentWorkspace } from '../lib/current-workspace.ts'
import { onFirstUse } from '../ui/on-first-use.tsx'
import { MarkTile } from '../ui/wordmark.tsx'

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
          'flex h-10 w-full shrink-0 items-center gap-2.5 rounded-control text-left transition-colors duration-[120ms] hover:bg-hover pointer-coarse:h-11',
          props.isCollapsed === true ? 'justify-center' : 'pr-2 pl-1.5',
        )}
      >
        <span className="sr-only">Workspace {props.isCollapsed === true ? name : null}</span>
        <MarkTile />
        {props.isCollapsed === true ? null : (
          <>
            <span className="min-w-0 flex-1">
              <span className="block truncate leading-4 font-semibold" title={name}>
                {name}
              </span>
              <span className="block truncate text-xs leading-[15px] text-muted" title={props.email}>
                {props.email}
              </span>
            </span>
            <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-muted" />
          </>
        )}
      </button>
      <WorkspaceMenu anchor={button} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
