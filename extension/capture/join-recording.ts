import type { RecorderStatus } from '../messages.ts'

/**
 * Asks whether this tab is recorded. The recording may begin while the answer is on its way: the script is then
 * injected once more, and its first copy has to ask again.
 */
export async function joinRecording(
  ask: () => Promise<RecorderStatus | null>,
  isInjectedAgain: () => boolean,
): Promise<RecorderStatus | null> {
  const status = await ask()
  return status === null && isInjectedAgain() ? ask() : status
}
