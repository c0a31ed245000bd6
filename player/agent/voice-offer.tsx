import { useRef } from 'react'

import type { TalkSpeech } from '#protocol/agent-events.ts'

import type { AgentTalk } from './agent-talk.ts'
import type { TalkView } from './talk-view.ts'
import { useFocusUnlessTyping } from './use-focus-unless-typing.ts'

interface VoiceOfferProps {
  readonly talk: AgentTalk
  readonly view: TalkView
}

/** Read before the microphone opens: where the visitor's voice goes. */
export function VoiceOffer({ talk, view }: VoiceOfferProps) {
  // Until the ticket has come, nobody knows who would listen.
  const isKnown = view.agentName !== ''
  const button = useRef<HTMLButtonElement>(null)
  useFocusUnlessTyping(button)
  return (
    <section className="us-agent-card us-agent-note" aria-label="Talk with your voice">
      <h3>Talk with your voice</h3>
      <p>{isKnown ? whereSpeechGoes(view.speech) : 'Connecting…'}</p>
      <div className="us-agent-voice-answers">
        <button
          ref={button}
          type="button"
          className="us-agent-primary"
          disabled={!isKnown}
          onClick={() => void talk.sound.answerOffer(true)}
        >
          Start talking
        </button>
        <button type="button" className="us-agent-secondary" onClick={() => void talk.sound.answerOffer(false)}>
          Type instead
        </button>
      </div>
    </section>
  )
}

/** Who receives the sound of a visitor's voice, and that nobody keeps it. */
export function whereSpeechGoes(speech: TalkSpeech | null): string {
  const names = new Intl.ListFormat('en').format(speech?.processors ?? [])
  const kept = 'The sound isn’t stored; the words are, like a typed chat.'
  const browser = 'your browser’s speech service, whose maker may receive the sound'
  if (speech?.hearing !== 'provider' || names === '') {
    const reading = speech?.speaking === 'provider' && names !== '' ? ` ${names} reads the answers aloud.` : ''
    return `Your voice goes to ${browser}.${reading} ${kept}`
  }
  return `Your voice goes to ${names} through our server. If that fails, ${browser}, takes over. ${kept}`
}
