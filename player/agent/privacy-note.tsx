import { useRef } from 'react'

import type { TalkSpeech } from '#protocol/agent-events.ts'

import { useFocusUnlessTyping } from './use-focus-unless-typing.ts'
import { whereSpeechGoes } from './voice-offer.tsx'
import { t } from './panel-text.ts'

interface PrivacyNoteProps {
  readonly workspaceName: string
  readonly speech: TalkSpeech | null
  readonly onClose: () => void
}

/** What is stored and who sees it. */
export function PrivacyNote({ workspaceName, speech, onClose }: PrivacyNoteProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusUnlessTyping(button)
  const keeper = workspaceName === '' ? t('the demo’s author') : workspaceName
  return (
    <section className="us-agent-card us-agent-note" aria-label={t('What is stored')}>
      <h3>{t('What is stored')}</h3>
      <p>
        {t('An AI answers from this demo’s notes, and it can be wrong.')}{' '}
        {t('The chat is stored as text from your first message on; {0} can read it, and a person may join it.', keeper)}
      </p>
      <p>
        {t('The microphone stays off until you press it.')} {whereSpeechGoes(speech)}
      </p>
      <button ref={button} type="button" className="us-agent-secondary" onClick={onClose}>
        {t('Close this note')}
      </button>
    </section>
  )
}
