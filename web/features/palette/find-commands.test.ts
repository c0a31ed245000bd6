import { expect, test } from 'vitest'

import { findCommands } from './find-commands.ts'

const command = (label: string, group = 'Go to') => ({ id: label, label, group, run: () => undefined })
const commands = [
  command('Demos'),
  command('Account'),
  command('Plan a demo', 'Demo'),
  { ...command('Sign Out', 'Do'), also: 'log out leave' },
]

test.each([
  ['', ['Demos', 'Account', 'Plan a demo', 'Sign Out']],
  ['demo', ['Demos', 'Plan a demo']],
  ['plan DEMO', ['Plan a demo']],
  ['go account', ['Account']],
  ['log out', ['Sign Out']],
  ['zeppelin', []],
])('“%s” finds %j', (typed, labels) => {
  expect(findCommands(commands, typed).map(({ label }) => label)).toEqual(labels)
})

test('sorts commands that begin with the query first', () => {
  expect(findCommands([command('Open demos'), command('Demos')], 'dem').map(({ label }) => label)).toEqual([
    'Demos',
    'Open demos',
  ])
})

test('sorts help topics after the commands they describe', () => {
  const tool = { ...command('Hide part of the picture', 'Editor'), also: 'blur redact' }
  expect(findCommands([command('Blur part of a picture', 'Help'), tool], 'blur')[0]).toBe(tool)
})
