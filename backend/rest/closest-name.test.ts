import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'

import { closestName } from './closest-name.ts'

test.each([
  ['demo', ['agents', 'demos', 'demo_steps'], 'demos'],
  ['demosteps', ['agents', 'demos', 'demo_steps'], 'demo_steps'],
  ['Agents', ['agents'], 'agents'],
  ['xyz', ['agents', 'demos'], null],
  ['', ['agents'], null],
])('“%s” among %j is meant as %j', (wrong, known, meant) => {
  expect(closestName(wrong, known)).toBe(meant)
})

test('compares with hundreds of names quickly', () => {
  const known = Array.from({ length: 300 }, (_, index) => `get_figures_of_agent_${index}`)
  closestName('x', known)
  const wrong = 'abcdefghijklmnopqrstuvwxyz_0123456789_abcdefghijklmnopqrstuvwx'
  expect(cpuMs(() => closestName(wrong, known))).toBeLessThan(20)
})
