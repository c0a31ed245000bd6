/** Why speech can't be recognised: the browser or visitor blocks the microphone, or recognition itself fails. */
export type HearingProblem = 'refused' | 'broken'

export interface HearingEvents {
  readonly onReady: () => void
  /** All words since the last `forget`; each call replaces the previous one until `isFinal`. */
  readonly onWords: (text: string, isFinal: boolean, confidence: number | undefined) => void
  readonly onProblem: (problem: HearingProblem) => void
}

/** A speech recogniser. */
export interface Hearing {
  readonly start: () => void
  /** Reports no words while the agent speaks and would be mistaken for the visitor. */
  readonly deafen: (isDeaf: boolean) => void
  /** The words so far were sent as a turn or dropped; don't report them again. */
  readonly forget: (what: 'turn' | 'dropped') => void
  readonly close: () => void
}
