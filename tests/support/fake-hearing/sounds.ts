/** 20 ms of a voice-like tone as a browser's audio frame: 0x01, then PCM16 at 16 kHz. */
export function voiceFrame(): Buffer {
  const frame = Buffer.alloc(641)
  frame[0] = 0x01
  for (let index = 0; index < 320; index += 1) {
    frame.writeInt16LE(Math.round(6_000 * Math.sin((index / 320) * Math.PI * 10)), 1 + index * 2)
  }
  return frame
}

/** 20 ms of silence. */
export function silenceFrame(): Buffer {
  const frame = Buffer.alloc(641)
  frame[0] = 0x01
  return frame
}
