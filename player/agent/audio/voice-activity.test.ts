import { expect, test } from 'vitest'

import { activityRate, frameSamples, VoiceActivity, type ActivityEvent } from './voice-activity.ts'

/* Generated signals: a voice is a glottal pulse train with changing pitch, through two formants. */

let seed = 7
/** Deterministic, so that failures reproduce. */
const noise = () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
  return seed / 0x80_00_00_00 - 0.5
}

type Sound = (seconds: number) => number

function listen(sound: Sound, seconds: number, activity = new VoiceActivity()) {
  const events: ActivityEvent[] = []
  let voicedMs = 0
  for (let frame = 0; frame < seconds * 100; frame += 1) {
    const samples = Float32Array.from(
      { length: frameSamples },
      (_, index) => sound((frame * frameSamples + index) / activityRate) + noise() * 0.001,
    )
    events.push(...activity.push(samples))
    voicedMs = Math.max(voicedMs, activity.voicedMs)
  }
  return { events, voicedMs, starts: events.filter(({ kind }) => kind === 'start').length }
}

/** A voice between two moments, with falling and rising pitch. */
function voiceBetween(from: number, to: number, gain = 0.3): Sound {
  let phase = 0
  let before = 0
  const states = [
    { one: 0, two: 0, hertz: 700 },
    { one: 0, two: 0, hertz: 1_200 },
  ]
  return (seconds) => {
    const step = seconds - before
    before = seconds
    if (seconds < from || seconds > to) return 0
    const pitch = 120 + 25 * Math.sin(2 * Math.PI * 2.3 * (seconds - from))
    phase += step * pitch
    const pulse = phase >= 1 ? 1 : 0
    phase %= 1
    let sum = 0
    for (const state of states) {
      const turn = (2 * Math.PI * state.hertz) / activityRate
      const next = pulse + 2 * 0.97 * Math.cos(turn) * state.one - 0.97 ** 2 * state.two
      state.two = state.one
      state.one = next
      sum += next
    }
    return sum * gain * 0.3
  }
}

test('detects a voice within a sixth of a second, and its end', () => {
  const { events } = listen(voiceBetween(1, 2), 3)
  expect(events.map(({ kind }) => kind)).toEqual(['maybe', 'start', 'end'])
  const [maybe, start, end] = events
  expect(maybe?.atMs).toBeLessThanOrEqual(1_080)
  expect(start?.atMs).toBeLessThanOrEqual(1_160)
  const lastSoundMs = end?.kind === 'end' ? end.lastSoundMs : 0
  expect(Math.abs(lastSoundMs - 2_000)).toBeLessThanOrEqual(50)
})

test('counts how much of the last second was voiced', () => {
  expect(listen(voiceBetween(1, 1.3), 3).voicedMs).toBeLessThan(400)
  expect(listen(voiceBetween(1, 2), 3).voicedMs).toBeGreaterThanOrEqual(400)
})

test.each<[string, Sound]>([
  ['silence', () => 0],
  ['steady noise', () => noise() * 0.05],
  ['keys', (t) => (t > 1 && t % 0.17 < 0.012 ? noise() * 0.4 : 0)],
  ['coughs', (t) => (t > 1 && t % 2.5 < 0.3 ? noise() * 0.8 * Math.exp((-t % 2.5) * 12) : 0)],
])('%s starts nothing', (_, sound) => {
  expect(listen(sound, 20).starts).toBe(0)
})

test.each<[string, Sound]>([
  ['mains hum', (t) => (t % 5 > 3 ? 0.1 * Math.sin(2 * Math.PI * 100 * t) : 0)],
  [
    'a melody',
    (t) => {
      const hertz = 220 * 2 ** ((scale[Math.floor(t * 2) % scale.length] ?? 0) / 12)
      return t > 1 ? 0.1 * Math.sin(2 * Math.PI * hertz * t) * Math.exp(-((t * 2) % 1) * 3) : 0
    },
  ],
])('%s never counts as 400 ms of voice', (_, sound) => {
  expect(listen(sound, 20).voicedMs).toBeLessThan(400)
})

const scale = [0, 2, 4, 5, 7, 5, 4, 2]

test('ignores sound below the level of the agent’s own voice', () => {
  const activity = new VoiceActivity()
  activity.setMinimum(-10)
  expect(listen(voiceBetween(1, 2, 0.05), 3, activity).starts).toBe(0)
  activity.setMinimum(Number.NEGATIVE_INFINITY)
  expect(listen(voiceBetween(1, 2, 0.05), 3, activity).starts).toBe(1)
})
