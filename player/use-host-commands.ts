import { useEffect, useRef } from 'react'

import type * as Commands from './host-commands.ts'

let part: Promise<typeof Commands | null> | undefined

/** Resolves when commands can be followed; to null where the code could not be loaded. */
export function loadHostCommands(): Promise<typeof Commands | null> {
  part ??= import('./host-commands.ts').catch(() => null)
  return part
}

/** Follows the framing page's commands. The code for that is fetched only in a frame. */
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
