import type { HearingProvider } from '#domain/hearing-providers.ts'

import { deepgramWire } from './deepgram-wire.ts'
import { elevenLabsWire } from './elevenlabs-wire.ts'
import type { HearingEndpoint, HearingWire } from './hearing-wire.ts'
import { openAiWire } from './openai-wire.ts'

/** Opens a connection in each provider's protocol, for a BCP 47 language. */
export const hearingWires: Readonly<Record<HearingProvider, (at: HearingEndpoint, lang: string) => HearingWire>> = {
  deepgram: deepgramWire,
  elevenlabs: elevenLabsWire,
  'openai-compatible': openAiWire,
}
