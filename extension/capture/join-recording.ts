import type { RecorderStatus } from '../messages.ts'

/**
 * Asks whether this tab is being recorded. If recording starts before the answer arrives, the script is injected a
 * second time, and the first copy has to ask again.
 */
export async function joinRecording(
  ask: () => Promise<RecorderStatus | null>,
  isInjectedAgain: () => boolean,
): Promise<RecorderStatus | null> {
  const status = await ask()
  return status === null && isInjectedAgain() ? ask() : status
}
