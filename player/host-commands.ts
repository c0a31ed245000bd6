import type { VariableValues } from '#domain/variables.ts'
import { hostLimits, readHostCommand, type HostCommand } from '#protocol/host-messages.ts'

/** What the player does at the framing page's word. */
export interface HostControls {
  /** Counted from 0; out of bounds, the nearest step. */
  readonly show: (index: number) => void
  readonly next: () => void
  readonly previous: () => void
  readonly play: () => void
  readonly pause: () => void
  readonly startAgent: (question: string | null) => void
  readonly setVariables: (values: VariableValues) => void
}

/**
 * Follows commands of the framing page, at most 20 per second; the rest are dropped. Returns how to stop. `latest` holds
 * the controls of this moment.
 */
export function followHost(latest: { readonly current: HostControls }): () => void {
  const isTooMany = createRateLimit(hostLimits.perSecond)
  const follow = ({ data, source }: MessageEvent<unknown>) => {
    if (source !== parent) return
    const command = readHostCommand(data)
    if (command !== null && !isTooMany(performance.now())) run(command, latest.current)
  }
  addEventListener('message', follow)
  return () => removeEventListener('message', follow)
}

function run(command: HostCommand, controls: HostControls): void {
  switch (command.command) {
    case 'go-to-step':
      return controls.show(command.step - 1)
    case 'start-agent':
      return controls.startAgent(command.question)
    case 'set-variables':
      return controls.setVariables(command.variables)
    default:
      return controls[command.command]()
  }
}

/** Whether a call at this time, in milliseconds, is one too many in its second. */
export function createRateLimit(perSecond: number): (now: number) => boolean {
  let second = Number.NEGATIVE_INFINITY
  let calls = 0
  return (now) => {
    if (now - second >= 1_000) {
      second = now
      calls = 0
    }
    calls += 1
    return calls > perSecond
  }
}
