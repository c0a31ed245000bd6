import type { HearingProblem } from './hearing-line.ts'

/** The meaning of a provider's message. */
export type WireEvent =
  | { readonly type: 'partial'; readonly text: string }
  | { readonly type: 'final'; readonly text: string; readonly confidence: number | null }
  /** A result without words. */
  | { readonly type: 'nothing' }
  | { readonly type: 'failed'; readonly problem: HearingProblem; readonly sentence: string }

/** A provider's protocol for one connection. Parsing may keep state, so each connection has its own. */
export interface HearingWire {
  /** wss, or ws for the operator's own server. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent once the connection is open. */
  readonly begin: readonly string[]
  /** 16 kHz PCM16 in the provider's form. */
  readonly encode: (pcm: Buffer) => Buffer | string
  /** Finalises what was sent. */
  readonly flush: string
  /** Sent every few seconds; null if silence is allowed. */
  readonly keepAlive: string | null
  /** Sent before closing. */
  readonly goodbye: string | null
  readonly read: (message: Readonly<Record<string, unknown>>) => readonly WireEvent[]
}

/** The provider's address, key and model. */
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

/** A provider's text field; '' if it isn't one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A provider's words for the log, without control characters. */
export function sentenceOf(value: unknown): string {
  return textOf(value)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 200)
}
