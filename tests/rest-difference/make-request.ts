import { RandomChoices } from '#support/random-choices.ts'

import { callFunction } from './make-call.ts'
import { habit, withSpace } from './make-habit.ts'
import { oddity } from './make-oddity.ts'
import { readTable } from './make-read.ts'
import { writeTable } from './make-write.ts'
import type { ProofRequest } from './proof-request.ts'

/** The request for this seed and number: always the same, so that a run can resume anywhere. */
export function makeRequest(seed: number, index: number): ProofRequest {
  const chance = RandomChoices.at(seed, index)
  const request = chance.pick<() => ProofRequest>([
    ...times(12, () => readTable(chance)),
    ...times(3, () => callFunction(chance)),
    ...times(3, () => writeTable(chance)),
    ...times(1, () => oddity(chance)),
    ...times(1, () => habit(chance)),
  ])()
  const isSpaced = chance.often(0.1)
  return { ...(isSpaced ? withSpace(request) : request), isSignedIn: chance.often(0.4) }
}

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value)
}
