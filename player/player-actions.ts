import type { VariableValues } from '#domain/variables.ts'

/** What the page around a player may ask of it. */
export interface PlayerActions {
  /** Shows a step, counted from 1; forms that have to be filled in first still hold the visitor back. */
  readonly showStep: (order: number) => void
  readonly play: () => void
  readonly pause: () => void
  readonly openAgent: () => void
  /** Replaces values by name; others stay. */
  readonly setVariables: (values: VariableValues) => void
}
