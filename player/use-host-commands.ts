import { useEffect, useRef } from 'react'

import type * as Commands from './host-commands.ts'

let part: Promise<typeof Commands | null> | undefined

/** Resolves when commands can be executed; to null if the code failed to load. */
export function loadHostCommands(): Promise<typeof Commands | null> {
  part ??= import('./host-commands.ts').catch(() => null)
  return part
}

/** Executes the host page's commands. The code loads only in a frame. */
export function useHostCommands(controls: Commands.HostControls): void {
  const latest = useRef(controls)
  useEffect(() => {
    latest.current = controls
  })
  useEffect(() => {
    if (parent === window) return
    let stop: (() => void) | undefined
    let isOver = false
    void loadHostCommands().then((part) => {
      if (!isOver) stop = part?.followHost(latest)
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
}
