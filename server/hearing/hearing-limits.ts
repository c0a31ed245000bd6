/** Limits for a visitor's microphone. */
export interface HearingLimits {
  /** How far audio may be ahead of real time, after a network stall. */
  readonly aheadMs: number
  /** Audio per conversation. */
  readonly talkMs: number
  /** Audio per network and hour, in seconds. */
  readonly networkSeconds: number
  /** Connections to the provider per network, and in this process. */
  readonly linesPerNetwork: number
  readonly lines: number
  /** Connections that a network may open in ten minutes, because providers block everybody if one opens too many. */
  readonly opensPerNetwork: number
  /** Without speech, the connection is closed; speech opens it again. */
  readonly idleMs: number
  /** Longer sound without a pause isn't sent. */
  readonly utteranceMs: number
  /** Delay before the next attempt in the same conversation after a failure. */
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
