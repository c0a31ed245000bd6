import { expect, test } from 'vitest'

import { Downsampler } from './downsampler.ts'

/** A tone through the resampler in blocks of 128, without its start and end. */
function resample(hertz: number, from: number): Float32Array {
  const downsampler = new Downsampler(from, 16_000)
  const output: number[] = []
  for (let at = 0; at < from; at += 128) {
    const block = Float32Array.from({ length: 128 }, (_, index) =>
      Math.sin((2 * Math.PI * hertz * (at + index)) / from),
    )
    output.push(...downsampler.push(block))
  }
  return Float32Array.from(output).slice(1_000, 15_000)
}

function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

test.each([48_000, 44_100, 16_000])('keeps frequencies of a voice, from %d Hz', (from) => {
  const samples = resample(440, from)
  expect(loudness(samples)).toBeCloseTo(Math.SQRT1_2, 1)
  const crossings = samples.filter((sample, at) => sample >= 0 && (samples[at - 1] ?? 0) < 0).length
  expect(Math.abs(crossings - (440 * samples.length) / 16_000)).toBeLessThanOrEqual(1)
})

test.each([48_000, 44_100])('removes frequencies that would alias, from %d Hz', (from) => {
  expect(loudness(resample(11_000, from))).toBeLessThan(0.03)
})
