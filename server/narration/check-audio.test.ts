import { describe, expect, test } from 'vitest'

import { checkAudio } from './check-audio.ts'
import { makeAac, makeWav, withChunk } from './testing/make-sound.ts'

const latin = (content: Uint8Array) => new TextDecoder('latin1').decode(content)

describe('a recording', () => {
  test('keeps the sound of a WAV file and nothing else', () => {
    const wav = makeWav({ ms: 250 })
    const tagged = withChunk(withChunk(wav, 'LIST', 'INFOIART Ada Lovelace'), 'bext', 'recorded at 10 Secret Street')
    const audio = checkAudio(tagged)
    expect(audio).toMatchObject({ mimeType: 'audio/wav', ms: 250 })
    expect(audio.content).toEqual(wav)
  })

  test('drops everything after the audio', () => {
    const wav = makeWav({ ms: 100 })
    const { content } = checkAudio(Uint8Array.from([...wav, ...new TextEncoder().encode('<script>alert(1)</script>')]))
    expect(content).toEqual(wav)
  })

  test('becomes an MP4 file with the frames of an AAC stream', () => {
    const aac = makeAac(48)
    const { content, mimeType, ms } = checkAudio(aac)
    expect([mimeType, ms]).toEqual(['audio/mp4', 1_024])
    const view = new DataView(content.buffer)
    // Consecutive boxes up to the last byte.
    const boxes: string[] = []
    for (let at = 0; at < content.byteLength; at += view.getUint32(at))
      boxes.push(latin(content.subarray(at + 4, at + 8)))
    expect(boxes).toEqual(['ftyp', 'moov', 'mdat'])
    const offset = view.getUint32(latin(content).indexOf('stco') + 12)
    expect(latin(content.subarray(offset - 4, offset))).toBe('mdat')
    expect(content.subarray(offset, offset + 6)).toEqual(aac.subarray(7, 13))
    expect(content.byteLength - offset).toBe(48 * 6)
  })

  const damagedHeader = makeAac(3)
  damagedHeader[13 * 2] = 0
  const text = (value: string) => new TextEncoder().encode(value)
  const wavWith = (at: number, ...bytes: readonly number[]) => {
    const wav = makeWav({ ms: 50 })
    wav.set(bytes, at)
    return wav
  }
  test.each([
    ['nothing', new Uint8Array(0)],
    ['text', text('hello')],
    ['a page', text('<!doctype html><script>alert(1)</script>')],
    ['an SVG picture', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['an MP3 with tags', Uint8Array.from([...text('ID3'), 4, 0, 0, 0, 0, 0, 10, 0xff, 0xfb, 0x90, 0])],
    ['MP3 frames', Uint8Array.from([0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0])],
    ['Ogg', text('OggS\0\x02 and the rest of it')],
    ['Matroska', Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86])],
    ['an MP4 file', Uint8Array.from([0, 0, 0, 32, ...text('ftypisom')])],
    ['a zip archive', text('PK\x03\x04 and the rest of it')],
    ['a PDF', text('%PDF-1.7')],
    ['another RIFF file', text('RIFF\x24\0\0\0AVI LIST and so on, longer than a header of forty-four bytes')],
    ['a WAV without its sound', makeWav({ ms: 50 }).subarray(0, 36)],
    ['a WAV whose sound has no length', wavWith(40, 0, 0, 0, 0)],
    ['a WAV of floats', wavWith(20, 3, 0)],
    ['a WAV of 24 bits', wavWith(34, 24, 0)],
    ['a WAV of 255 channels', wavWith(22, 255, 0)],
    ['a WAV of 4 GHz', wavWith(24, 255, 255, 255, 255)],
    ['a WAV whose format is as long as the file', wavWith(16, 255, 255, 255, 255)],
    ['a WAV of a thousand chunks', manyChunks()],
    ['half an AAC frame', makeAac(1).subarray(0, 9)],
    ['AAC with a damaged frame', damagedHeader],
    ['AAC with text behind it', Uint8Array.from([...makeAac(4), ...text('<script>')])],
    ['AAC that begins with a data element', makeAac(2, { body: [0x80, 1, 65, 66, 67, 68] })],
    ['AAC of eight channels', makeAac(2, { channels: 7 })],
  ])('is refused when it is %s', (_, file) => {
    expect(() => checkAudio(file)).toThrow(expect.objectContaining({ name: 'AudioProblem' }))
  })

  test('may be five minutes long', () => {
    expect(checkAudio(makeWav({ ms: 300_000, rate: 8_000 })).ms).toBe(300_000)
    expect(() => checkAudio(makeWav({ ms: 302_000, rate: 8_000 }))).toThrow(
      'A recording can be at most 5 minutes long.',
    )
    expect(() => checkAudio(makeAac(14_200))).toThrow('A recording can be at most 5 minutes long.')
  })
})

function manyChunks(): Uint8Array {
  let wav: Uint8Array = makeWav({ ms: 1 })
  for (let count = 0; count < 1_000; count += 1) wav = withChunk(wav, 'junk', '')
  return wav
}
