import type { GateFeature } from './retrieval-gate.ts'

/** Learned by `npm run agent-train`. */
export const gateWeights: Readonly<Partial<Record<GateFeature, number>>> = {
  bias: -4,
  coverage: 5,
  own: 2,
  evidence: 3,
  margin: 2,
}
