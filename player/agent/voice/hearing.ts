/** Why speech can't be recognised: the browser or visitor refuses the microphone, or recognition itself fails. */
export type HearingProblem = 'refused' | 'broken'

export interface HearingEvents {
  readonly onReady: () => void
  /** Everything since the last `forget`; each replaces the one before until `isFinal`. */
  readonly onWords: (text: string, isFinal: boolean, confidence: number | undefined) => void
  readonly onProblem: (problem: HearingProblem) => void
}

/** Something that turns the visitor's speech into words. */
export interface Hearing {
  readonly start: () => void
  /** Hears nothing while the agent speaks, where its voice would be heard as the visitor's. */
  readonly deafen: (isDeaf: boolean) => void
  /** The words so far were sent as a turn, or dropped; none of them is heard again. */
  readonly forget: (what: 'turn' | 'dropped') => void
  readonly close: () => void
}
