/** Components of the delay from a visitor's last sound to the agent's first, stored with each turn, in milliseconds. */
export const latencyParts = [
  { value: 'endOfTurnMs', label: 'End of turn' },
  { value: 'recognitionMs', label: 'Recognition' },
  { value: 'thinkMs', label: 'Answer' },
  { value: 'speechMs', label: 'Speech' },
  { value: 'playOutMs', label: 'Play-out' },
  { value: 'firstSoundMs', label: 'First sound' },
] as const

export type LatencyPart = (typeof latencyParts)[number]['value']

/** The stored figures of one agent turn. */
export interface TurnFigures extends Partial<Record<LatencyPart, number>> {
  /** Characters spoken by a provider and paid for. */
  readonly characters?: number
  /** Millionths of a US cent. */
  readonly microCents?: number
  /** What failed, as a keyword such as `slow` or `microphone`. */
  readonly failure?: string
}
