import { useRef } from 'react'

import type { TalkSpeech } from '#protocol/agent-events.ts'

import { useFocusUnlessTyping } from './use-focus-unless-typing.ts'
import { whereSpeechGoes } from './voice-offer.tsx'

interface PrivacyNoteProps {
  readonly workspaceName: string
  readonly speech: TalkSpeech | null
  readonly onClose: () => void
}

/** What is stored and who sees it. */
export function PrivacyNote({ workspaceName, speech, onClose }: PrivacyNoteProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusUnlessTyping(button)
  const keeper = workspaceName === '' ? 'the demo’s author' : workspaceName
  return (
    <section className="us-agent-card us-agent-note" aria-label="What is stored">
      <h3>What is stored</h3>
      <p>
        An AI answers from this demo’s notes, and it can be wrong. The chat is stored as text from your first message
        on; {keeper} can read it, and a person may join it.
      </p>
      <p>The microphone stays off until you press it. {whereSpeechGoes(speech)}</p>
      <button ref={button} type="button" className="us-agent-secondary" onClick={onClose}>
        Close this note
      </button>
    </section>
  )
}
