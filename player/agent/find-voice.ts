import type { AgentVoice } from '#protocol/agent-events.ts'

import { chooseVoice } from './choose-voice.ts'

/** The browser's closest voice; null if it has none. */
export async function findVoice(wanted: AgentVoice): Promise<SpeechSynthesisVoice | null> {
  return chooseVoice(await listVoices(), wanted)
}

/** Many browsers load their voices on the first question and answer it later. */
async function listVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  const voices = speechSynthesis.getVoices()
  if (voices.length > 0) return voices
  await new Promise<void>((resolve) => {
    setTimeout(resolve, voicesMs)
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
  })
  return speechSynthesis.getVoices()
}

const voicesMs = 800
