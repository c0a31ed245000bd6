import { expect, test } from 'vitest'

import { tryRules, type TriedStep } from './try-rule.ts'

const step = (order: number, texts: readonly string[], hostname = 'app.fernway.example'): TriedStep => ({
  order,
  hostname,
  texts,
  roots: [],
})
const steps = [
  step(1, ['Invoice FW-2041 for Halden Pharmacy', 'FW-2042', 'Total']),
  step(2, ['Invoice FW-2041 for Halden Pharmacy']),
  step(3, ['FW-1 is no invoice'], 'other.example'),
]

test('counts the places and steps that a rule hides, and shows them once', () => {
  const { places, steps: hit, examples } = tryRules([{ kind: 'text', value: 'FW-####', site: '' }], steps)
  expect({ places, hit }).toEqual({ places: 3, hit: 2 })
  expect(examples).toEqual([
    { order: 1, pieces: ['Invoice ', 'FW-2041', ' for Halden Pharmacy'] },
    { order: 1, pieces: ['', 'FW-2042', ''] },
  ])
})

test('applies a site’s rule only on that site', () => {
  expect(tryRules([{ kind: 'text', value: 'FW-#', site: 'other.example' }], steps).steps).toBe(1)
})

test('shortens long texts around the hidden part', () => {
  const long = `${'before '.repeat(20)}FW-2041${' after'.repeat(20)}`
  const [example] = tryRules([{ kind: 'text', value: 'FW-####', site: '' }], [step(1, [long])]).examples
  expect(example?.pieces[1]).toBe('FW-2041')
  expect(example?.pieces[0]?.length).toBeLessThan(40)
})
