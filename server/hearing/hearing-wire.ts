import type { HearingProblem } from './hearing-line.ts'

/** What a provider's message means. */
export type WireEvent =
  | { readonly type: 'partial'; readonly text: string }
  | { readonly type: 'final'; readonly text: string; readonly confidence: number | null }
  /** An answer without words. */
  | { readonly type: 'nothing' }
  | { readonly type: 'failed'; readonly problem: HearingProblem; readonly sentence: string }

/** One connection in a provider's own form. Reading may keep state, so each connection gets its own. */
export interface HearingWire {
  /** wss, or ws. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent once the connection is open. */
  readonly begin: readonly string[]
  /** 16 kHz PCM16 in the provider's form. */
  readonly encode: (pcm: Buffer) => Buffer | string
  /** Makes what was sent final. */
  readonly flush: string
  /** Sent every few seconds; null where silence is allowed. */
  readonly keepAlive: string | null
  /** Sent before closing. */
  readonly goodbye: string | null
  readonly read: (message: Readonly<Record<string, unknown>>) => readonly WireEvent[]
}

/** Where speech is recognised. */
export interface HearingEndpoint {
  readonly url: string
  readonly apiKey: string | null
  readonly model: string
}

export function toSocketUrl(url: string, path: string, query: Readonly<Record<string, string>>): string {
  const address = new URL(`${url}${path}`.replace(/^http/, 'ws'))
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

/** A provider's text field; '' when it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A provider's words for the log, without control characters. */
export function sentenceOf(value: unknown): string {
  return textOf(value)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 200)
}
