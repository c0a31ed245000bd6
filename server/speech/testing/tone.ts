/** A 440 Hz tone as PCM16, mono. */
export function tone(ms: number, rate: number): Buffer {
  const samples = Math.round((ms * rate) / 1_000)
  const bytes = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at += 1) {
    bytes.writeInt16LE(Math.round(8_000 * Math.cos((2 * Math.PI * 440 * at) / rate)), at * 2)
  }
  return bytes
}

/** A header as a streaming program writes it, before the size is known. */
export function wavHeader(rate: number, channels = 1): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(0xff_ff_ff_ff, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * channels * 2, 28)
  header.writeUInt16LE(channels * 2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(0xff_ff_ff_ff, 40)
  return header
}
