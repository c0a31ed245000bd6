/** Parts of the time from a visitor's last sound to the agent's first, as stored with each turn, in milliseconds. */
export const latencyParts = [
  { value: 'endOfTurnMs', label: 'End of turn' },
  { value: 'recognitionMs', label: 'Recognition' },
  { value: 'thinkMs', label: 'Answer' },
  { value: 'speechMs', label: 'Speech' },
  { value: 'playOutMs', label: 'Play-out' },
  { value: 'firstSoundMs', label: 'First sound' },
] as const

export type LatencyPart = (typeof latencyParts)[number]['value']

/** What is stored of one turn of the agent. */
export interface TurnFigures extends Partial<Record<LatencyPart, number>> {
  /** Spoken by a provider, and paid for. */
  readonly characters?: number
  /** Millionths of a US cent. */
  readonly microCents?: number
  /** What failed, in a word such as `slow` or `microphone`. */
  readonly failure?: string
}
