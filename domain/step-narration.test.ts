import { expect, test } from 'vitest'

import { readStepNarration, scriptStamp, speakingMs, stepScript, stepSpeaker } from './step-narration.ts'

const audioId = '10000000-0000-4000-8000-000000000000'

test('speaks a step’s notes, or its title if it has none', () => {
  expect(stepScript({ title: 'Open', description: ' Click here. ' })).toBe('Click here.')
  expect(stepScript({ title: 'Open', description: ' ' })).toBe('Open')
  expect(stepSpeaker({ title: null, description: null })).toBe('nobody')
})

test('calls a recording outdated only when the words have changed', () => {
  const stamp = scriptStamp({ title: 'Open', description: 'Click here.' })
  expect(scriptStamp({ title: 'Close', description: 'Click  here.\n' })).toBe(stamp)
  expect(scriptStamp({ title: 'Open', description: 'Click there.' })).not.toBe(stamp)
})

test('rejects invalid stored recordings', () => {
  const stored = { audioId, ms: 1_200.4, text: 'Hello.', of: 'a1' }
  expect(readStepNarration(stored)).toEqual({ ...stored, ms: 1_200 })
  expect(readStepNarration({ audioId, ms: 5 })).toEqual({ audioId, ms: 5, text: '', of: '' })
  for (const wrong of [null, 'x', { ...stored, audioId: '../x' }, { ...stored, ms: -1 }, { ...stored, ms: 1e9 }]) {
    expect(readStepNarration(wrong)).toBeNull()
  }
})

test('estimates six seconds for sixteen words', () => {
  expect(speakingMs('word '.repeat(16))).toBe(6_000)
  expect(speakingMs('')).toBe(0)
})
