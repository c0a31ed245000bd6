import { expect, test } from 'vitest'

import { readStepNarration, scriptStamp, speakingMs, stepScript, stepSpeaker } from './step-narration.ts'

const audioId = '10000000-0000-4000-8000-000000000000'

test('a step says its notes, or its title without any', () => {
  expect(stepScript({ title: 'Open', description: ' Click here. ' })).toBe('Click here.')
  expect(stepScript({ title: 'Open', description: ' ' })).toBe('Open')
  expect(stepSpeaker({ title: null, description: null })).toBe('nobody')
})

test('a recording is only older than a text whose words changed', () => {
  const stamp = scriptStamp({ title: 'Open', description: 'Click here.' })
  expect(scriptStamp({ title: 'Close', description: 'Click  here.\n' })).toBe(stamp)
  expect(scriptStamp({ title: 'Open', description: 'Click there.' })).not.toBe(stamp)
})

test('a stored recording is read with care', () => {
  const stored = { audioId, ms: 1_200.4, text: 'Hello.', of: 'a1' }
  expect(readStepNarration(stored)).toEqual({ ...stored, ms: 1_200 })
  expect(readStepNarration({ audioId, ms: 5 })).toEqual({ audioId, ms: 5, text: '', of: '' })
  for (const wrong of [null, 'x', { ...stored, audioId: '../x' }, { ...stored, ms: -1 }, { ...stored, ms: 1e9 }]) {
    expect(readStepNarration(wrong)).toBeNull()
  }
})

test('saying sixteen words takes six seconds', () => {
  expect(speakingMs('word '.repeat(16))).toBe(6_000)
  expect(speakingMs('')).toBe(0)
})
