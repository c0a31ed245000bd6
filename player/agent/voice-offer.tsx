import { useRef } from 'react'

import type { TalkSpeech } from '#protocol/agent-events.ts'

import type { AgentTalk } from './agent-talk.ts'
import type { TalkView } from './talk-view.ts'
import { useFocusUnlessTyping } from './use-focus-unless-typing.ts'
import { panelLanguage, t } from './panel-text.ts'

interface VoiceOfferProps {
  readonly talk: AgentTalk
  readonly view: TalkView
}

/** Shown before the microphone opens: who receives the visitor's voice. */
export function VoiceOffer({ talk, view }: VoiceOfferProps) {
  // The recogniser is unknown until the ticket has arrived.
  const isKnown = view.agentName !== ''
  const button = useRef<HTMLButtonElement>(null)
  useFocusUnlessTyping(button)
  return (
    <section className="us-agent-card us-agent-note" aria-label={t('Talk with your voice')}>
      <h3>{t('Talk with your voice')}</h3>
      <p>{isKnown ? whereSpeechGoes(view.speech) : t('Connecting…')}</p>
      <div className="us-agent-voice-answers">
        <button
          ref={button}
          type="button"
          className="us-agent-primary"
          disabled={!isKnown}
          onClick={() => void talk.sound.answerOffer(true)}
        >
          {t('Start talking')}
        </button>
        <button type="button" className="us-agent-secondary" onClick={() => void talk.sound.answerOffer(false)}>
          {t('Type instead')}
        </button>
      </div>
    </section>
  )
}

/** Names who receives the visitor's voice, and says whether it is stored. */
export function whereSpeechGoes(speech: TalkSpeech | null): string {
  const names = new Intl.ListFormat(panelLanguage()).format(speech?.processors ?? [])
  const kept = howSoundIsKept(speech)
  const browser = t('your browser’s speech service, whose provider may receive the audio')
  if (speech?.hearing !== 'provider' || names === '') {
    const reading =
      speech?.speaking === 'provider' && names !== '' ? ` ${t('{0} reads the answers aloud.', names)}` : ''
    return `${t('Your voice goes to {0}.', browser)}${reading} ${kept}`
  }
  return `${t('Your voice goes to {0} through our server. If that fails, {1}, takes over.', names, browser)} ${kept}`
}

/* If the meaning changes, increase recordingConsentVersion. */
function howSoundIsKept(speech: TalkSpeech | null): string {
  const days = speech?.recording?.days
  if (days === undefined) return t('The audio isn’t stored; the words are, like a typed chat.')
  const recorded =
    days === 1
      ? t('The talk is recorded, your voice included, and the recording deleted after a day.')
      : t('The talk is recorded, your voice included, and the recording deleted after {0} days.', days)
  return `${recorded} ${t('The words are stored, like a typed chat.')}`
}
