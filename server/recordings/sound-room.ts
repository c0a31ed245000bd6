/** Memory for sound that isn't stored yet, shared by all talks of a process. */
export interface SoundRoom {
  /** False when there is no more. */
  readonly take: (bytes: number) => boolean
  readonly release: (bytes: number) => void
}

export function createSoundRoom(bytesMax: number): SoundRoom {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > bytesMax) return false
      taken += bytes
      return true
    },
    release: (bytes) => void (taken -= bytes),
  }
}
