import { expect, test } from 'vitest'

import { scoreCandidate, scoreNothing } from '../rank-net.ts'
import { fitRankNet } from './fit-rank-net.ts'
import type { RankExample } from './gate-examples.ts'

const plain = [0, 0] as const
const shares = [1, 0] as const
const misleads = [0, 1] as const

/** Answerable questions have a candidate that shares something; the others only have one that misleads. */
const examples = Array.from({ length: 400 }, (_, at): RankExample => {
  const isAnswerable = at % 2 === 0
  const rows = [isAnswerable ? shares : plain, misleads, plain]
  return {
    product: 'one',
    form: [at % 3 === 0 ? 1 : 0],
    candidates: rows.map((row) => ({ row, isRight: row === shares })),
    isAnswerable,
  }
})

test('prefers the features of right answers, and “no answer” to misleading candidates', () => {
  const net = fitRankNet(examples)
  const nothing = scoreNothing(net, [0])
  expect(scoreCandidate(net, shares)).toBeGreaterThan(nothing)
  expect(scoreCandidate(net, misleads)).toBeLessThan(nothing)
  expect(scoreCandidate(net, plain)).toBeLessThan(nothing)
})

test('learns the same weights from the same examples', () => {
  expect(fitRankNet(examples)).toEqual(fitRankNet(examples))
})
