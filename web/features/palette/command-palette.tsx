import { Dialog } from '@base-ui/react/dialog'
import { Fragment, useId, useLayoutEffect, useRef, useState, useSyncExternalStore, type ComponentType } from 'react'

import { paletteStore } from '../../lib/palette-store.ts'
import { CommandIcon } from './command-icon.tsx'
import { findCommands } from './find-commands.ts'
import type { PaletteCommand } from '../../lib/page-commands.ts'
import { usePaletteCommands, type LoadTopics } from './palette-commands.ts'

export interface CommandPaletteProps {
  readonly loadTopics: LoadTopics
  readonly newWorkspaceDialog: ComponentType<{
    readonly isOpen: boolean
    readonly onOpenChange: (isOpen: boolean) => void
  }>
}

/** Ctrl+K or ⌘K: navigation and commands by name. Loaded when idle. */
export function CommandPalette({ loadTopics, newWorkspaceDialog: NewWorkspaceDialog }: CommandPaletteProps) {
  const isOpen = useSyncExternalStore(paletteStore.subscribe, paletteStore.get)
  const [isMaking, setIsMaking] = useState(false)

  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={paletteStore.set}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-60 bg-backdrop" />
          <Dialog.Popup
            aria-label="Command palette"
            className="fixed top-[12dvh] left-1/2 z-60 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-dialog bg-raised shadow-floating outline-none"
          >
            <Palette
              loadTopics={loadTopics}
              onDone={() => paletteStore.set(false)}
              onNewWorkspace={() => setIsMaking(true)}
            />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <NewWorkspaceDialog isOpen={isMaking} onOpenChange={setIsMaking} />
    </>
  )
}

interface PaletteProps {
  readonly loadTopics: LoadTopics
  readonly onDone: () => void
  readonly onNewWorkspace: () => void
}

function Palette({ loadTopics, onDone, onNewWorkspace }: PaletteProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // At once, or the first letter is lost; and kept, because a dialog that has just closed still returns the focus.
  useLayoutEffect(() => {
    const keepFocus = () => input.current?.focus()
    keepFocus()
    document.addEventListener('focusin', keepFocus)
    return () => document.removeEventListener('focusin', keepFocus)
  }, [])
  const [typed, setTyped] = useState('')
  const commands = usePaletteCommands({ typed, loadTopics, onNewWorkspace })
  const [chosen, setChosen] = useState(0)
  const found = findCommands(commands, typed)
  const current = Math.min(chosen, found.length - 1)
  // Search results are sorted by relevance.
  const isGrouped = typed.trim() === ''

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
        ref={input}
        role="combobox"
        aria-label="Search commands"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${current}`}
        autoComplete="off"
        placeholder="Search demos, leads, pages and actions"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(0)
        }}
        onKeyDown={handleKey}
        className="h-13 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted"
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        className="max-h-[min(50dvh,26rem)] overflow-y-auto p-2"
      >
        {found.map((command, index) => (
          <Fragment key={command.id}>
            {isGrouped && command.group !== found[index - 1]?.group ? (
              <li aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-muted not-first:mt-1">
                {command.group}
              </li>
            ) : null}
            <li
              id={`${id}-${index}`}
              ref={index === current ? keepInView : undefined}
              role="option"
              aria-selected={index === current}
              onPointerMove={() => setChosen(index)}
              onClick={() => run(command)}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-sm aria-selected:bg-accent-soft pointer-coarse:min-h-11"
            >
              <CommandIcon group={command.group} label={command.label} />
              <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
                {command.label}
              </span>
              <span className={isGrouped ? 'sr-only' : 'shrink-0 text-xs text-muted'}>{command.group}</span>
            </li>
          </Fragment>
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
