import { ModelError, type ModelProblem } from '#server/models/language-model.ts'

import { hearingDeadlines, openHearingLine, type HearingProblem } from './hearing-line.ts'
import type { HearingWire } from './hearing-wire.ts'

/**
 * Connects as a conversation would, and sends a second of silence; rejects with a ModelError if the provider refuses.
 */
export async function tryHearing(
  wire: HearingWire,
  { mayCallPrivateAddresses }: { readonly mayCallPrivateAddresses: boolean },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let accepted: ReturnType<typeof setTimeout> | undefined
  // A provider may accept the connection and still refuse the model or the audio.
  const accept = (): void => void (accepted ??= setTimeout(resolve, refusalMs))
  const line = openHearingLine(
    wire,
    { ...hearingDeadlines, mayCallPrivateAddresses },
    {
      onPartial: accept,
      onFinal: accept,
      onMessage: accept,
      onEnd: (problem, sentence) => reject(new ModelError(problems[problem], sentence, { isCharged: false })),
    },
  )
  for (let at = 0; at < 1_000; at += 20) line.send(Buffer.alloc(640))
  line.flush()
  try {
    await promise
  } finally {
    clearTimeout(accepted)
    line.close()
  }
}

const problems: Readonly<Record<HearingProblem, ModelProblem>> = {
  refused: 'refused',
  busy: 'busy',
  unreachable: 'unreachable',
  slow: 'slow',
  broken: 'broken',
  closed: 'broken',
  idle: 'broken',
}
const refusalMs = 800
