import { expect, test } from 'vitest'

import {
  findVoiceBounds,
  levelSound,
  mixChannels,
  msOf,
  peaksOf,
  toWav,
  trimSound,
  type Sound,
} from './narration-sound.ts'

const rate = 8_000

/** Silence, then a tone of this level, then silence. */
function toneBetween(startMs: number, endMs: number, totalMs: number, level: number): Sound {
  const samples = new Float32Array((totalMs / 1_000) * rate)
  for (let at = (startMs / 1_000) * rate; at < (endMs / 1_000) * rate; at += 1) samples[at] = Math.sin(at) * level
  return { samples, rate }
}

test('suggests trimming the silence before and after the voice', () => {
  expect(findVoiceBounds(toneBetween(1_000, 2_000, 3_000, 0.2))).toEqual({ startMs: 850, endMs: 2_150 })
  expect(findVoiceBounds(toneBetween(0, 0, 1_000, 0))).toEqual({ startMs: 0, endMs: 1_000 })
})

test('makes quiet and loud recordings equally loud, without clipping', () => {
  const loudness = (level: number) => {
    const { samples } = levelSound(toneBetween(200, 800, 1_000, level))
    const voiced = samples.slice(2_400, 5_600)
    return { rms: Math.hypot(...voiced) / Math.sqrt(voiced.length), peak: Math.max(...samples) }
  }
  const [quiet, loud] = [loudness(0.03), loudness(0.9)]
  expect(quiet.rms).toBeCloseTo(loud.rms, 2)
  expect(Math.max(quiet.peak, loud.peak)).toBeLessThan(0.9)
})

test('doesn’t amplify silence', () => {
  expect(Math.max(...levelSound(toneBetween(0, 0, 500, 0)).samples)).toBe(0)
})

test('fades in and out without a click', () => {
  const { samples } = levelSound(toneBetween(0, 1_000, 1_000, 0.5))
  expect(Math.abs(samples[0] ?? 1)).toBe(0)
  expect(Math.abs(samples.at(-1) ?? 1)).toBe(0)
})

test('cuts a part out of a recording', () => {
  const sound = trimSound(toneBetween(0, 1_000, 2_000, 0.5), 500, 1_500)
  expect(msOf(sound)).toBe(1_000)
  expect(peaksOf(sound, 2).map((peak) => peak > 0.4)).toEqual([true, false])
})

test('mixes the channels of a stereo file', () => {
  const sound = mixChannels([Float32Array.of(1, 0), Float32Array.of(0, 0.5)], rate)
  expect([...sound.samples]).toEqual([0.5, 0.25])
})

test('writes a WAV file', async () => {
  const file = await toWav({ samples: Float32Array.of(0, 1, -2), rate }).arrayBuffer()
  const view = new DataView(file)
  expect(new TextDecoder().decode(file.slice(0, 4))).toBe('RIFF')
  expect([view.getUint32(24, true), view.getUint32(40, true)]).toEqual([rate, 6])
  expect([44, 46, 48].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767])
})
