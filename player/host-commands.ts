import type { VariableValues } from '#domain/variables.ts'
import { hostLimits, readHostCommand, type HostCommand } from '#protocol/host-messages.ts'

/** The player's actions for the host page. */
export interface HostControls {
  /** Counted from 0; out of range, the nearest step. */
  readonly show: (index: number) => void
  readonly next: () => void
  readonly previous: () => void
  readonly play: () => void
  readonly pause: () => void
  /** A page of ours may ask; another one only puts the question into the field, unless a conversation is open. */
  readonly startAgent: (question: string | null, isOurs: boolean) => void
  readonly setVariables: (values: VariableValues) => void
}

/**
 * Executes commands of the host page, at most 20 per second; others are dropped. Returns a function that stops this.
 * `latest` holds the current controls.
 */
export function followHost(latest: { readonly current: HostControls }): () => void {
  const isTooMany = createRateLimit(hostLimits.perSecond)
  const follow = ({ data, source, origin }: MessageEvent<unknown>) => {
    if (source !== parent) return
    const command = readHostCommand(data)
    const isOurs = origin === location.origin
    if (command !== null && !isTooMany(performance.now())) run(command, latest.current, isOurs)
  }
  addEventListener('message', follow)
  return () => removeEventListener('message', follow)
}

function run(command: HostCommand, controls: HostControls, isOurs: boolean): void {
  switch (command.command) {
    case 'go-to-step':
      return controls.show(command.step - 1)
    case 'start-agent':
      return controls.startAgent(command.question, isOurs)
    case 'set-variables':
      return controls.setVariables(command.variables)
    default:
      return controls[command.command]()
  }
}

/** Whether a command at this time, in milliseconds, exceeds the limit per second. */
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
