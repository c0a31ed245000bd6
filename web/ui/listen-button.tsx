import { Volume2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { VoiceOption } from '#domain/agent-options.ts'
import { chooseVoice } from '#player/agent/choose-voice.ts'

import { IconButton } from './icon-button.tsx'
import { showToast } from './toast-store.ts'

/** Speaks a sentence in the voice the agent would have in this browser. */
export function ListenButton({ voice, text }: { readonly voice: VoiceOption; readonly text: string }) {
  const [isSpeaking, setIsSpeaking] = useState(false)
  useEffect(() => () => window.speechSynthesis?.cancel(), [])

  async function handleClick(): Promise<void> {
    const synthesis = window.speechSynthesis
    if (isSpeaking) return synthesis.cancel()
    const found = synthesis === undefined ? null : chooseVoice(await voicesOf(synthesis), { ...voice, lang: 'en' })
    if (found === null) {
      showToast({ text: 'This browser has no English voice. Visitors without one see captions.' })
      return
    }
    synthesis.cancel()
    const utterance = new SpeechSynthesisUtterance(text)
    Object.assign(utterance, { voice: found, lang: found.lang, pitch: voice.pitch, rate: voice.rate })
    utterance.addEventListener('start', () => setIsSpeaking(true))
    utterance.addEventListener('end', () => setIsSpeaking(false))
    utterance.addEventListener('error', () => setIsSpeaking(false))
    synthesis.speak(utterance)
  }

  return (
    <IconButton
      label={isSpeaking ? `Stop ${voice.label}` : `Listen to ${voice.label}`}
      onClick={() => void handleClick()}
    >
      <Volume2 size={16} aria-hidden className={isSpeaking ? 'text-spot' : undefined} />
    </IconButton>
  )
}

const voicesWaitMs = 1_000

/** Chromium loads its voices shortly after the first request. */
async function voicesOf(synthesis: SpeechSynthesis): Promise<readonly SpeechSynthesisVoice[]> {
  const known = synthesis.getVoices()
  if (known.length > 0) return known
  await new Promise<void>((resolve) => {
    synthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
    setTimeout(resolve, voicesWaitMs)
  })
  return synthesis.getVoices()
}
