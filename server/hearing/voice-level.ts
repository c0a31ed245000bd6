/** Whether a frame is speech. */
export type VoiceChange = 'begins' | 'ends' | null

/**
 * Distinguishes speech from silence by loudness above the noise floor. Good enough to know when to request the final
 * words.
 */
export interface VoiceLevel {
  readonly isSpeaking: boolean
  /** Takes a frame of 20 ms of PCM16. */
  readonly take: (pcm: Buffer) => VoiceChange
}

export function createVoiceLevel(): VoiceLevel {
  let room = quietest
  let loudFrames = 0
  let softFrames = 0
  let isSpeaking = false
  return {
    get isSpeaking() {
      return isSpeaking
    },
    take(pcm) {
      const level = loudnessOf(pcm)
      const isLoud = level > Math.max(quietest * 2, room * overRoom)
      // The noise floor falls at once and rises slowly, even during speech: a steady hum isn't speech.
      room = level < room ? Math.max(quietest, level) : Math.min(level, room * roomRise)
      loudFrames = isLoud ? loudFrames + 1 : 0
      softFrames = isLoud ? 0 : softFrames + 1
      if (!isSpeaking && loudFrames >= beginFrames) {
        isSpeaking = true
        return 'begins'
      }
      if (isSpeaking && softFrames >= endFrames) {
        isSpeaking = false
        return 'ends'
      }
      return null
    },
  }
}

/** Root mean square, 0 to 32,767. */
function loudnessOf(pcm: Buffer): number {
  let sum = 0
  let count = 0
  // Every third sample is enough; this runs 50 times a second per microphone.
  for (let at = 0; at + 1 < pcm.length; at += 6) {
    sum += pcm.readInt16LE(at) ** 2
    count += 1
  }
  return count === 0 ? 0 : Math.sqrt(sum / count)
}

const quietest = 100
/** 12 dB. */
const overRoom = 4
/** Doubles in about 2.8 s. */
const roomRise = 1.005
/** 120 ms. */
const beginFrames = 6
/** 300 ms. */
const endFrames = 15
