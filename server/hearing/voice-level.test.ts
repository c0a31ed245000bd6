import { expect, test } from 'vitest'

import { createVoiceLevel } from './voice-level.ts'

/** 20 ms of a tone at 16 kHz. */
function tone(amplitude: number): Buffer {
  const pcm = Buffer.alloc(640)
  for (let index = 0; index < 320; index += 1) {
    pcm.writeInt16LE(Math.round(amplitude * Math.sin((index / 320) * Math.PI * 8)), index * 2)
  }
  return pcm
}

function listen(...parts: readonly (readonly [amplitude: number, ms: number])[]) {
  const level = createVoiceLevel()
  const changes: string[] = []
  let at = 0
  for (const [amplitude, ms] of parts) {
    for (let index = 0; index < ms / 20; index += 1) {
      const change = level.take(tone(amplitude))
      at += 20
      if (change !== null) changes.push(`${change} ${at}`)
    }
  }
  return changes
}

test('speech begins after 120 ms of sound and ends after 300 ms of silence', () => {
  expect(listen([0, 1_000], [5_000, 1_000], [0, 1_000])).toEqual(['begins 1120', 'ends 2300'])
})

test('a knock is not speech', () => {
  expect(listen([0, 500], [9_000, 60], [0, 500])).toEqual([])
})

test('a steady hum stops counting as speech, and speech over it is still detected', () => {
  const changes = listen([600, 10_000], [9_000, 500], [600, 1_000])
  expect(changes.at(-2)).toBe('begins 10120')
  expect(changes.at(-1)).toBe('ends 10800')
  expect(changes.length).toBeLessThanOrEqual(4)
})
