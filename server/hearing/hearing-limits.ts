/** What a stranger's microphone may use. */
export interface HearingLimits {
  /** How far audio may run ahead of real time, after a stall of the network. */
  readonly aheadMs: number
  /** Audio of one talk. */
  readonly talkMs: number
  /** Audio per network and hour, in seconds. */
  readonly networkSeconds: number
  /** Connections to the provider per network, and in this process. */
  readonly linesPerNetwork: number
  readonly lines: number
  /** Connections that a network may open in ten minutes: providers refuse whoever opens too many, for everybody. */
  readonly opensPerNetwork: number
  /** A connection without speech is closed, and opened again by speech. */
  readonly idleMs: number
  /** Longer speech without a pause is not sent. */
  readonly utteranceMs: number
  /** After a failure, how long until the next attempt in the same talk. */
  readonly retryMs: number
}

export const hearingLimits: HearingLimits = {
  aheadMs: 2_000,
  talkMs: 15 * 60_000,
  networkSeconds: 60 * 60,
  linesPerNetwork: 4,
  lines: 500,
  opensPerNetwork: 60,
  idleMs: 60_000,
  utteranceMs: 30_000,
  retryMs: 10_000,
}
