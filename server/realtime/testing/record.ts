/** Loud and silent stretches of 24 kHz PCM16, in milliseconds. */
export function record(...stretches: readonly (readonly ['loud' | 'silent', number])[]): Buffer {
  return Buffer.concat(
    stretches.map(([kind, ms]) => {
      const part = Buffer.alloc(ms * 48)
      if (kind === 'loud')
        for (let at = 0; at < part.length; at += 2) part.writeInt16LE(at % 4 === 0 ? 8_000 : -8_000, at)
      return part
    }),
  )
}
