import { expect, test } from 'vitest'

import { nextVoiceState, voiceWatchdog, type VoiceEvent, type VoiceState } from './voice-state.ts'

const states = ['off', 'asking', 'starting', 'listening', 'hearing', 'thinking', 'speaking', 'held'] as const

function run(from: VoiceState, ...events: readonly VoiceEvent[]): VoiceState {
  return events.reduce(nextVoiceState, from)
}

test('goes from a question to its answer', () => {
  expect(run('off', 'open', 'granted', 'ready')).toBe('listening')
  expect(run('listening', 'sound', 'turn')).toBe('thinking')
  expect(run('thinking', 'sentence', 'silence')).toBe('listening')
})

test('resumes speaking after a false alarm, and listening after an interruption', () => {
  expect(run('speaking', 'hold', 'release')).toBe('speaking')
  expect(run('speaking', 'hold', 'interrupt', 'turn')).toBe('thinking')
})

test('returns to off from every state', () => {
  for (const state of states) expect(run(state, 'close')).toBe('off')
})

test('has a watchdog in every state but off', () => {
  expect(states.filter((state) => voiceWatchdog(state) === null)).toEqual(['off'])
})
