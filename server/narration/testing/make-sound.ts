/** A tone as a 16-bit WAV file. */
export function makeWav({ ms = 1_000, rate = 24_000, channels = 1, hertz = 440 } = {}): Uint8Array<ArrayBuffer> {
  const samples = Math.round((ms / 1_000) * rate)
  const file = new Uint8Array(44 + samples * channels * 2)
  const view = new DataView(file.buffer)
  const text = (at: number, value: string) => file.set(new TextEncoder().encode(value), at)
  text(0, 'RIFF')
  view.setUint32(4, file.byteLength - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * channels * 2, true)
  view.setUint16(32, channels * 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples * channels * 2, true)
  for (let at = 0; at < samples; at += 1) {
    const value = Math.round(Math.sin((at / rate) * hertz * 2 * Math.PI) * 12_000)
    for (let channel = 0; channel < channels; channel += 1)
      view.setInt16(44 + (at * channels + channel) * 2, value, true)
  }
  return file
}

/** A WAV file with another chunk before its audio. */
export function withChunk(wav: Uint8Array, name: string, content: string): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(content.padEnd(content.length + (content.length % 2)))
  const chunk = new Uint8Array(8 + body.byteLength)
  chunk.set(new TextEncoder().encode(name))
  new DataView(chunk.buffer).setUint32(4, body.byteLength, true)
  chunk.set(body, 8)
  return Uint8Array.from([...wav.subarray(0, 36), ...chunk, ...wav.subarray(36)])
}

/** Silent AAC-LC frames at 48 kHz with ADTS headers. */
export function makeAac(frames: number, { channels = 1, body = silentFrame } = {}): Uint8Array<ArrayBuffer> {
  const length = 7 + body.length
  const header = [
    0xff,
    0xf1,
    0x4c,
    (channels << 6) | (length >> 11),
    (length >> 3) & 255,
    ((length & 7) << 5) | 31,
    0xfc,
  ]
  return Uint8Array.from(Array.from({ length: frames }, () => [...header, ...body]).flat())
}

/** Mono: a single element, global gain 0, no spectral data, the end. */
const silentFrame = [0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]
