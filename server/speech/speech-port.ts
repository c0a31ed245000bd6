import type { SpeechProvider } from '#domain/speech-providers.ts'

/** The address and prices of a speech provider. */
export interface SpeechEndpoint {
  readonly provider: SpeechProvider
  /** Empty for a program. */
  readonly url: string
  readonly apiKey: string | null
  readonly model: string
  /** Dollars per million characters. */
  readonly price: number
  /** True for an address the operator set. */
  readonly mayCallPrivateAddresses: boolean
  /** The operator's program with arguments; empty for an online provider. */
  readonly command: readonly string[]
}

export interface SpeechRequest {
  /** In spoken form, at most one sentence. */
  readonly text: string
  /** The provider's id. */
  readonly voice: string
  /** 1 is the voice's normal pace. */
  readonly speed: number
  /** The language of the text; absent means English. */
  readonly language?: string
}

/**
 * Streams the audio of a text: PCM16 little-endian, 24 kHz, mono, whole samples. Rejects with a ModelError. Aborting
 * ends the call at the provider too.
 */
export type OpenSpeech = (
  endpoint: SpeechEndpoint,
  request: SpeechRequest,
  signal: AbortSignal,
) => AsyncGenerator<Uint8Array, void>

export const speechRate = 24_000
/** Bytes of mono PCM16 at that rate. */
export const speechBytesPerMs = (speechRate * 2) / 1_000

/** The maximum audio that any voice needs for a text. */
export function longestSpeechMs(text: string): number {
  return 5_000 + text.length * 250
}
