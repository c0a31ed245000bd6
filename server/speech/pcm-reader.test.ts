import { describe, expect, test } from 'vitest'

import { PcmReader } from './pcm-reader.ts'
import { tone, wavHeader } from './testing/tone.ts'

function readAll(bytes: Uint8Array, pieceBytes = 4_801): Buffer {
  const reader = new PcmReader()
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) parts.push(reader.read(bytes.subarray(at, at + pieceBytes)))
  reader.end()
  return Buffer.concat(parts)
}

test.each([1, 2, 7, 4_801])('raw audio passes through unchanged, in pieces of %d bytes', (pieceBytes) => {
  const sound = tone(200, 24_000)
  expect(readAll(sound, pieceBytes).equals(sound)).toBe(true)
})

test.each([1, 13, 4_801])('a WAV header is skipped, in pieces of %d bytes', (pieceBytes) => {
  const sound = tone(200, 24_000)
  expect(readAll(Buffer.concat([wavHeader(24_000), sound]), pieceBytes).equals(sound)).toBe(true)
})

test('half a sample at the end is dropped', () => {
  const sound = tone(100, 24_000)
  expect(readAll(Buffer.concat([sound, Buffer.from([7])])).equals(sound)).toBe(true)
})

test('other rates are resampled without a click between pieces', () => {
  const got = readAll(Buffer.concat([wavHeader(22_050), tone(500, 22_050)]), 997)
  expect(Math.abs(got.length / 48 - 500)).toBeLessThan(1)
  const wanted = tone(500, 24_000)
  let worst = 0
  for (let at = 0; at + 1 < Math.min(got.length, wanted.length); at += 2) {
    worst = Math.max(worst, Math.abs(got.readInt16LE(at) - wanted.readInt16LE(at)))
  }
  expect(worst).toBeLessThan(120)
})

test('stereo is mixed', () => {
  const mono = tone(100, 24_000)
  const stereo = Buffer.alloc(mono.length * 2)
  for (let at = 0; at < mono.length; at += 2) {
    stereo.writeInt16LE(mono.readInt16LE(at), at * 2)
    stereo.writeInt16LE(mono.readInt16LE(at), at * 2 + 2)
  }
  expect(readAll(Buffer.concat([wavHeader(24_000, 2), stereo])).equals(mono)).toBe(true)
})

test('leading silence is dropped, so that speech starts at once', () => {
  const sound = tone(200, 24_000)
  const got = readAll(Buffer.concat([Buffer.alloc(48 * 800), sound]))
  expect(got.subarray(-sound.length).equals(sound)).toBe(true)
  expect(got.length - sound.length).toBeLessThanOrEqual(48 * 20)
})

describe('refuses anything but speech', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'sent no sound'],
    ['silence', Buffer.alloc(48 * 2_000), 'sent no sound'],
    ['much silence before any sound', Buffer.alloc(48 * 4_000), 'sent only silence'],
    ['JSON', Buffer.from('{"error":{"message":"no"}}'), 'sent text'],
    ['a page', Buffer.from('<!doctype html><html>'), 'sent text'],
    ['MP3', Buffer.concat([Buffer.from('ID3'), tone(50, 24_000)]), 'sent compressed sound'],
    ['a few bytes', Buffer.from([1, 2, 3]), 'is no sound'],
    ['WAV at 96 kHz', Buffer.concat([wavHeader(96_000), tone(50, 24_000)]), 'isn’t 16-bit PCM'],
  ])('%s', (_, bytes, problem) => {
    expect(() => readAll(bytes)).toThrow(problem)
  })
})
