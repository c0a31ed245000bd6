import { Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { VoiceOption } from '#domain/agent-options.ts'
import { chooseVoice } from '#player/agent/choose-voice.ts'

import { IconButton } from './icon-button.tsx'
import { showToast } from './toast-store.ts'

interface ListenButtonProps {
  readonly voice: VoiceOption
  readonly text: string
  /** In addition to the voice's own rate. */
  readonly speed?: number
  /** The language of the text; English by default. */
  readonly lang?: AgentLanguage | undefined
  /** The spoken form of the text for this browser's voice. */
  readonly toSpoken?: () => Promise<string>
  /** Plays a provider's voice instead, until the signal; resolves to a message if it couldn't. */
  readonly play?: ((signal: AbortSignal) => Promise<string | null>) | undefined
}

/** Speaks a sentence in the agent's voice: a provider's, or this browser's. */
export function ListenButton({ voice, text, speed = 1, lang = 'en', toSpoken, play }: ListenButtonProps) {
  const [isSpeaking, setIsSpeaking] = useState(false)
  const playing = useRef<AbortController>(null)
  useEffect(
    () => () => {
      window.speechSynthesis?.cancel()
      playing.current?.abort()
    },
    [],
  )

  async function playProvided(provided: NonNullable<ListenButtonProps['play']>): Promise<void> {
    playing.current = new AbortController()
    setIsSpeaking(true)
    const problem = await provided(playing.current.signal)
    setIsSpeaking(false)
    if (problem !== null) showToast({ text: problem })
  }

  async function handleClick(): Promise<void> {
    if (isSpeaking) playing.current?.abort()
    else if (play !== undefined) return playProvided(play)
    const synthesis = window.speechSynthesis
    if (isSpeaking) return synthesis?.cancel()
    const found = synthesis === undefined ? null : chooseVoice(await voicesOf(synthesis), { ...voice, lang })
    if (found === null) {
      showToast({
        text: `This browser has no voice for ${languageNames.of(lang) ?? lang}. Visitors without one see captions.`,
      })
      return
    }
    const said = (await toSpoken?.()) ?? text
    synthesis.cancel()
    const utterance = new SpeechSynthesisUtterance(said)
    Object.assign(utterance, { voice: found, lang: found.lang, pitch: voice.pitch, rate: voice.rate * speed })
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
      {isSpeaking ? (
        <Square size={14} aria-hidden fill="currentColor" className="text-spot" />
      ) : (
        <Play size={15} aria-hidden fill="currentColor" />
      )}
    </IconButton>
  )
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })
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
