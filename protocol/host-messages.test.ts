import { expect, test } from 'vitest'

import { readHostCommand } from './host-messages.ts'

const host = { source: 'understudy-host' }

test('reads every command a framing page may send', () => {
  for (const command of ['next', 'previous', 'play', 'pause'] as const) {
    expect(readHostCommand({ ...host, command })).toEqual({ command })
  }
  expect(readHostCommand({ ...host, command: 'go-to-step', step: 3 })).toEqual({ command: 'go-to-step', step: 3 })
  expect(readHostCommand({ ...host, command: 'start-agent' })).toEqual({ command: 'start-agent', question: null })
  expect(readHostCommand({ ...host, command: 'start-agent', question: 'Is it safe?' })).toEqual({
    command: 'start-agent',
    question: 'Is it safe?',
  })
  expect(readHostCommand({ ...host, command: 'set-variables', variables: { Company: ' Tamsin ' } })).toEqual({
    command: 'set-variables',
    variables: { company: 'Tamsin' },
  })
})

test('ignores everything else', () => {
  const strange = [
    null,
    'next',
    [],
    { command: 'next' },
    { source: 'understudy-player', command: 'next' },
    { ...host, command: 'delete' },
    { ...host, command: 'go-to-step', step: '3' },
    { ...host, command: 'go-to-step', step: Number.NaN },
    { ...host, command: 'go-to-step', step: 1.5 },
    { ...host, command: 'start-agent', question: 7 },
    { ...host, command: 'start-agent', question: 'x'.repeat(501) },
    { ...host, command: 'set-variables' },
    { ...host, command: 'set-variables', variables: ['a'] },
  ]
  for (const data of strange) expect(readHostCommand(data)).toBeNull()
})

test('keeps at most 20 short values under plain names', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`name${index}`, 'x'.repeat(10_000)]))
  const read = readHostCommand({
    ...host,
    command: 'set-variables',
    variables: { '<b>': 'x', company: { toString: () => 'x' }, ...many },
  })
  const variables = read?.command === 'set-variables' ? read.variables : {}
  expect(Object.keys(variables)).toHaveLength(20)
  expect(Object.values(variables).every((value) => value.length === 200)).toBe(true)
})
