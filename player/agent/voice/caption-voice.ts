import { sentenceReadingMs } from '../reading-time.ts'
import type { SentenceVoice } from './sentence-voice.ts'

/** Shows a sentence for its reading time. */
export const captionVoice: SentenceVoice = {
  say: (segment, { onStart, onEnd }) => {
    const segMs = Math.round(sentenceReadingMs(segment.text))
    const startedAt = performance.now()
    onStart(segMs)
    const timer = setTimeout(onEnd, segMs)
    return {
      stop: () => {
        clearTimeout(timer)
        return { playedMs: Math.round(performance.now() - startedAt), segMs }
      },
      duck: () => undefined,
    }
  },
}
