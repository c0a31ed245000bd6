/** Converts 16 kHz PCM16 to 24 kHz by linear interpolation, across calls. */
export function createUpsampler(): (pcm: Buffer) => Buffer {
  let last = 0
  return (pcm) => {
    const count = pcm.length >> 1
    const sampleAt = (index: number): number => (index < 0 ? last : pcm.readInt16LE(index * 2))
    const wide = Buffer.alloc(Math.floor((count * 3) / 2) * 2)
    for (let index = 0; index < wide.length >> 1; index += 1) {
      // Each output sample is two thirds of an input sample after the previous one; the first follows the last call's
      // end.
      const place = ((index + 1) * 2) / 3 - 1
      const before = Math.floor(place)
      const share = place - before
      const value = sampleAt(before) * (1 - share) + (share === 0 ? 0 : sampleAt(before + 1) * share)
      wide.writeInt16LE(Math.round(value), index * 2)
    }
    if (count > 0) last = pcm.readInt16LE((count - 1) * 2)
    return wide
  }
}
