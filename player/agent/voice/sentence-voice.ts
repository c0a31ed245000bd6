import type { ServerEvent } from '#protocol/agent-events.ts'

export type Segment = Extract<ServerEvent, { t: 'seg' }>

export interface SentenceEvents {
  /** It is audible now; `segMs` is its duration, measured or estimated. */
  readonly onStart: (segMs: number) => void
  readonly onEnd: () => void
  /** This voice failed; another one repeats it from its start. */
  readonly onFailed: () => void
}

export interface HeardPart {
  readonly playedMs: number
  readonly segMs: number
}

/** A sentence being spoken. */
export interface SaidSentence {
  /** Stops it permanently. */
  readonly stop: () => HeardPart
  /** Lowers the volume while the visitor may be speaking, if the voice can. */
  readonly duck: (isDucked: boolean) => void
}

/** One way to speak a sentence: audio from the server, the browser's voice, or a caption. */
export interface SentenceVoice {
  /** Calls nothing after `stop`, and `onEnd` or `onFailed` only once. */
  readonly say: (segment: Segment, events: SentenceEvents) => SaidSentence
}
