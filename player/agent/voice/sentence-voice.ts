import type { ServerEvent } from '#protocol/agent-events.ts'

export type Segment = Extract<ServerEvent, { t: 'seg' }>

export interface SentenceEvents {
  /** It can be heard now; `segMs` is how long it takes, measured or estimated. */
  readonly onStart: (segMs: number) => void
  readonly onEnd: () => void
  /** This voice can't say it; another one says it from its start. */
  readonly onFailed: () => void
}

export interface HeardPart {
  readonly playedMs: number
  readonly segMs: number
}

/** A sentence being said. */
export interface SaidSentence {
  /** Silences it for good. */
  readonly stop: () => HeardPart
  /** Lower while the visitor may be speaking, where the voice can do that. */
  readonly duck: (isDucked: boolean) => void
}

/** One way to say a sentence: audio from the server, the browser's voice, or a caption. */
export interface SentenceVoice {
  /** Calls nothing after `stop`, and `onEnd` or `onFailed` only once. */
  readonly say: (segment: Segment, events: SentenceEvents) => SaidSentence
}
