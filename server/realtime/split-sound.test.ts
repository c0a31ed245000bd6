import { expect, test } from 'vitest'

import { splitSound } from './split-sound.ts'

/** Loud and silent stretches of 24 kHz PCM16, in milliseconds. */
function record(...stretches: readonly (readonly ['loud' | 'silent', number])[]): Buffer {
  return Buffer.concat(
    stretches.map(([kind, ms]) => {
      const part = Buffer.alloc(ms * 48)
      if (kind === 'loud')
        for (let at = 0; at < part.length; at += 2) part.writeInt16LE(at % 4 === 0 ? 8_000 : -8_000, at)
      return part
    }),
  )
}

const msOf = (sound: Buffer) => sound.length / 48

test("splits two sentences at the pause between them, even if their durations don't match their lengths", () => {
  const sound = record(['loud', 1_300], ['silent', 300], ['loud', 900])
  const [first, second] = splitSound(sound, ['A first sentence.', 'A second one here'])
  expect(msOf(first ?? sound)).toBeGreaterThanOrEqual(1_300)
  expect(msOf(first ?? sound)).toBeLessThanOrEqual(1_600)
  expect(Buffer.concat([first ?? sound, second ?? sound])).toEqual(sound)
})

test('leaves one sentence whole', () => {
  const sound = record(['loud', 500])
  expect(splitSound(sound, ['One.'])).toEqual([sound])
})

test('loses no samples of audio that is far too short', () => {
  const sound = record(['loud', 10])
  expect(Buffer.concat(splitSound(sound, ['One.', 'Two.', 'Three.']))).toEqual(sound)
})
