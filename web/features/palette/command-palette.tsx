import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, useSyncExternalStore, type ComponentType } from 'react'
import { useNavigate } from 'react-router'

import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { signOut } from '../../lib/session.ts'
import { chooseTheme } from '../../lib/theme.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'
import { useWorkspaceSwitch } from '../../lib/use-workspace-switch.ts'
import { paletteStore } from '../../lib/palette-store.ts'
import { findCommands } from './find-commands.ts'
import { pageCommands, type PaletteCommand } from '../../lib/page-commands.ts'

const pages: readonly (readonly [label: string, path: string])[] = [
  ['Dashboard', '/dashboard'],
  ['Demos', '/dashboard/demos'],
  ['Agents', '/dashboard/agents'],
  ['Analytics', '/dashboard/analytics'],
  ['Conversations', '/dashboard/conversations'],
  ['Rita, AI Sales Associate', '/dashboard/rita/home'],
  ['Settings', '/dashboard/settings'],
  ['Account', '/dashboard/account'],
  ['Help', '/dashboard/help'],
  ['Feedback', '/dashboard/feedback'],
]

export interface CommandPaletteProps {
  readonly newWorkspaceDialog: ComponentType<{
    readonly isOpen: boolean
    readonly onOpenChange: (isOpen: boolean) => void
  }>
}

/** Ctrl+K or ⌘K: navigation and commands by name. Loaded when idle. */
export function CommandPalette({ newWorkspaceDialog: NewWorkspaceDialog }: CommandPaletteProps) {
  const isOpen = useSyncExternalStore(paletteStore.subscribe, paletteStore.get)
  const [isMaking, setIsMaking] = useState(false)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      // In text fields, Ctrl+K inserts a link.
      if (event.defaultPrevented) return
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      paletteStore.set(!paletteStore.get())
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])

  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={paletteStore.set}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-60 bg-backdrop" />
          <Dialog.Popup
            aria-label="Command palette"
            className="fixed top-[12dvh] left-1/2 z-60 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-dialog bg-raised shadow-floating outline-none"
          >
            <Palette onDone={() => paletteStore.set(false)} onNewWorkspace={() => setIsMaking(true)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <NewWorkspaceDialog isOpen={isMaking} onOpenChange={setIsMaking} />
    </>
  )
}

interface PaletteProps {
  readonly onDone: () => void
  readonly onNewWorkspace: () => void
}

function Palette({ onDone, onNewWorkspace }: PaletteProps) {
  const id = useId()
  const commands = useCommands(onNewWorkspace)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = findCommands(commands, typed)
  const current = Math.min(chosen, found.length - 1)

  function run(command: PaletteCommand | undefined): void {
    if (command === undefined) return
    onDone()
    command.run()
  }

  function handleKey(event: React.KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((current + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(found[current])
    }
  }

  return (
    <>
      <input
        role="combobox"
        aria-label="Search commands"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${current}`}
        autoComplete="off"
        placeholder="Search pages, demos and commands"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(0)
        }}
        onKeyDown={handleKey}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted"
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Commands" className="max-h-[50dvh] overflow-y-auto p-2">
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            ref={index === current ? keepInView : undefined}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
            className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-control px-3 text-sm aria-selected:bg-accent-soft aria-selected:text-accent-text pointer-coarse:min-h-11"
          >
            <span className="min-w-0 truncate font-medium">{command.label}</span>
            <span className="shrink-0 text-xs text-muted">{command.group}</span>
          </li>
        ))}
      </ul>
      <p role="status" className={found.length === 0 ? 'px-5 pb-5 text-sm text-muted' : 'sr-only'}>
        {found.length === 0 ? 'No matching commands' : `${found.length} found`}
      </p>
    </>
  )
}

function keepInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function useCommands(onNewWorkspace: () => void): readonly PaletteCommand[] {
  const navigate = useNavigate()
  const workspaces = useQuery(workspacesQuery)
  const current = useCurrentWorkspace()
  const switchTo = useWorkspaceSwitch()
  const demos = useQuery(demosQuery)
  const go = (path: string) => () => void navigate(path)
  return [
    ...pageCommands(),
    ...pages.map(([label, path]) => ({ id: path, label, group: 'Go to', run: go(path) })),
    ...(demos.data ?? []).flatMap(({ id, name }) => [
      { id: `view ${id}`, label: name, group: 'View demo', run: go(`/dashboard/demos/${id}`) },
      { id: `edit ${id}`, label: name, group: 'Edit demo', run: go(`/dashboard/demos/${id}/edit`) },
    ]),
    ...(workspaces.data ?? [])
      .filter(({ id }) => id !== current?.id)
      .map((workspace) => ({
        id: `workspace ${workspace.id}`,
        label: workspace.name,
        group: 'Switch to workspace',
        run: () => switchTo(workspace),
      })),
    { id: 'new-workspace', label: 'New workspace…', group: 'Workspace', run: onNewWorkspace },
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: theme,
      label: theme === 'system' ? 'System colours' : `${theme === 'light' ? 'Light' : 'Dark'} colours`,
      group: 'Appearance',
      run: () => chooseTheme(theme),
    })),
    {
      id: 'sign-out',
      label: 'Sign Out',
      group: 'Account',
      run: () => void Promise.resolve(navigate('/')).then(signOut),
    },
  ]
}
