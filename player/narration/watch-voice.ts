import type { AgentVoice } from '#protocol/agent-events.ts'

import { chooseVoice } from '../agent/choose-voice.ts'
import { watchVoices } from '../agent/voice/watch-voices.ts'
import type { BrowserVoice } from './voice-speaker.ts'

export interface WatchedVoice {
  /** Resolves once the browser has listed voices, or after a moment without any. */
  readonly settled: Promise<void>
  readonly stop: () => void
}

/** Calls back with the browser's closest voice, and again when more voices have loaded. */
export function watchVoice(wanted: AgentVoice, onVoice: (voice: BrowserVoice | null) => void): WatchedVoice {
  if (!('speechSynthesis' in globalThis)) return { settled: Promise.resolve(), stop: () => undefined }
  const { promise: settled, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, listMs)
  const stop = watchVoices((voices) => {
    const voice = chooseVoice(voices, wanted)
    onVoice(voice === null ? null : { voice, wanted })
    resolve()
  })
  return {
    settled,
    stop: () => {
      clearTimeout(timer)
      resolve()
      stop()
    },
  }
}

const listMs = 800
