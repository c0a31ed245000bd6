import { expect, test } from 'vitest'

import { splitSound } from './split-sound.ts'
import { record } from './testing/record.ts'

const msOf = (sound: Buffer) => sound.length / 48

test("splits two sentences at the pause between them, even if their durations don't match their lengths", () => {
  const sound = record(['loud', 1_300], ['silent', 300], ['loud', 900])
  const [first, second] = splitSound(sound, ['A first sentence.', 'A second one here'])
  expect(msOf(first ?? sound)).toBeGreaterThanOrEqual(1_300)
  expect(msOf(first ?? sound)).toBeLessThanOrEqual(1_600)
  expect(Buffer.concat([first ?? sound, second ?? sound])).toEqual(sound)
})

test('doesn’t split a single sentence', () => {
  const sound = record(['loud', 500])
  expect(splitSound(sound, ['One.'])).toEqual([sound])
})

test('loses no samples of audio that is far too short', () => {
  const sound = record(['loud', 10])
  expect(Buffer.concat(splitSound(sound, ['One.', 'Two.', 'Three.']))).toEqual(sound)
})
